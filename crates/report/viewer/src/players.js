// The contestants: each a hull in its colour, a trail, an arrow for its velocity, and arrows for its keys.
import { ArrowHelper, BoxGeometry, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, EdgesGeometry } from "three";
import { Float32BufferAttribute, Group, LineBasicMaterial, LineSegments, Mesh, MeshLambertMaterial } from "three";
import { Points, PointsMaterial, Vector3 } from "three";
import { ARROW_SECONDS, Steering } from "./steering.js";
import { segments, Trail } from "./trail.js";

/** The trail shows so many seconds. */
const TRAIL_SECONDS = 4;
/** Share of its colour that a hull has in the shade. */
const GLOW = 0.35;
/** Hulls let others shine through: contestants mostly stand in one place. */
const OPACITY = 0.5;
/** Edges of a hull are drawn where its faces meet at more than this, in degrees. */
const EDGE = 30;
/** Hairs along the path stand so many seconds apart. */
const HAIR_SECONDS = 0.16;
/** Length of a contact's normal, in units. */
const NORMAL = 14;
/** Slower than this, in units per second, there is no arrow. */
const STILL = 5;
/** Names of keys, by their bits. The first four give a direction. */
const KEYS = ["W", "S", "A", "D", "jump", "crouch"];
const WAYS = 0b1111;

export class Player {
  /** A contestant; `behind` others are drawn over its path. */
  constructor(contestant, tickSeconds, behind) {
    this.run = contestant;
    /** Whether a reader wants to see it. */
    this.wanted = true;
    this.trailTicks = Math.round(TRAIL_SECONDS / tickSeconds);
    this.group = new Group();
    this.body = hull(contestant.body);
    const path = segments(contestant);
    this.trail = new Trail(path, this.trailTicks, behind, false);
    this.whole = new Trail(path, path.length / 6, behind, true);
    this.path = new Group();
    this.path.add(this.trail.line, this.whole.line);
    this.arrow = new ArrowHelper(new Vector3(1, 0, 0), new Vector3(), 1);
    this.hairs = hairs(contestant, Math.max(1, Math.round(HAIR_SECONDS / tickSeconds)));
    this.touching = normals(contestant);
    this.contacts = new Group();
    this.contacts.add(this.touching.now.lines, this.touching.now.dots, this.touching.trail);
    this.steering = new Steering();
    this.steering.visible = false;
    this.group.add(this.body, this.path, this.arrow, this.hairs.lines, this.contacts, this.steering);
    this.at = new Vector3();
    this.velocity = new Vector3();
  }

  paint(colour) {
    const own = new Color(colour(`c${this.run.colour}`));
    this.body.traverse((o) => {
      o.material?.color.copy(own);
      o.material?.emissive?.copy(own).multiplyScalar(GLOW);
    });
    for (const trail of [this.trail, this.whole]) trail.paint(own);
    this.hairs.lines.material.color.copy(own);
    const ink = new Color(colour("ink"));
    for (const o of this.contacts.children) o.material.color.copy(ink);
    this.arrow.setColor(own);
    this.steering.paint(ink, colour("link"), colour("fail"));
  }

  /** Shows the faces of the hull, or its edges alone. */
  fill(on) {
    this.filled = on;
    for (const part of this.body.children) part.material.visible = on;
  }

  /** Moves to a tick, which need not be whole: between two the hull is drawn between the two places. */
  seek(tick) {
    const { position, velocity, yaw } = this.run;
    const last = position[0].length - 1;
    const k = Math.min(Math.floor(tick), last);
    const next = Math.min(k + 1, last);
    const share = Math.min(tick - k, 1);
    const mix = (column) => column[k] + (column[next] - column[k]) * share;
    this.at.set(...position.map(mix));
    this.velocity.set(...velocity.map(mix));
    this.yaw = yaw[k];
    this.body.position.copy(this.at);
    this.arrow.position.copy(this.at);
    const speed = this.velocity.length();
    this.arrow.visible = this.arrows && speed > STILL;
    if (this.arrow.visible) {
      this.arrow.setDirection(this.velocity.clone().divideScalar(speed));
      this.arrow.setLength(speed * ARROW_SECONDS, 8, 5);
    }
    if (this.steering.visible) this.steering.steer(this.at.toArray(), this.velocity.toArray(), this.way(k));
    const from = Math.max(0, k - this.trailTicks);
    this.trail.show(from, k);
    this.hairs.lines.visible = this.arrows;
    const [a, b] = [from, k].map((t) => Math.ceil(t / this.hairs.every));
    this.hairs.lines.geometry.setDrawRange(2 * a, 2 * Math.max(0, b - a));
    const { first } = this.run.contacts;
    const { now, trail, trailFirst } = this.touching;
    now.lines.geometry.setDrawRange(2 * first[k], 2 * (first[k + 1] - first[k]));
    now.dots.geometry.setDrawRange(first[k], first[k + 1] - first[k]);
    trail.geometry.setDrawRange(2 * trailFirst[from], 2 * (trailFirst[k] - trailFirst[from]));
  }

