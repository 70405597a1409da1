// The world: faces, lit and with their edges drawn. Faces are seen from outside their solids alone, so that a camera
// inside a wall, or behind one, looks into the room.
import { BufferGeometry, Color, DoubleSide, Float32BufferAttribute, FrontSide, Group } from "three";
import { LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial, Plane, Vector3 } from "three";

/** Opacity of what players alone collide with. */
const CLIP_OPACITY = 0.35;
/** Opacity of all faces when they are to be seen through. */
const SHEER = 0.22;

/** Colours of the page for what is no brush. */
const COLOURS = { clip: "c3", patch: "floor5", triangle: "floor5", mover: "mover" };
/** Surfaces without a body: seen from both sides. */
const SHEETS = ["patch", "triangle"];

export class Scenery {
  constructor(faces, movers = []) {
    this.group = new Group();
    this.kinds = new Map();
    this.movers = movers;
    for (const [kind, polygons] of Object.entries(faces)) {
      if (polygons.length === 0) continue;
      const part = new Part(kind, polygons);
      this.kinds.set(kind, part);
      this.group.add(part.mesh, part.edges);
    }
  }

  /** Every part with its kind: the faces of the world, then those of what moves. */
  *parts() {
    yield* this.kinds;
    for (const part of this.movers) yield ["mover", part];
  }

  paint(colour) {
    for (const [kind, part] of this.parts()) {
      part.mesh.material.color = new Color(colour(COLOURS[kind] ?? "edge"));
      part.edges.material.color = new Color(colour("wall"));
    }
  }

  show(kind, on) {
    for (const [own, part] of this.parts()) if (own === kind) part.mesh.visible = part.edges.visible = on;
  }

  /** Cuts away all above a height, in units, or nothing. */
  cut(height) {
    const planes = height === null ? [] : [new Plane(new Vector3(0, 0, -1), height)];
    for (const [, { mesh, edges }] of this.parts()) mesh.material.clippingPlanes = edges.material.clippingPlanes = planes;
  }

  seeThrough(on) {
    for (const [kind, { mesh }] of this.parts()) {
      const opacity = on ? SHEER : kind === "clip" ? CLIP_OPACITY : 1;
      mesh.material.opacity = opacity;
      mesh.material.transparent = opacity < 1;
      mesh.material.depthWrite = opacity === 1;
      mesh.material.needsUpdate = true;
    }
  }
}

/** Faces of one kind, and their edges. */
export class Part {
  constructor(kind, polygons) {
    const corners = [];
    const lines = [];
    for (const p of polygons) {
      const n = p.length / 3;
      const at = (i) => [p[3 * i], p[3 * i + 1], p[3 * i + 2]];
      for (let i = 1; i + 1 < n; i++) corners.push(...at(0), ...at(i), ...at(i + 1));
      for (let i = 0; i < n; i++) lines.push(...at(i), ...at((i + 1) % n));
    }
    const faces = new BufferGeometry();
    faces.setAttribute("position", new Float32BufferAttribute(corners, 3));
    faces.computeVertexNormals();
    // Edges lie a little nearer than the faces, or they flicker.
    const material = new MeshLambertMaterial({
      side: SHEETS.includes(kind) ? DoubleSide : FrontSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
      transparent: kind === "clip",
      opacity: kind === "clip" ? CLIP_OPACITY : 1,
      depthWrite: kind !== "clip",
    });
    this.mesh = new Mesh(faces, material);
    const outline = new BufferGeometry();
    outline.setAttribute("position", new Float32BufferAttribute(lines, 3));
    this.edges = new LineSegments(outline, new LineBasicMaterial({ transparent: true, opacity: kind === "patch" ? 0.25 : 0.55 }));
  }
}
