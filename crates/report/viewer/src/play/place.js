// The world as it is walked: shaded faces on a grid of 64 units, their edges, liquids, and player clip on demand. Faces are
// seen from outside their solids alone.
import { BufferGeometry, CanvasTexture, Color, DoubleSide, Float32BufferAttribute, FrontSide, Group, LineBasicMaterial } from "three";
import { LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, RepeatWrapping, SRGBColorSpace } from "three";

/** A cell of the grid, in units. */
const GRID = 64;
/** Pixels of its picture. */
const PIXELS = 128;
/** Steeper than this (z of the normal) a face is no floor: Quake's walkable slope. */
const WALKABLE = 0.7;
const CLIP_OPACITY = 0.3;
const LIQUIDS = { water: ["#2f7fb5", 0.45], slime: ["#5f9a2f", 0.6], lava: ["#e2571d", 0.8] };

export class Place {
  constructor(faces) {
    this.group = new Group();
    this.parts = [];
    this.grid = new CanvasTexture(document.createElement("canvas"));
    this.solids = [];
    for (const kind of ["solid", "patch", "triangle", "clip"]) if (faces[kind].length) this.add(kind, faces[kind]);
    for (const kind of Object.keys(LIQUIDS)) if (faces[kind].length) this.addLiquid(kind, faces[kind]);
  }

  add(kind, polygons) {
    const part = { kind, polygons, normals: polygons.map(normalOf) };
    const geometry = new BufferGeometry();
    const [corners, normals, places] = [[], [], []];
    polygons.forEach((p, face) => {
      const n = part.normals[face];
      const main = [0, 1, 2].reduce((best, i) => (Math.abs(n[i]) > Math.abs(n[best]) ? i : best), 0);
      const [u, v] = [[1, 2], [0, 2], [0, 1]][main];
      for (let i = 2; i < p.length / 3; i++)
        for (const k of [0, i - 1, i]) {
          corners.push(p[3 * k], p[3 * k + 1], p[3 * k + 2]);
          normals.push(n[0], n[1], n[2]);
          places.push(p[3 * k + u] / GRID, p[3 * k + v] / GRID);
        }
    });
    geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
    geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
    geometry.setAttribute("uv", new Float32BufferAttribute(places, 2));
    const clip = kind === "clip";
    const look = {
      side: kind === "patch" || kind === "triangle" ? DoubleSide : FrontSide,
      polygonOffset: true,
      polygonOffsetFactor: 1,
      polygonOffsetUnits: 1,
      transparent: clip,
      opacity: clip ? CLIP_OPACITY : 1,
      depthWrite: !clip,
      vertexColors: !clip,
    };
    part.mesh = new Mesh(geometry, new MeshLambertMaterial(clip ? look : { ...look, map: this.grid }));
    part.edges = outlines(polygons, kind === "patch" ? 0.2 : 0.6);
    part.mesh.visible = part.edges.visible = !clip;
    if (!clip) this.solids.push(part.mesh);
    this.parts.push(part);
    this.group.add(part.mesh, part.edges);
  }

  addLiquid(kind, polygons) {
    const corners = [];
    for (const p of polygons)
      for (let i = 2; i < p.length / 3; i++) for (const k of [0, i - 1, i]) corners.push(p[3 * k], p[3 * k + 1], p[3 * k + 2]);
    const geometry = new BufferGeometry();
    geometry.setAttribute("position", new Float32BufferAttribute(corners, 3));
    const [color, opacity] = LIQUIDS[kind];
    const mesh = new Mesh(geometry, new MeshBasicMaterial({ color, opacity, transparent: true, depthWrite: false, side: DoubleSide }));
    this.group.add(mesh);
  }

  get hasClip() {
    return this.parts.some((p) => p.kind === "clip");
  }

  showClip(on) {
    for (const p of this.parts) if (p.kind === "clip") p.mesh.visible = p.edges.visible = on;
  }

  /** Floors, slopes too steep to stand on, walls and ceilings each have a colour of the page. */
  paint(colour) {
    const tones = ["floor", "steep", "wall", "ceiling"].map((name) => new Color(colour(name)));
    this.drawGrid(colour("grid-line"));
    for (const { kind, polygons, normals, mesh, edges } of this.parts) {
      edges.material.color = new Color(colour("edge-line"));
      if (kind === "clip") {
        mesh.material.color = new Color(colour("clip"));
        continue;
      }
      const values = [];
      polygons.forEach((p, face) => {
        const z = normals[face][2];
        const tone = tones[z >= WALKABLE ? 0 : z > 0.1 ? 1 : z > -0.5 ? 2 : 3];
        for (let k = 0; k < 3 * (p.length / 3 - 2); k++) values.push(tone.r, tone.g, tone.b);
      });
      mesh.geometry.setAttribute("color", new Float32BufferAttribute(values, 3));
    }
  }

  drawGrid(line) {
    const canvas = this.grid.image;
    canvas.width = canvas.height = PIXELS;
    const pen = canvas.getContext("2d");
    pen.fillStyle = "#ffffff";
    pen.fillRect(0, 0, PIXELS, PIXELS);
    pen.strokeStyle = line;
    pen.lineWidth = 2;
    pen.strokeRect(0, 0, PIXELS, PIXELS);
    pen.globalAlpha = 0.3;
    pen.lineWidth = 1;
    for (let i = 1; i < 4; i++) {
      const at = (i * PIXELS) / 4;
      pen.strokeRect(at, -1, 0, PIXELS + 2);
      pen.strokeRect(-1, at, PIXELS + 2, 0);
    }
    this.grid.wrapS = this.grid.wrapT = RepeatWrapping;
    this.grid.colorSpace = SRGBColorSpace;
    this.grid.anisotropy = 4;
    this.grid.needsUpdate = true;
  }

  dispose() {
    this.group.traverse((o) => {
      o.geometry?.dispose();
      o.material?.dispose();
    });
    this.grid.dispose();
  }
}

/** Unit normal of a polygon, by Newell's sum: right for any convex outline. */
function normalOf(p) {
  const n = [0, 0, 0];
  const count = p.length / 3;
  for (let i = 0; i < count; i++) {
    const [a, b] = [3 * i, 3 * ((i + 1) % count)];
    for (let k = 0; k < 3; k++) {
      const [u, v] = [(k + 1) % 3, (k + 2) % 3];
      n[k] += (p[a + u] - p[b + u]) * (p[a + v] + p[b + v]);
    }
  }
  const length = Math.hypot(...n) || 1;
  return n.map((x) => x / length);
}

function outlines(polygons, opacity) {
  const lines = [];
  for (const p of polygons) {
    const n = p.length / 3;
    for (let i = 0; i < n; i++) for (const k of [i, (i + 1) % n]) lines.push(p[3 * k], p[3 * k + 1], p[3 * k + 2]);
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(lines, 3));
  return new LineSegments(geometry, new LineBasicMaterial({ transparent: true, opacity }));
}
