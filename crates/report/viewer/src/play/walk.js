// The walk: fixed ticks, interpolated between; the session behind it; and the camera.
import { Color, PerspectiveCamera, Raycaster, Scene, Vector3, WebGLRenderer } from "three";
import { BufferGeometry, Float32BufferAttribute, Group, LineBasicMaterial, LineSegments } from "three";
import { Figure, Ghost, Marks } from "./bodies.js";
import { RIDE_WORD, STATE_WORDS, TURN_WORDS } from "./game.js";
import { drawnInSoftware, lamps } from "./light.js";
import { Motion } from "./motion.js";
import { Pace } from "./pace.js";
import { Place } from "./place.js";

/** A frame never makes up for more than this, in seconds: after a pause the walk goes on and does not race. */
const LONGEST_FRAME = 0.25;
/** Units behind and above the body, seen from behind. */
const BEHIND = 150;
/** The eye keeps this far from walls, in units. */
const ROOM = 6;
/** A hull around the eye is not drawn: one sees nothing else. It is nearer than this sideways, in units. */
const AROUND = 26;
/** Speed of flight in units per second. */
const FLIGHT = 600;
/** The eye looks at most so far up or down, in degrees. */
const STEEPEST = 89;
/** Colours of contestants that the page has. */
const COLOURS = 8;
/** Most ghosts of recorded runs; the oldest goes first. */
const GHOSTS = 4;

