// The world as it is walked: shaded faces on a grid of 64 units, their edges, liquids, and player clip on demand. Faces are
// seen from outside their solids alone. The world is cut into blocks, so that what is behind the eye is not drawn and what is
// near is drawn first.
import { BufferAttribute, BufferGeometry, CanvasTexture, Color, DoubleSide, Float32BufferAttribute, Group, LineBasicMaterial } from "three";
import { LineSegments, Mesh, MeshBasicMaterial, NoColorSpace, RepeatWrapping } from "three";
import { drawnInSoftware, lit, screen, shade } from "./light.js";

/** A cell of the grid, in units. */
const GRID = 64;
/** Pixels of its picture. */
const PIXELS = 128;
/** Side of a block, in units. */
const BLOCK = 1024;
/** Steeper than this (z of the normal) a face is no floor: Quake's walkable slope. */
const WALKABLE = 0.7;
/** Blocks further away than this show no edges: there they run together, and to draw them costs most of a large map. */
const EDGES_REACH = 2048;
const CLIP_OPACITY = 0.3;
const LIQUIDS = { water: ["#2f7fb5", 0.45], slime: ["#5f9a2f", 0.6], lava: ["#e2571d", 0.8] };

export class Place {
  /** The picture of the grid may be another place's. */
  constructor(faces, grid = null) {
    this.group = new Group();
    this.borrows = grid !== null;
    this.grid = grid ?? new CanvasTexture(document.createElement("canvas"));
    this.blocks = [];
    /** Meshes that the eye must not look through. */
    this.solids = [];
    for (const kind of ["solid", "patch", "triangle"]) if (faces[kind].length) this.add(kind, faces[kind]);
    if (faces.clip.length) this.addClip(faces.clip);
    for (const kind of Object.keys(LIQUIDS)) if (faces[kind].length) this.addLiquid(kind, faces[kind]);
  }

  add(kind, polygons) {
    const material = lit(this.grid, kind !== "solid");
    const line = new LineBasicMaterial({ transparent: true, opacity: kind === "patch" ? 0.2 : 0.6 });
    for (const here of inBlocks(polygons)) {
      const block = { normals: here.map(normalOf), corners: here.map(cornersOf), line };
      const mesh = new Mesh(triangles(here), material);
      mesh.geometry.setAttribute("uv", places(here, block.normals));
      block.mesh = mesh;
      this.blocks.push(block);
      this.solids.push(mesh);
      block.edges = new LineSegments(outlines(here), line);
      block.edges.geometry.computeBoundingSphere();
      this.group.add(mesh, block.edges);
    }
  }

  addClip(polygons) {
    const look = { transparent: true, opacity: CLIP_OPACITY, depthWrite: false, polygonOffset: true, polygonOffsetFactor: 1, polygonOffsetUnits: 1 };
    this.clip = [
      new Mesh(triangles(polygons), new MeshBasicMaterial(look)),
      new LineSegments(outlines(polygons), new LineBasicMaterial({ transparent: true, opacity: 0.6 })),
    ];
    this.group.add(...this.clip);
    this.showClip(false);
  }

  addLiquid(kind, polygons) {
    const [color, opacity] = LIQUIDS[kind];
    const look = { color, opacity, transparent: true, depthWrite: false, side: DoubleSide };
    this.group.add(new Mesh(triangles(polygons), new MeshBasicMaterial(look)));
  }

  /** Shows the edges of what is near the eye alone. */
  seenFrom(eye) {
    for (const { edges } of this.blocks) {
      const { center, radius } = edges.geometry.boundingSphere;
      edges.visible = center.distanceTo(eye) - radius < EDGES_REACH;
    }
  }

  get hasClip() {
    return this.clip !== undefined;
  }

  showClip(on) {
    for (const part of this.clip ?? []) part.visible = on;
  }

