// The replay: its picture, its clock and its controls. It draws only while it is on the screen, and only what has changed.
import { AmbientLight, BufferGeometry, Color, DirectionalLight, Float32BufferAttribute, Group } from "three";
import { LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, OctahedronGeometry, Raycaster, Scene, SphereGeometry, Vector2, Vector3 } from "three";
import { WebGLRenderer } from "three";
import { Beside } from "./beside.js";
import { Eye } from "./eye.js";
import { Movers } from "./movers.js";
import { Player } from "./players.js";
import { Scenery } from "./scenery.js";
import { Triggers } from "./triggers.js";

/** Size of the mark of a failure, in units, and how high above the origin it hangs: over the head. */
const MARK = 7;
const MARK_ABOVE = 46;
/** A pointer that moves less than this, in pixels, has clicked and not dragged. */
const CLICK = 4;

/** Above the highest place of the walk by this much, in units, the world is cut away: over every head, below most roofs. */
const HEADROOM = 48;
/** Contestants nearer than this, in units, are drawn as one: two sheer hulls in one place have a colour that is nobody's. */
const SAME = 1;
/** The hint about the wheel stays for so many milliseconds. */
const HINT = 1500;
/** Radius of the mark of a place, in units. */
const SPOT = 6;

/** Colours of the page, light or dark. */
function pageColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

