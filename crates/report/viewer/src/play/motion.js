// What moves in the world that is walked: movers at their poses, and triggers as faint boxes with their class.
import { Box3, BoxGeometry, CanvasTexture, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, MathUtils, Mesh } from "three";
import { MeshBasicMaterial, Sprite, SpriteMaterial, SRGBColorSpace, Vector3 } from "three";
import { Place } from "./place.js";

/** Numbers of a pose: x, y, z in units, pitch, yaw and roll in degrees. */
const POSE_WORDS = 6;
/** Faces of a mover have the colour of movers, whichever way they look. */
const FACES = ["floor", "steep", "wall", "ceiling"];
const TRIGGER_OPACITY = 0.09;
const TRIGGER_EDGES = 0.7;
/** A trigger's class is written on it for an eye within so many units. */
const READABLE = 900;
/** Height of the letters, as a share of the picture at a field of view of 90°, and pixels of their own picture. */
const LETTERS = 0.045;
const PIXELS = 48;

export class Motion {
  constructor(game, grid) {
    this.told = game.motion();
    this.group = new Group();
    this.triggers = new Group();
    this.parts = this.told.movers.map(({ model }) => {
      const part = new Place(game.moverFaces(model), grid);
      // Quake's angles: the roll about x first, then the pitch about y, then the yaw about z.
      part.group.rotation.order = "ZYX";
      this.group.add(part.group);
      return part;
    });
    this.boxes = this.told.triggers.map(({ class: name, bounds }) => box(name, bounds));
    this.boxes.forEach(({ mesh, edges, label }) => this.triggers.add(mesh, edges, label));
    this.group.add(this.triggers);
  }

  /** Names of the movers, in the order of their poses. */
  get names() {
    return this.told.movers.map(({ name }) => name);
  }

  /** Meshes that the eye must not look through. */
  get solids() {
    return this.parts.flatMap((part) => part.solids);
  }

  /** Moves all to between two lists of poses. */
  seek(before, now, share) {
    this.parts.forEach(({ group }, i) => {
      const at = [...Array(POSE_WORDS).keys()].map((k) => {
        const [from, to] = [before, now].map((poses) => poses[POSE_WORDS * i + k]);
        return from + (to - from) * share;
      });
      group.position.set(at[0], at[1], at[2]);
      const [pitch, yaw, roll] = at.slice(3).map(MathUtils.degToRad);
      group.rotation.set(roll, pitch, yaw);
    });
  }

  seenFrom(eye) {
    // From within, a box is no box.
    for (const { label, around } of this.boxes) label.visible = !around.containsPoint(eye) && label.position.distanceTo(eye) < READABLE;
  }

  paint(colour) {
    for (const part of this.parts) part.paint((name) => colour(FACES.includes(name) ? "mover" : name));
    const own = new Color(colour("trigger"));
    for (const { mesh, edges, label, write } of this.boxes) {
      for (const part of [mesh, edges]) part.material.color.copy(own);
      write(label, colour("text"), colour("solid-card"));
    }
  }

  dispose() {
    for (const part of this.parts) part.dispose();
    this.triggers.traverse((o) => {
      o.material?.map?.dispose();
      o.material?.dispose();
      o.geometry?.dispose();
    });
  }
}

function box(name, [low, high]) {
  const size = low.map((x, k) => Math.max(high[k] - x, 1));
  const middle = low.map((x, k) => (x + high[k]) / 2);
  const shape = new BoxGeometry(...size);
  const mesh = new Mesh(shape, new MeshBasicMaterial({ transparent: true, opacity: TRIGGER_OPACITY, depthWrite: false, side: DoubleSide }));
  const edges = new LineSegments(new EdgesGeometry(shape), new LineBasicMaterial({ transparent: true, opacity: TRIGGER_EDGES }));
  const label = new Sprite(new SpriteMaterial({ transparent: true, depthTest: false, depthWrite: false, sizeAttenuation: false }));
  label.renderOrder = 4;
  for (const part of [mesh, edges, label]) part.position.set(...middle);
  const write = (label, ink, ground) => {
    const canvas = document.createElement("canvas");
    const pen = canvas.getContext("2d");
    const font = `${0.62 * PIXELS}px system-ui, sans-serif`;
    pen.font = font;
    canvas.width = Math.ceil(pen.measureText(name).width + 0.7 * PIXELS);
    canvas.height = PIXELS;
    pen.globalAlpha = 0.8;
    pen.fillStyle = ground;
    pen.fillRect(0, 0, canvas.width, canvas.height);
    pen.globalAlpha = 1;
    pen.font = font;
    pen.fillStyle = ink;
    pen.textBaseline = "middle";
    pen.fillText(name, 0.35 * PIXELS, PIXELS / 2);
    label.material.map?.dispose();
    label.material.map = new CanvasTexture(canvas);
    label.material.map.colorSpace = SRGBColorSpace;
    label.material.needsUpdate = true;
    label.scale.set((LETTERS * canvas.width) / PIXELS, LETTERS, 1);
  };
  return { mesh, edges, label, write, around: new Box3(new Vector3(...low), new Vector3(...high)) };
}