  /** Floors, slopes too steep to stand on, walls and ceilings each have a colour of the page. */
  paint(colour) {
    const tones = ["floor", "steep", "wall", "ceiling"].map((name) => new Color(colour(name)));
    if (!this.borrows) this.drawGrid(colour("grid-line"));
    for (const { normals, corners, mesh, line } of this.blocks) {
      line.color = new Color(colour("edge-line"));
      const values = new Uint8Array(3 * mesh.geometry.attributes.position.count);
      let at = 0;
      normals.forEach((normal, face) => {
        const z = normal[2];
        const tone = tones[z >= WALKABLE ? 0 : z > 0.1 ? 1 : z > -0.5 ? 2 : 3];
        const bright = shade(normal);
        const [r, g, b] = [tone.r, tone.g, tone.b].map((part) => screen(part * bright));
        for (const end = at + 3 * corners[face]; at < end; at += 3) [values[at], values[at + 1], values[at + 2]] = [r, g, b];
      });
      mesh.geometry.setAttribute("color", new BufferAttribute(values, 3, true));
    }
    if (!this.clip) return;
    this.clip[0].material.color = new Color(colour("clip"));
    this.clip[1].material.color = new Color(colour("edge-line"));
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
    // Colours here are the screen's already.
    this.grid.colorSpace = NoColorSpace;
    this.grid.anisotropy = drawnInSoftware() ? 1 : 4;
    this.grid.needsUpdate = true;
  }

  dispose() {
    this.group.traverse((o) => {
      o.geometry?.dispose();
      o.material?.dispose();
    });
    if (!this.borrows) this.grid.dispose();
  }
}

/** Polygons by the block of their first corner. */
function inBlocks(polygons) {
  const blocks = new Map();
  for (const p of polygons) {
    const key = [0, 1, 2].map((k) => Math.floor(p[k] / BLOCK)).join();
    if (!blocks.has(key)) blocks.set(key, []);
    blocks.get(key).push(p);
  }
  return blocks.values();
}

/** Corners of a polygon's triangles. */
function cornersOf(p) {
  return 3 * (p.length / 3 - 2);
}

/** A fan of triangles for each polygon. */
function triangles(polygons) {
  const points = new Float32Array(3 * polygons.reduce((sum, p) => sum + cornersOf(p), 0));
  let at = 0;
  for (const p of polygons)
    for (let i = 2; i < p.length / 3; i++)
      for (const k of [0, i - 1, i]) {
        points.set(p.subarray(3 * k, 3 * k + 3), at);
        at += 3;
      }
  return new BufferGeometry().setAttribute("position", new BufferAttribute(points, 3));
}

/** Where the corners are on the grid's picture: along the two axes that a face looks along least. */
function places(polygons, normals) {
  const values = [];
  polygons.forEach((p, face) => {
    const n = normals[face].map(Math.abs);
    const main = n.indexOf(Math.max(...n));
    const [u, v] = [[1, 2], [0, 2], [0, 1]][main];
    for (let i = 2; i < p.length / 3; i++) for (const k of [0, i - 1, i]) values.push(p[3 * k + u] / GRID, p[3 * k + v] / GRID);
  });
  return new Float32BufferAttribute(values, 2);
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

/** Every edge once: neighbours share theirs. */
function outlines(polygons) {
  const [lines, seen] = [[], new Set()];
  for (const p of polygons) {
    const n = p.length / 3;
    for (let i = 0; i < n; i++) {
      const [a, b] = [3 * i, 3 * ((i + 1) % n)];
      const ends = [p.subarray(a, a + 3).join(" "), p.subarray(b, b + 3).join(" ")].sort().join(" ");
      if (seen.has(ends)) continue;
      seen.add(ends);
      lines.push(p[a], p[a + 1], p[a + 2], p[b], p[b + 1], p[b + 2]);
    }
  }
  return new BufferGeometry().setAttribute("position", new Float32BufferAttribute(lines, 3));
}