export class Replay {
  constructor(figure, data) {
    this.figure = figure;
    this.data = data;
    this.canvas = figure.querySelector("canvas");
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true });
    this.scene = new Scene();
    this.movers = new Movers(data.movers, data.contestants);
    this.triggers = new Triggers(data.triggers);
    this.scenery = new Scenery(data.faces, this.movers.parts);
    this.renderer.localClippingEnabled = true;
    this.players = data.contestants.map((c, i, all) => new Player(c, data.tick, all.length - 1 - i));
    const heights = data.contestants.flatMap(({ position }) => position[2].reduce((a, b) => Math.max(a, b), -Infinity));
    this.cutHeight = Math.max(...heights) + HEADROOM;
    this.cut = true;
    this.marks = new Group();
    for (const s of data.sweeps) this.marks.add(sweepLine(s));
    this.moments = new Group();
    for (const m of data.marks) this.moments.add(this.moment(m));
    this.spot = new Mesh(new SphereGeometry(SPOT, 16, 12), new MeshBasicMaterial({ depthTest: false, transparent: true, opacity: 0.8 }));
    this.spot.visible = false;
    this.scene.add(this.scenery.group, this.movers.group, this.triggers.group, this.marks, this.moments, this.spot, ...this.players.map((p) => p.group));
    this.lights();
    this.wheel();
    const solid = this.scenery.kinds.get("solid")?.mesh;
    this.eye = new Eye(this.canvas, data.bounds, solid);
    // One finger up or down scrolls the page; in full screen there is none to scroll.
    this.canvas.style.touchAction = "";
    this.beside = null;
    this.besides = () => new Beside(this.canvas, this.players, data, solid, figure.querySelector(".replay-names"));
    /** Digits after the point that tell one tick from the next. */
    this.digits = Math.abs(data.tick * 100 - Math.round(data.tick * 100)) < 1e-9 ? 2 : 3;
    this.tick = 0;
    this.playing = false;
    this.speed = 1;
    this.dirty = true;
    this.wire();
    this.paint();
    this.seek(0);
    this.eye.follow(this.players[0]);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
    new ResizeObserver(() => this.resize()).observe(this.canvas);
    this.resize();
    this.visible = true;
    new IntersectionObserver((seen) => (this.visible = seen.at(-1).isIntersecting)).observe(this.canvas);
    let before = performance.now();
    this.renderer.setAnimationLoop((now) => {
      this.frame(Math.min((now - before) / 1000, 0.1));
      before = now;
    });
  }

  lights() {
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(-0.4, -0.6, 1);
    const back = new DirectionalLight(0xffffff, 0.7);
    back.position.set(0.7, 0.4, -0.5);
    this.scene.add(sun, back, new AmbientLight(0xffffff, 1.1));
  }

  paint() {
    this.scene.background = new Color(pageColour("plate"));
    this.scenery.paint(pageColour);
    this.triggers.paint({ own: pageColour("trigger"), ink: pageColour("ink"), ground: pageColour("plate") });
    for (const p of this.players) p.paint(pageColour);
    for (const m of [...this.marks.children, ...this.moments.children, this.spot]) m.material.color = new Color(pageColour("fail"));
    this.dirty = true;
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (w === 0 || h === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(w, h, false);
    this.eye.camera.aspect = w / h;
    this.eye.camera.updateProjectionMatrix();
    this.beside?.label();
    this.dirty = true;
  }

  frame(seconds) {
    if (!this.visible) return;
    if (this.playing) {
      const last = this.data.ticks - 1;
      this.seek(Math.min(this.tick + (seconds * this.speed) / this.data.tick, last));
      if (this.tick >= last) this.play(false);
    }
    const moved = (this.beside ?? this.eye).update(seconds);
    if (this.dirty || moved) this.render();
    this.dirty = false;
  }

  render() {
    this.triggers.seenFrom((this.beside?.eyes[0] ?? this.eye).camera.position);
    if (this.beside) this.beside.render(this.renderer, this.scene, (player) => this.movers.seek(this.tick, player));
    else this.renderer.render(this.scene, this.eye.camera);
  }

  seek(tick) {
    this.tick = Math.max(0, Math.min(tick, this.data.ticks - 1));
    for (const p of this.players) p.seek(this.tick);
    this.movers.seek(this.tick, this.shown());
    const whole = Math.floor(this.tick);
    this.slider.value = String(whole);
    const seconds = (whole + 1) * this.data.tick;
    this.together();
    this.tellKeys(whole);
    document.dispatchEvent(new CustomEvent("clipmark-moment", { detail: { tick: whole, seconds } }));
    this.clock.textContent = `${seconds.toFixed(this.digits)} s · tick ${(whole + 1).toLocaleString("en")}`;
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.figure.dataset.tick = String(whole);
    this.dirty = true;
  }

  /** Whose world is drawn: that of who is followed, or of the first who is shown. */
  shown() {
    const followed = this.players.indexOf(this.eye.followed);
    return Math.max(0, followed >= 0 ? followed : this.players.findIndex((p) => p.wanted));
  }

  play(on) {
    if (on && this.tick >= this.data.ticks - 1) this.seek(0);
    this.playing = on;
    this.button.textContent = on ? "Pause" : "Play";
    this.figure.dataset.playing = on ? "yes" : "no";
  }

  /** Hides who stands where another contestant is drawn, and says so. */
  together() {
    const said = [];
    this.players.forEach((player, i) => {
      const same = this.players.slice(0, i).find((p) => p.wanted && p.at.distanceTo(player.at) < SAME);
      // Of another shape the edges stay.
      player.body.visible = !same || same.run.body.shape !== player.run.body.shape;
      player.fill(!same);
      if (same && player.wanted) said.push(`${player.run.name} is where ${same.run.name} is`);
    });
    const text = said.join("; ");
    if (this.same.textContent !== text) this.same.textContent = text;
  }

  /** Says which keys are held at a tick, while they are drawn. */
  tellKeys(tick) {
    if (!this.keysTold) return;
    const told = this.players.filter((p) => p.wanted && p.steering.visible).map((p) => [p.run.name, p.held(tick)]);
    const same = told.every(([, held]) => held === told[0][1]);
    const text = same ? told.slice(0, 1).map(([, held]) => held) : told.map((each) => each.join(": "));
    this.keysTold.textContent = text.length ? `keys: ${text.join("; ")}` : "";
  }

  /** Goes where another part of the page leads: a tick, a time, or a place. */
  goTo({ tick, seconds, contestant, place }) {
    if (place) {
      this.look(place);
    } else if (this.players[contestant]) {
      this.jump(tick, contestant);
    } else {
      this.play(false);
      this.seek(tick ?? Math.round(seconds / this.data.tick) - 1);
    }
  }

  /** Jumps to a moment, seen from behind the contestant that it concerns. */
  jump(tick, contestant) {
    this.play(false);
    this.seek(tick);
    this.follow(contestant);
  }

  follow(index) {
    this.leave();
    this.eye.follow(this.players[index]);
    this.movers.seek(this.tick, this.shown());
    this.views.value = `follow${index}`;
    this.dirty = true;
  }

  view(name) {
    if (name.startsWith("follow")) return this.follow(Number(name.slice(6)));
    this.leave();
    if (name === "above") {
      this.eye.overview();
      for (const p of this.players) p.whole.line.visible = true;
    } else if (name === "beside") {
      this.beside = this.besides();
      this.beside.label();
    } else {
      this.eye.follow(null);
    }
    this.figure.dataset.view = name;
    this.views.value = name;
    this.roofs();
    this.dirty = true;
  }

  /** Leaves the view of all side by side, and that from above. */
  leave() {
    this.beside?.names.replaceChildren();
    this.beside = null;
    for (const p of this.players) p.whole.line.visible = false;
    this.figure.dataset.view = "follow";
    this.roofs();
  }

  /** Roofs are in the way of who looks from outside; who follows a contestant is below them. */
  roofs() {
    const outside = ["above", "free"].includes(this.figure.dataset.view);
    this.scenery.cut(this.cut && outside ? this.cutHeight : null);
  }

  /** The wheel scrolls the page, unless Ctrl is held or the replay fills the screen. Heard before the camera hears it. */
  wheel() {
    let timer = 0;
    const hint = this.figure.querySelector(".replay-hint");
    this.canvas.addEventListener("wheel", (e) => {
      if (e.ctrlKey || e.metaKey || this.isFull()) return;
      e.stopImmediatePropagation();
      hint.hidden = false;
      clearTimeout(timer);
      timer = setTimeout(() => (hint.hidden = true), HINT);
    }, { capture: true });
  }

  isFull() {
    return document.fullscreenElement === this.figure || this.figure.classList.contains("filled");
  }

  /** Fills the screen, or the window where a browser cannot. */
  async full() {
    if (this.figure.classList.contains("filled")) this.figure.classList.remove("filled");
    else if (document.fullscreenElement) await document.exitFullscreen();
    else await this.figure.requestFullscreen().catch(() => this.figure.classList.add("filled"));
    this.fullButton.textContent = this.isFull() ? "Leave full screen" : "Full screen";
  }

  wire() {
    const by = (selector) => this.figure.querySelector(selector);
    this.button = by(".replay-play");
    this.slider = by(".replay-time");
    this.clock = by(".replay-clock");
    this.views = by(".replay-view");
    this.same = by(".replay-same");
    this.keysTold = by(".replay-keys");
    this.fullButton = by(".replay-full");
    this.fullButton.addEventListener("click", () => this.full());
    document.addEventListener("fullscreenchange", () => (this.fullButton.textContent = this.isFull() ? "Leave full screen" : "Full screen"));
    this.slider.max = String(this.data.ticks - 1);
    this.button.addEventListener("click", () => this.play(!this.playing));
    this.slider.addEventListener("input", () => {
      this.play(false);
      this.seek(Number(this.slider.value));
    });
    // The page to walk in begins where the replay is, as the contestant that is followed.
    by(".replay-walk")?.addEventListener("click", (e) => (e.currentTarget.hash = this.address(e.currentTarget.dataset.profile)));
    by(".replay-speed").addEventListener("change", (e) => (this.speed = Number(e.target.value)));
    this.views.addEventListener("change", () => this.view(this.views.value));
    for (const box of this.figure.querySelectorAll("input[data-show]")) {
      const apply = () => this.show(box.dataset.show, box.checked);
      box.addEventListener("change", apply);
      apply();
    }
    for (const link of this.figure.querySelectorAll("button[data-sweep]"))
      link.addEventListener("click", () => this.look(this.data.sweeps[Number(link.dataset.sweep)].end));
    this.figure.addEventListener("keydown", (e) => this.key(e));
    this.figure.addEventListener("keyup", (e) => this.eye.keys.delete(e.key.toLowerCase()));
    this.figure.addEventListener("focusout", () => this.eye.keys.clear());
    let pressed = null;
    this.canvas.addEventListener("pointerdown", (e) => (pressed = [e.clientX, e.clientY]));
    this.canvas.addEventListener("pointerup", (e) => {
      if (pressed && Math.hypot(e.clientX - pressed[0], e.clientY - pressed[1]) < CLICK) this.pick(e);
      pressed = null;
    });
    this.eye.orbit.addEventListener("change", () => (this.dirty = true));
    this.eye.orbit.addEventListener("start", () => this.canvas.focus({ preventScroll: true }));
  }

  /** The moment shown, as the page of `compare play` reads it. */
  address(profile) {
    const { run } = this.players.find((p) => p === this.eye.followed) ?? this.players[0];
    const k = Math.floor(this.tick);
    const [at, velocity] = [run.position, run.velocity].map((columns) => columns.map((c) => c[k]).join());
    const yaw = ((run.yaw[k] * 180) / Math.PI).toFixed(3);
    return new URLSearchParams({ contestant: run.name, profile, at, velocity, yaw }).toString();
  }

  /** A failure where it happened, and on the strip below the slider. */
  moment({ contestant, tick, what }) {
    const { position } = this.data.contestants[contestant];
    const mark = new Mesh(new OctahedronGeometry(MARK), new MeshBasicMaterial({ transparent: true, opacity: 0.85 }));
    mark.position.set(...position.map((column) => column[tick]));
    mark.position.z += MARK_ABOVE;
    mark.userData = { contestant, tick };
    const strip = this.figure.querySelector(".replay-strip");
    const button = strip.appendChild(document.createElement("button"));
    button.type = "button";
    button.tabIndex = -1; // the list below has them all for the keyboard
    button.title = `${this.data.contestants[contestant].name}, tick ${tick + 1}: ${what}`;
    button.style.left = `${(100 * tick) / Math.max(1, this.data.ticks - 1)}%`;
    button.addEventListener("click", () => this.jump(tick, contestant));
    return mark;
  }

  /** Jumps to the failure whose mark is clicked. */
  pick(e) {
    const box = this.canvas.getBoundingClientRect();
    const at = new Vector2(((e.clientX - box.left) / box.width) * 2 - 1, 1 - ((e.clientY - box.top) / box.height) * 2);
    const ray = new Raycaster();
    ray.setFromCamera(at, this.eye.camera);
    const met = ray.intersectObjects(this.moments.children)[0];
    if (met) this.jump(met.object.userData.tick, met.object.userData.contestant);
  }

  look(place) {
    this.play(false);
    this.view("free");
    this.spot.position.set(...place);
    this.spot.visible = true;
    this.eye.lookAt(new Vector3(...place));
    this.dirty = true;
  }

  show(what, on) {
    if (what === "see-through") this.scenery.seeThrough(on);
    else if (what === "cut") {
      this.cut = on;
      this.roofs();
    }
    else if (what === "arrows") for (const p of this.players) p.arrows = on;
    else if (what === "steering") for (const p of this.players) p.steering.visible = on;
    else if (what === "trails") for (const p of this.players) p.path.visible = on;
    else if (what === "contacts") for (const p of this.players) p.contacts.visible = on;
    else if (what === "sweeps") this.marks.visible = on;
    else if (what === "triggers") this.triggers.group.visible = on;
    else if (what.startsWith("player")) {
      const player = this.players[Number(what.slice(6))];
      player.group.visible = player.wanted = on;
      this.beside?.label();
    } else this.scenery.show(what, on);
    if (["arrows", "steering"].includes(what) || what.startsWith("player")) this.seek(this.tick);
    this.dirty = true;
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.target.matches("select")) return;
    const key = e.key.toLowerCase();
    const steps = { arrowleft: -1, arrowright: 1 };
    if (key === " " && e.target.matches("canvas")) this.play(!this.playing);
    else if (key in steps && e.target.matches("canvas")) {
      this.play(false);
      this.seek(Math.floor(this.tick) + steps[key]);
    } else if ("wasdqe".includes(key) && e.target.matches("canvas")) {
      if (this.eye.followed) this.view("free");
      this.eye.keys.add(key);
    } else return;
    e.preventDefault();
  }
}

function sweepLine({ start, end }) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute([...start, ...end], 3));
  return new LineSegments(geometry, new LineBasicMaterial());
}