export class Walk {
  constructor(canvas, game, hands, tell) {
    Object.assign(this, { canvas, game, hands, tell });
    this.renderer = new WebGLRenderer({ canvas, antialias: !drawnInSoftware() });
    this.pace = new Pace();
    this.scene = new Scene();
    this.camera = new PerspectiveCamera(73, 1, 2, 60000);
    this.camera.up.set(0, 0, 1);
    this.scene.add(...lamps());
    this.marks = new Marks();
    this.others = new Group();
    this.ghosts = [];
    this.ties = new LineSegments(new BufferGeometry(), new LineBasicMaterial({ vertexColors: true, depthTest: false }));
    this.ties.frustumCulled = false;
    this.scene.add(this.marks.group, this.others, this.ties);
    this.names = [];
    this.figures = [];
    this.followed = 0;
    this.msec = 8;
    this.slow = 1;
    this.fov = 100;
    this.shows = { third: false, ghosts: true, apart: false, contacts: false, fan: false, steering: false, triggers: true };
    this.paused = this.flying = false;
    this.hashing = false;
    this.ticks = 0;
    this.left = 0;
    this.ray = new Raycaster();
    new ResizeObserver(() => this.resize()).observe(canvas);
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.paint());
  }

  /** Takes up a scene that the session has loaded. */
  begin(about) {
    this.about = about;
    if (this.place) {
      this.scene.remove(this.place.group);
      this.place.dispose();
    }
    this.place = new Place(this.game.faces());
    this.scene.add(this.place.group);
    for (const figure of this.figures) this.remove(figure);
    for (const ghost of this.ghosts) this.scene.remove(ghost.group);
    [this.names, this.figures, this.ghosts] = [[], [], []];
    this.marks.clear();
    this.followed = 0;
    this.msec = Math.fround(about.msec);
    this.profileName = about.profile;
    this.hands.look(about.start[3], 0);
    this.forgetMotion();
    this.paint();
  }

  forgetMotion() {
    if (!this.motion) return;
    this.scene.remove(this.motion.group);
    this.motion.dispose();
    this.motion = null;
  }

  /** Takes up what moves: once somebody is in play, and again by another movement. */
  setInMotion() {
    this.forgetMotion();
    this.motion = new Motion(this.game, this.place.grid);
    this.motion.paint((name) => this.colour(name));
    this.scene.add(this.motion.group);
    this.remember();
  }

  /** How much higher the origin of the player's body is than that of the scene's own player in the same place. */
  get lift() {
    return this.about.feet - this.figures[this.followed].outline.heights[0][0];
  }

  /** Whether the movement is the scene's own, which `compare replay` reads from the scene. */
  get ownProfile() {
    return this.isScene && this.profileName === this.about.profile;
  }

  colour(name) {
    return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
  }

  paint() {
    if (!this.place) return;
    this.scene.background = new Color(this.colour("sky"));
    this.place.paint((name) => this.colour({ wall: "high" }[name] ?? name));
    this.motion?.paint((name) => this.colour(name));
    this.figures.forEach((f, i) => this.paintFigure(f, i));
    for (const g of this.ghosts) g.figure.paint(this.colour("muted"));
    this.marks.material.color = new Color(this.colour("fail"));
  }

  paintFigure(figure, index) {
    figure.paint(this.colour(`c${this.hue(index)}`));
    figure.paintLines(this.colour("text"), this.colour("sweep"), this.colour("link"));
  }

  hue(index) {
    return this.hues[index] % COLOURS;
  }

  /** Lets a contestant in, beside the one that is followed. */
  enter(name, beside = true) {
    const outline = this.game.enter(name);
    const index = this.names.push(outline.name) - 1;
    this.hues ??= [];
    this.hues[index] = this.nextHue();
    const figure = new Figure(outline, this.colour(`c${this.hue(index)}`));
    this.figures.push(figure);
    this.paintFigure(figure, index);
    this.add(figure);
    if (beside && index > 0) this.bring(index);
    this.remember();
    return outline;
  }

  nextHue() {
    for (let hue = 0; ; hue++) if (!this.hues.slice(0, this.names.length - 1).includes(hue)) return hue;
  }

  leave(index) {
    this.game.call("leave", index);
    this.remove(this.figures[index]);
    for (const list of [this.names, this.figures, this.hues]) list.splice(index, 1);
    if (this.followed > index) this.followed--;
    else this.followed = Math.min(this.followed, this.names.length - 1);
    this.remember();
  }

  add(figure) {
    this.others.add(figure.group, figure.contacts, figure.fan, figure.steering);
  }

  remove(figure) {
    this.others.remove(figure.group, figure.contacts, figure.fan, figure.steering);
  }

  /** Becomes another contestant in the place of this one. */
  become(index) {
    if (index === this.followed || index >= this.names.length) return;
    this.game.call("bring", index, this.followed, this.hands.yaw);
    this.followed = index;
    this.game.call("look_again");
    this.remember();
  }

  bring(index) {
    this.game.call("bring", index, this.followed, this.hands.yaw);
    this.remember();
  }

  profile(name) {
    const { yaw, pitch } = this.view;
    const outlines = this.game.profile(name, yaw);
    this.hands.look(yaw, pitch);
    this.profileName = name;
    outlines.forEach((outline, i) => {
      this.remove(this.figures[i]);
      this.figures[i] = new Figure(outline, this.colour(`c${this.hue(i)}`));
      this.paintFigure(this.figures[i], i);
      this.add(this.figures[i]);
    });
    this.setInMotion();
  }

  /** Begins to record the one followed. Movers, and what they did to the view, begin anew. */
  record() {
    const { yaw, pitch } = this.view;
    this.game.call("record", this.followed, yaw);
    this.hands.look(yaw, pitch);
    this.remember();
  }

  go([x, y, z], yaw, velocity = [0, 0, 0]) {
    this.game.call("place", x, y, z, yaw, ...velocity);
    this.hands.look(yaw, 0);
    this.remember();
  }

  /** The states now are those to draw from: nothing is drawn between them and what was before. */
  remember() {
    this.breaks = (this.breaks ?? 0) + 1;
    this.now = this.game.states();
    this.before = this.now;
    this.poses = this.posesBefore = this.game.numbers("poses", this.followed);
    this.left = 0;
  }

  /** Where the one followed looks: its hands, and what movers and teleporters have turned. */
  get view() {
    const [pitch, yaw] = TURN_WORDS.map((word) => this.word(this.now, this.followed, word));
    return { yaw: this.hands.yaw + yaw, pitch: this.hands.pitch + pitch };
  }

  /** Name of the mover that a contestant stands on, or nothing. */
  ride(index) {
    return this.motion?.names[this.word(this.now, index, RIDE_WORD) - 1];
  }

  word(states, index, word) {
    return states[index * STATE_WORDS + word];
  }

  at(index) {
    return [0, 1, 2].map((k) => this.word(this.now, index, k));
  }

  velocity(index) {
    return [3, 4, 5].map((k) => this.word(this.now, index, k));
  }

  tick() {
    const { yaw, pitch, bits } = this.hands;
    this.before = this.now;
    const marks = this.game.step(bits, pitch, yaw, this.msec, this.followed);
    if (this.hashing) this.game.call("mix");
    this.now = this.game.states();
    this.posesBefore = this.poses;
    if (this.poses.length) this.poses = this.game.numbers("poses", this.followed);
    this.ticks++;
    if (marks.length) {
      marks.forEach((m) => this.marks.add({ ...m, yaw: this.view.yaw, tick: this.ticks }));
      this.onmarks?.();
    }
    for (const ghost of this.ghosts) ghost.time = Math.min((ghost.time ?? 0) + this.msec / 1000, ghost.seconds);
  }

  /** One frame of so many seconds. */
  frame(seconds) {
    if (this.pace.took(seconds)) this.resize();
    const passed = Math.min(seconds, LONGEST_FRAME);
    this.hands.advance(passed);
    if (this.flying) this.fly(passed);
    else if (!this.paused) {
      const length = this.msec / 1000;
      this.left += passed * this.slow;
      while (this.left >= length) {
        this.left -= length;
        this.tick();
      }
    }
    this.draw();
  }

  draw() {
    const share = this.paused ? 1 : Math.min(this.left / (this.msec / 1000), 1);
    const mix = (i, k) => this.word(this.before, i, k) + (this.word(this.now, i, k) - this.word(this.before, i, k)) * share;
    this.figures.forEach((figure, i) => {
      const own = i === this.followed;
      const outside = this.shows.third || this.flying;
      const seen = own ? outside : this.shows.ghosts && (outside || this.beside(i));
      figure.group.visible = seen;
      figure.front(own);
      if (seen) figure.move([0, 1, 2].map((k) => mix(i, k)), this.word(this.now, i, 7) > 0);
      figure.contacts.visible = own && this.shows.contacts;
      if (figure.contacts.visible) figure.touch(this.game.numbers("contacts", i));
      figure.fan.visible = own && this.shows.fan;
      if (figure.fan.visible) figure.traces(this.game.numbers("traces", i));
      figure.steering.visible = own && this.shows.steering;
      if (figure.steering.visible) figure.steering.steer([0, 1, 2].map((k) => mix(i, k)), this.velocity(i), this.keysWay());
    });
    for (const ghost of this.ghosts) ghost.seek(ghost.time ?? 0);
    if (this.motion) {
      this.motion.seek(this.posesBefore, this.poses, share);
      this.motion.triggers.group.visible = this.shows.triggers;
      this.motion.triggers.seenFrom(this.camera.position);
    }
    if (!this.flying) this.look([0, 1, 2].map((k) => mix(this.followed, k)));
    this.tie();
    this.place.seenFrom(this.camera.position);
    this.renderer.render(this.scene, this.camera);
  }

  /** The level direction that the keys ask for, or null. */
  keysWay() {
    const { bits } = this.hands;
    const sign = (plus, minus) => Number((bits & plus) > 0) - Number((bits & minus) > 0);
    const [ahead, right] = [sign(1, 2), sign(8, 4)];
    const length = Math.hypot(ahead, right);
    const yaw = (this.view.yaw * Math.PI) / 180;
    const way = [ahead * Math.cos(yaw) + right * Math.sin(yaw), ahead * Math.sin(yaw) - right * Math.cos(yaw)];
    return length > 0 ? way.map((x) => x / length) : null;
  }

  /** Whether a contestant stands beside the eye, and not around it. */
  beside(index) {
    const [a, b] = [this.at(this.followed), this.at(index)];
    return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1])) > AROUND || Math.abs(a[2] - b[2]) > 2 * AROUND;
  }

  look(at) {
    const { eyes } = this.figures[this.followed].outline;
    const eye = new Vector3(at[0], at[1], at[2] + eyes[this.word(this.now, this.followed, 7) > 0 ? 1 : 0]);
    const ahead = this.ahead();
    if (this.shows.third) {
      this.ray.set(eye, ahead.clone().negate());
      this.ray.far = BEHIND;
      const met = this.ray.intersectObjects([...this.place.solids, ...(this.motion?.solids ?? [])], false)[0];
      eye.addScaledVector(ahead, -Math.max((met?.distance ?? BEHIND) - ROOM, 0));
    }
    this.camera.position.copy(eye);
    this.camera.lookAt(eye.add(ahead));
  }

  ahead() {
    const { view } = this;
    const steep = Math.max(-STEEPEST, Math.min(STEEPEST, view.pitch));
    const [yaw, pitch] = [view.yaw, steep].map((a) => (a * Math.PI) / 180);
    return new Vector3(Math.cos(yaw) * Math.cos(pitch), Math.sin(yaw) * Math.cos(pitch), -Math.sin(pitch));
  }

  fly(seconds) {
    const ahead = this.ahead();
    const right = ahead.clone().cross(this.camera.up).normalize();
    const bits = this.hands.bits;
    const step = new Vector3();
    [[1, ahead, 1], [2, ahead, -1], [8, right, 1], [4, right, -1], [16, this.camera.up, 1], [32, this.camera.up, -1]].forEach(
      ([bit, way, sign]) => bits & bit && step.addScaledVector(way, sign),
    );
    if (step.lengthSq() > 0) this.camera.position.addScaledVector(step.normalize(), FLIGHT * seconds);
    this.camera.lookAt(this.camera.position.clone().add(ahead));
  }

  /** Flies, or lands where the eye is. */
  toggleFlight() {
    this.flying = !this.flying;
    if (this.flying) return;
    const { eyes } = this.figures[this.followed].outline;
    const { x, y, z } = this.camera.position;
    const { yaw, pitch } = this.view;
    this.go([x, y, z - eyes[0]], yaw);
    this.hands.look(yaw, pitch);
  }

  /** Lines from the one followed to the others. */
  tie() {
    this.ties.visible = this.shows.apart && this.shows.ghosts;
    if (!this.ties.visible) return;
    const [points, colours] = [[], []];
    const own = this.at(this.followed);
    this.names.forEach((_, i) => {
      if (i === this.followed) return;
      const c = new Color(this.colour(`c${this.hue(i)}`));
      points.push(...own, ...this.at(i));
      colours.push(c.r, c.g, c.b, c.r, c.g, c.b);
    });
    this.ties.geometry.dispose();
    this.ties.geometry = new BufferGeometry();
    this.ties.geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
    this.ties.geometry.setAttribute("color", new Float32BufferAttribute(colours, 3));
  }

  /** How far a contestant is from the one followed, in units. */
  apart(index) {
    const [a, b] = [this.at(this.followed), this.at(index)];
    return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
  }

  /** A recorded run as a ghost; it starts now, and everyone at its start. */
  race(name, words) {
    const ghost = new Ghost(name, words, this.figures[this.followed].outline, this.colour("muted"));
    this.ghosts.push(ghost);
    this.scene.add(ghost.group);
    if (this.ghosts.length > GHOSTS) this.scene.remove(this.ghosts.shift().group);
    for (const g of this.ghosts) g.time = 0;
    this.go(ghost.start, this.view.yaw);
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (w === 0 || h === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2) * this.pace.share);
    this.renderer.setSize(w, h, false);
    this.camera.aspect = w / h;
    this.camera.fov = this.vertical(w / h);
    this.camera.updateProjectionMatrix();
  }

  /** The field of view is that of a picture of 4:3, as in the field's games; wider pictures show more at the sides. */
  vertical(aspect) {
    const half = Math.tan((this.fov * Math.PI) / 360);
    const vertical = Math.min(half / (4 / 3), aspect < 4 / 3 ? half / aspect : Infinity);
    return (2 * Math.atan(vertical) * 180) / Math.PI;
  }
}