  /** The level direction that the keys of a tick ask for, or null. */
  way(k) {
    const { keys, wish } = this.run;
    return keys[k] & WAYS ? [Math.cos(wish[k]), Math.sin(wish[k])] : null;
  }

  /** The keys of a tick, in words. */
  held(k) {
    const down = KEYS.filter((_, bit) => this.run.keys[k] & (1 << bit));
    return down.join(" ") || "none";
  }
}

function geometryOf(points) {
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  return geometry;
}

/** Velocities along the path: one every so many ticks. */
function hairs({ position, velocity }, every) {
  const points = [];
  for (let k = 0; k < position[0].length; k += every) {
    const at = position.map((column) => column[k]);
    points.push(...at, ...at.map((x, i) => x + velocity[i][k] * ARROW_SECONDS));
  }
  const lines = new LineSegments(geometryOf(points), new LineBasicMaterial({ transparent: true, opacity: 0.45 }));
  lines.frustumCulled = false;
  return { lines, every };
}

/** Normals of what is touched, from where the hull touches it: of every tick, and a thinner choice for the trail. */
function normals({ position, contacts, body }) {
  const ticks = position[0].length;
  const { first } = contacts;
  const all = [];
  const feet = [];
  const trail = [];
  const trailFirst = new Uint32Array(ticks + 1);
  for (let k = 0; k < ticks; k++) {
    const at = position.map((column) => column[k]);
    const same = k > 0 && first[k + 1] - first[k] === first[k] - first[k - 1];
    let news = false;
    for (let c = first[k]; c < first[k + 1]; c++) {
      const n = contacts.normals.map((column) => column[c] / 127);
      const before = first[k - 1] + c - first[k];
      if (!same || contacts.normals.some((column) => column[c] !== column[before])) news = true;
      const reach = [body.half, body.half, n[2] > 0 ? -body.feet : body.top];
      const foot = at.map((x, i) => x - Math.sign(n[i]) * reach[i] * (Math.abs(n[i]) > 0.05 ? 1 : 0));
      const tip = foot.map((x, i) => x + n[i] * NORMAL);
      all.push(...foot, ...tip);
      feet.push(...foot);
    }
    // The trail shows where something new is touched: on a floor each tick is like the last.
    trailFirst[k + 1] = trailFirst[k];
    if (news) {
      trail.push(...all.slice(6 * first[k], 6 * first[k + 1]));
      trailFirst[k + 1] += first[k + 1] - first[k];
    }
  }
  const lines = (points, opacity) => {
    const drawn = new LineSegments(geometryOf(points), new LineBasicMaterial({ transparent: true, opacity }));
    drawn.frustumCulled = false;
    return drawn;
  };
  const dots = new Points(geometryOf(feet), new PointsMaterial({ size: 6, sizeAttenuation: false }));
  dots.frustumCulled = false;
  return { now: { lines: lines(all, 1), dots }, trail: lines(trail, 0.6), trailFirst };
}

/** The hull: the two-cylinder walker as two cylinders, the lower one thinner to the eye. */
function hull({ shape, half, feet, top, knee }) {
  const group = new Group();
  const part = (low, high, opacity) => {
    const geometry = solid(shape, half, high - low);
    const mesh = new Mesh(geometry, new MeshLambertMaterial({ transparent: true, opacity, depthWrite: false }));
    mesh.add(new LineSegments(new EdgesGeometry(geometry, EDGE), new LineBasicMaterial()));
    mesh.position.z = (low + high) / 2;
    group.add(mesh);
  };
  if (knee === null) {
    part(feet, top, OPACITY);
  } else {
    part(knee, top, OPACITY);
    part(feet, knee, OPACITY / 2);
  }
  return group;
}

function solid(shape, half, height) {
  if (shape === "box") return new BoxGeometry(2 * half, 2 * half, height);
  const round =
    shape === "capsule"
      ? new CapsuleGeometry(half, Math.max(height - 2 * half, 0), 8, 24)
      : new CylinderGeometry(half, half, height, 32);
  return round.rotateX(Math.PI / 2);
}
