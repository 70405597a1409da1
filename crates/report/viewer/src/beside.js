// Contestants side by side: one picture each, all from behind.
import { Eye } from "./eye.js";

/** A picture narrower than this, in pixels, is put below another instead of beside it. */
const NARROW = 260;

export class Beside {
  constructor(canvas, players, data, solid, names) {
    this.canvas = canvas;
    this.players = players;
    this.eyes = players.map((player) => {
      const eye = new Eye(null, data.bounds, solid);
      eye.follow(player);
      return eye;
    });
    this.names = names;
  }

  /** Which contestants are shown, and where: left, bottom, width and height in pixels. */
  places() {
    const shown = this.players.map((p, i) => (p.wanted ? i : -1)).filter((i) => i >= 0);
    const { clientWidth: w, clientHeight: h } = this.canvas;
    const columns = w / Math.max(1, shown.length) >= NARROW ? shown.length : 1;
    const rows = Math.ceil(shown.length / Math.max(1, columns));
    return shown.map((index, n) => {
      const [column, row] = [n % columns, Math.floor(n / columns)];
      const [width, height] = [w / columns, h / rows];
      return { index, left: column * width, bottom: h - (row + 1) * height, top: row * height, width, height };
    });
  }

  /** Moves the eyes by some seconds; says whether one moved. */
  update(seconds) {
    return this.eyes.map((eye) => eye.update(seconds)).some(Boolean);
  }

  /** Draws each picture; `enter` brings what moves to where it is for a contestant. */
  render(renderer, scene, enter) {
    renderer.setScissorTest(true);
    const bodies = this.players.map((p) => [p.body.visible, p.filled]);
    for (const { index, left, bottom, width, height } of this.places()) {
      // Each picture is about one.
      this.players.forEach((p, i) => (p.group.visible = i === index));
      enter(index);
      this.players[index].body.visible = true;
      this.players[index].fill(true);
      const { camera } = this.eyes[index];
      camera.aspect = width / height;
      camera.updateProjectionMatrix();
      renderer.setViewport(left, bottom, width, height);
      renderer.setScissor(left, bottom, width, height);
      renderer.render(scene, camera);
    }
    this.players.forEach((p, i) => {
      [p.group.visible, p.body.visible] = [p.wanted, bodies[i][0]];
      p.fill(bodies[i][1]);
    });
    renderer.setScissorTest(false);
    renderer.setViewport(0, 0, this.canvas.clientWidth, this.canvas.clientHeight);
  }

  /** Writes each contestant's name into its picture. */
  label() {
    const label = ({ index, left, top }) => {
      const span = document.createElement("span");
      span.textContent = this.players[index].run.name;
      span.style.left = `${left + 6}px`;
      span.style.top = `${top + 6}px`;
      return span;
    };
    this.names.replaceChildren(...this.places().map(label));
  }
}
