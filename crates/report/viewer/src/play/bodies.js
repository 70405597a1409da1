// The contestants as they are seen: hulls, what they touch, what their last tick asked, marks, and ghosts of recorded runs.
import { BoxGeometry, BufferGeometry, CapsuleGeometry, Color, CylinderGeometry, EdgesGeometry, Float32BufferAttribute, Group } from "three";
import { LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, MeshLambertMaterial, OctahedronGeometry, Points, PointsMaterial } from "three";
import { Steering } from "../steering.js";

const OPACITY = 0.5;
/** Edges of a hull are drawn where its faces meet at more than this, in degrees. */
const EDGE = 30;
/** Length of a contact's normal, in units. */
const NORMAL = 18;
/** Sweeps are drawn so many times as long as they are: in a tick a runner moves 2.5 units. */
const STRETCH = 8;
/** Size of a mark, in units. */
const MARK = 7;
/** Marks that are kept; the oldest go first. */
export const MARKS = 60;

/** One contestant. */
export class Figure {
  constructor(outline, colour) {
    this.outline = outline;
    this.group = new Group();
    this.postures = outline.heights.map(([feet, top]) => hull(outline, feet, top));
    this.group.add(...this.postures);
    this.contacts = lines(1);
    this.dots = new Points(this.contacts.geometry, new PointsMaterial({ size: 7, sizeAttenuation: false, depthTest: false, transparent: true }));
    this.dots.frustumCulled = false;
    this.dots.renderOrder = 3;
    this.contacts.add(this.dots);
    this.fan = lines(1);
    /** Its velocity, its keys, and the velocity's share along them. */
    this.steering = new Steering();
    this.paint(colour);
  }

  paint(colour) {
    const own = new Color(colour);
    this.group.traverse((o) => {
      o.material?.color.copy(own);
      o.material?.emissive?.copy(own).multiplyScalar(0.35);
    });
  }

  /** Colours of what it touches and of its sweeps. */
  paintLines(touch, fan, keys) {
    this.steering.paint(touch, keys, fan);
    this.contacts.material.color = this.dots.material.color = new Color(touch);
    this.fan.material.color = new Color(fan);
  }

  move([x, y, z], crouched) {
    this.group.position.set(x, y, z);
    this.postures[0].visible = !crouched;
    this.postures[1].visible = crouched;
  }

  /** The hull of the one followed is drawn over those that stand in it. */
  front(on) {
    this.group.traverse((o) => (o.renderOrder = on ? 2 : 1));
  }

  /** Points and normals, 6 numbers each. */
  touch(words) {
    const points = [];
    for (let i = 0; i < words.length; i += 6) {
      const [x, y, z, a, b, c] = words.subarray(i, i + 6);
      points.push(x, y, z, x + a * NORMAL, y + b * NORMAL, z + c * NORMAL);
    }
    redraw(this.contacts, points);
    // The dots are the points touched: every other end of a line.
    const feet = new Float32BufferAttribute(points.filter((_, i) => i % 6 < 3), 3);
    this.dots.geometry = new BufferGeometry().setAttribute("position", feet);
  }

  /** Sweeps, 8 numbers each: start and stop come first. They are drawn longer than they are. */
  traces(words) {
    const points = [];
    for (let i = 0; i < words.length; i += 8) {
      const [x, y, z, a, b, c] = words.subarray(i, i + 6);
      points.push(x, y, z, x + (a - x) * STRETCH, y + (b - y) * STRETCH, z + (c - z) * STRETCH);
    }
    redraw(this.fan, points);
  }
}

/** Where something went wrong. */
export class Marks {
  constructor() {
    this.group = new Group();
    this.shape = new OctahedronGeometry(MARK);
    this.material = new MeshBasicMaterial({ transparent: true, opacity: 0.85 });
    this.list = [];
  }

  add(mark) {
    const mesh = new Mesh(this.shape, this.material);
    mesh.position.set(...mark.at);
    this.group.add(mesh);
    this.list.push(mark);
    if (this.list.length > MARKS) {
      this.list.shift();
      this.group.remove(this.group.children[0]);
    }
  }

  clear() {
    this.list = [];
    this.group.clear();
  }
}

/** A run that was recorded: 5 words a state, seconds, x, y, z and whether it crouches. */
export class Ghost {
  constructor(name, words, outline, colour) {
    this.name = name;
    this.words = words;
    this.figure = new Figure(outline, colour);
    this.line = lines(0.5);
    this.line.material.color = new Color(colour);
    const points = [];
    for (let i = 5; i < words.length; i += 5) points.push(words[i - 4], words[i - 3], words[i - 2], words[i + 1], words[i + 2], words[i + 3]);
    redraw(this.line, points);
    this.group = new Group();
    this.group.add(this.figure.group, this.line);
    this.at = 0;
  }

  get seconds() {
    return this.words[this.words.length - 5];
  }

  get start() {
    return [...this.words.subarray(1, 4)];
  }

  /** Moves to a time since its start, and says where it is then. */
  seek(seconds) {
    const last = this.words.length / 5 - 1;
    if (seconds < this.words[5 * this.at]) this.at = 0;
    while (this.at < last && this.words[5 * (this.at + 1)] <= seconds) this.at++;
    const [a, b] = [5 * this.at, 5 * Math.min(this.at + 1, last)];
    const span = this.words[b] - this.words[a];
    const share = span > 0 ? Math.min(Math.max((seconds - this.words[a]) / span, 0), 1) : 0;
    const place = [1, 2, 3].map((k) => this.words[a + k] + (this.words[b + k] - this.words[a + k]) * share);
    this.figure.move(place, this.words[a + 4] > 0);
    return place;
  }
}

function lines(opacity) {
  const drawn = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ transparent: true, opacity, depthTest: false }));
  drawn.frustumCulled = false;
  drawn.renderOrder = 3;
  return drawn;
}

function redraw(drawn, points) {
  drawn.geometry.dispose();
  drawn.geometry = new BufferGeometry();
  drawn.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
}

/** A hull; that of the walker in two parts, the lower one fainter. */
function hull({ shape, half, knee }, feet, top) {
  const group = new Group();
  const part = (low, high, opacity) => {
    const height = Math.max(high - low, 1);
    const geometry = solid(shape, half, height);
    const mesh = new Mesh(geometry, new MeshLambertMaterial({ transparent: true, opacity, depthWrite: false }));
    mesh.add(new LineSegments(new EdgesGeometry(geometry, EDGE), new LineBasicMaterial()));
    mesh.position.z = (low + high) / 2;
    group.add(mesh);
  };
  if (knee === null || knee >= top) part(feet, top, OPACITY);
  else {
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
      : new CylinderGeometry(half, half, height, 24);
  return round.rotateX(Math.PI / 2);
}
