// Triggers: faint boxes with their class written on them.
import { Box3, BoxGeometry, CanvasTexture, Color, DoubleSide, EdgesGeometry, Group, LineBasicMaterial, LineSegments, Mesh } from "three";
import { MeshBasicMaterial, Sprite, SpriteMaterial, SRGBColorSpace, Vector3 } from "three";

const TRIGGER_OPACITY = 0.09;
const TRIGGER_EDGES = 0.7;
/** A trigger's class is written on it for an eye within so many units. */
const READABLE = 900;
/** Height of the letters, as a share of the picture at a field of view of 90°, and pixels of their own picture. */
const LETTERS = 0.045;
const PIXELS = 48;

export class Triggers {
  constructor(triggers) {
    this.group = new Group();
    this.boxes = triggers.map(({ class: name, bounds }) => box(name, bounds));
    this.boxes.forEach(({ mesh, edges, label }) => this.group.add(mesh, edges, label));
  }

  /** Shows the classes of what is near an eye, and not around it. */
  seenFrom(eye) {
    for (const { label, around } of this.boxes) label.visible = !around.containsPoint(eye) && label.position.distanceTo(eye) < READABLE;
  }

  paint({ own, ink, ground }) {
    for (const { mesh, edges, write } of this.boxes) {
      for (const part of [mesh, edges]) part.material.color = new Color(own);
      write(ink, ground);
    }
  }

  dispose() {
    this.group.traverse((o) => {
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
  const write = (ink, ground) => {
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
