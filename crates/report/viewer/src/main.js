// The 3-D replay of a Clipmark report. It draws only while it is on the screen, and only what has changed.
import { AmbientLight, BufferGeometry, Color, DirectionalLight, Float32BufferAttribute, Group } from "three";
import { LineBasicMaterial, LineSegments, Mesh, MeshBasicMaterial, OctahedronGeometry, Raycaster, Scene, Vector2, Vector3 } from "three";
import { WebGLRenderer } from "three";
import { decode } from "./data.js";
import { Eye } from "./eye.js";
import { Player } from "./players.js";
import { Scenery } from "./scenery.js";

/** Size of the mark of a failure, in units, and how high above the origin it hangs: over the head. */
const MARK = 7;
const MARK_ABOVE = 46;
/** A pointer that moves less than this, in pixels, has clicked and not dragged. */
const CLICK = 4;

const figure = document.getElementById("replay");
if (figure) whenSeen(figure, () => start(figure).catch((e) => say(figure, `The replay cannot be shown: ${e.message}`)));

function whenSeen(element, then) {
  const watch = new IntersectionObserver((seen) => {
    if (!seen.some((s) => s.isIntersecting)) return;
    watch.disconnect();
    then();
  }, { rootMargin: "200px" });
  watch.observe(element);
}

function say(figure, text) {
  figure.querySelector(".replay-status").textContent = text;
}

async function start(figure) {
  const data = await decode(document.getElementById("replay-data").textContent);
  const replay = new Replay(figure, data);
  say(figure, "");
  figure.dataset.ready = "yes";
  figure.replay = replay;
}

/** Colours of the page, light or dark. */
function pageColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`).trim();
}

class Replay {
  constructor(figure, data) {
    this.figure = figure;
    this.data = data;
    this.canvas = figure.querySelector("canvas");
    this.renderer = new WebGLRenderer({ canvas: this.canvas, antialias: true });
    this.scene = new Scene();
    this.scenery = new Scenery(data.faces);
    this.players = data.contestants.map((c) => new Player(c, data.tick));
    this.marks = new Group();
    for (const s of data.sweeps) this.marks.add(sweepLine(s));
    this.moments = new Group();
    for (const m of data.marks) this.moments.add(this.moment(m));
    this.scene.add(this.scenery.group, this.marks, this.moments, ...this.players.map((p) => p.group));
    this.lights();
    this.eye = new Eye(this.canvas, data.bounds, this.scenery.kinds.get("solid")?.mesh);
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
    for (const p of this.players) p.paint(pageColour);
    for (const m of [...this.marks.children, ...this.moments.children]) m.material.color = new Color(pageColour("fail"));
    this.dirty = true;
  }

  resize() {
    const { clientWidth: w, clientHeight: h } = this.canvas;
    if (w === 0 || h === 0) return;
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.renderer.setSize(w, h, false);
    this.eye.camera.aspect = w / h;
    this.eye.camera.updateProjectionMatrix();
    this.dirty = true;
  }

  frame(seconds) {
    if (!this.visible) return;
    if (this.playing) {
      const last = this.data.ticks - 1;
      this.seek(Math.min(this.tick + (seconds * this.speed) / this.data.tick, last));
      if (this.tick >= last) this.play(false);
    }
    const moved = this.eye.update(seconds);
    if (this.dirty || moved) this.renderer.render(this.scene, this.eye.camera);
    this.dirty = false;
  }

  seek(tick) {
    this.tick = Math.max(0, Math.min(tick, this.data.ticks - 1));
    for (const p of this.players) p.seek(this.tick);
    const whole = Math.floor(this.tick);
    this.slider.value = String(whole);
    const seconds = (whole + 1) * this.data.tick;
    this.clock.textContent = `${seconds.toFixed(2)} s · tick ${(whole + 1).toLocaleString("en")}`;
    this.slider.setAttribute("aria-valuetext", this.clock.textContent);
    this.figure.dataset.tick = String(whole);
    this.dirty = true;
  }

  play(on) {
    if (on && this.tick >= this.data.ticks - 1) this.seek(0);
    this.playing = on;
    this.button.textContent = on ? "Pause" : "Play";
    this.figure.dataset.playing = on ? "yes" : "no";
  }

  /** Jumps to a moment, seen from behind the contestant that it concerns. */
  jump(tick, contestant) {
    this.play(false);
    this.seek(tick);
    this.follow(contestant);
  }

  follow(index) {
    this.eye.follow(this.players[index]);
    this.views.value = `follow${index}`;
    this.dirty = true;
  }

  view(name) {
    if (name.startsWith("follow")) this.follow(Number(name.slice(6)));
    else if (name === "above") this.eye.overview();
    else this.eye.follow(null);
    this.views.value = name;
    this.dirty = true;
  }

  wire() {
    const by = (selector) => this.figure.querySelector(selector);
    this.button = by(".replay-play");
    this.slider = by(".replay-time");
    this.clock = by(".replay-clock");
    this.views = by(".replay-view");
    this.slider.max = String(this.data.ticks - 1);
    this.button.addEventListener("click", () => this.play(!this.playing));
    this.slider.addEventListener("input", () => {
      this.play(false);
      this.seek(Number(this.slider.value));
    });
    by(".replay-speed").addEventListener("change", (e) => (this.speed = Number(e.target.value)));
    this.views.addEventListener("change", () => this.view(this.views.value));
    for (const box of this.figure.querySelectorAll("input[data-show]")) {
      const apply = () => this.show(box.dataset.show, box.checked);
      box.addEventListener("change", apply);
      apply();
    }
    for (const link of this.figure.querySelectorAll("button[data-tick]"))
      link.addEventListener("click", () => this.jump(Number(link.dataset.tick), Number(link.dataset.contestant)));
    for (const link of this.figure.querySelectorAll("button[data-sweep]"))
      link.addEventListener("click", () => this.look(this.data.sweeps[Number(link.dataset.sweep)]));
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

  look(sweep) {
    this.play(false);
    this.views.value = "free";
    this.eye.lookAt(new Vector3(...sweep.end));
    this.dirty = true;
  }

  show(what, on) {
    if (what === "see-through") this.scenery.seeThrough(on);
    else if (what === "arrows") for (const p of this.players) p.arrows = on;
    else if (what === "trails") for (const p of this.players) p.path.visible = on;
    else if (what === "contacts") for (const p of this.players) p.contacts.visible = on;
    else if (what === "sweeps") this.marks.visible = on;
    else if (what.startsWith("player")) this.players[Number(what.slice(6))].group.visible = on;
    else this.scenery.show(what, on);
    if (what === "arrows") this.seek(this.tick);
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
