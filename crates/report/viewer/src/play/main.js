// The page of `compare play`: unpacks module and scene, and lets a person walk.
import { Game, STATE_WORDS, Stopped } from "./game.js";
import { Hands } from "./hands.js";
import { Hud } from "./hud.js";
import { Panel } from "./panel.js";
import { Runs } from "./runs.js";
import { bundle, maps, packed } from "./unpack.js";
import { Walk } from "./walk.js";

/** Who enters a map: `hull` takes seconds to compile the hulls of a large one, and can be let in. */
const DEFAULT = ["bsp", "bvh", "cylinder"];

const by = (id) => document.getElementById(id);
const began = performance.now();

class Page {
  async start() {
    const [module, scene] = await Promise.all([packed("play-module"), bundle("play-bundle")]);
    this.game = await Game.of(module);
    this.hands = new Hands(by("view"));
    this.walk = new Walk(by("view"), this.game, this.hands, (e) => this.tell(e));
    this.runs = new Runs(by, this.walk, (name, bytes) => this.bring(name, bytes));
    this.panel = new Panel(by, this.walk, this.hands, this.runs);
    this.hud = new Hud(by);
    this.walk.onmarks = () => this.panel.marks();
    if (matchMedia("(pointer: coarse)").matches) this.touch();
    addEventListener("pointerdown", (e) => e.pointerType === "touch" && this.touch(), { once: true });
    await this.load(scene.path, scene.text, scene.files);
    this.asked();
    this.ready();
    let before = performance.now();
    this.walk.renderer.setAnimationLoop((now) => {
      this.frame(Math.max(now - before, 0) / 1000);
      before = now;
    });
  }

  /** Loads a world into a fresh instance. Where it cannot be loaded the walk goes on in the world that was. */
  async load(path, text, files) {
    const fresh = await this.game.another();
    for (const [name, bytes] of files) fresh.file(name, bytes);
    const about = text === null ? fresh.loadMap(path) : fresh.load(path, text);
    this.game.adopt(fresh);
    this.walk.path = path;
    this.walk.isScene = text !== null;
    this.world = [path, text, files];
    this.walk.begin(about);
    this.enter(text === null ? DEFAULT : about.contestants);
    this.walk.setInMotion();
    this.panel.begin(about);
  }

  /** Those that cannot play here stay out, and it is said why. */
  enter(names) {
    let refused = null;
    for (const name of names) {
      try {
        this.walk.enter(name, false);
      } catch (e) {
        if (e instanceof Stopped) throw e;
        refused = e;
      }
    }
    if (this.walk.names.length === 0) throw refused ?? new Error("nobody can play here");
    if (refused) this.tell(refused);
  }

  /** What the address asks for: `#contestant=bvh&profile=quake3&at=x,y,z&velocity=x,y,z&yaw=90`. */
  asked() {
    const asked = new URLSearchParams(location.hash.slice(1));
    const numbers = (name) => asked.get(name)?.split(",").map(Number).filter(Number.isFinite);
    const name = asked.get("contestant");
    try {
      if (name && !this.walk.names.includes(name)) this.walk.enter(name);
      if (name) this.walk.become(this.walk.names.indexOf(name));
      const profile = asked.get("profile");
      if (this.walk.about.profiles.includes(profile) && profile !== this.walk.profileName) {
        this.walk.profile(profile);
        by("profile").value = profile;
      }
      const at = numbers("at");
      const yaw = numbers("yaw")?.[0] ?? this.hands.yaw;
      if (at?.length === 3) this.walk.go(at, yaw, numbers("velocity") ?? [0, 0, 0]);
      this.panel.names();
    } catch (e) {
      this.tell(e);
    }
  }

  ready() {
    this.walk.resize();
    this.walk.draw();
    document.body.dataset.ready = "yes";
    this.first = performance.now() - began;
    by("walk").disabled = false;
    by("walk").textContent = "Walk";
    by("walk").addEventListener("click", () => this.go());
    by("view").addEventListener("click", () => {
      if (document.body.dataset.walking !== "yes") this.go();
      else if (document.body.dataset.touch === "no") this.panel.back();
    });
    by("walk").focus();
  }

  go() {
    document.body.dataset.walking = "yes";
    if (document.body.dataset.touch === "yes") {
      if (by("panel").dataset.open === "yes") this.panel.fold();
    } else this.panel.back();
    by("view").focus();
  }

  touch() {
    if (document.body.dataset.touch === "yes") return;
    document.body.dataset.touch = "yes";
    this.hands.touch(by("pad"), document.querySelectorAll("#thumbs button"));
  }

  frame(seconds) {
    try {
      if (document.body.dataset.walking === "yes") {
        this.walk.frame(seconds);
        const { followed, now, msec } = this.walk;
        const state = now.subarray(followed * STATE_WORDS, (followed + 1) * STATE_WORDS);
        const advice = this.game.numbers("advice", followed, this.hands.bits, this.walk.view.yaw, msec);
        this.hud.show(state, advice, this.walk.ride(followed), this.walk.breaks);
        this.panel.update(seconds);
      } else this.walk.draw();
    } catch (e) {
      this.tell(e);
    }
  }

  /** Says what went wrong. A module that stopped is started again, at the start of the scene. */
  tell(error) {
    const status = by("status");
    status.textContent = error.message;
    clearTimeout(this.quiet);
    this.quiet = setTimeout(() => (status.textContent = ""), 8000);
    if (!(error instanceof Stopped)) {
      this.panel.pause(true);
      return;
    }
    status.textContent = `The module stopped and was started again: ${error.message}`;
    this.load(...this.world).catch((e) => (status.textContent = e.message));
  }

  /** Walks in a world that a person brought. */
  async bring(name, bytes) {
    if (/\.pk3$/i.test(name)) {
      const found = await maps(bytes);
      if (found.length === 0) throw new Error(`${name} holds no map`);
      const [member, map] = found[0];
      const path = `${name}:${member}`;
      return this.load(path, null, [[path, map]]);
    }
    if (/\.ron$/i.test(name)) return this.load(name, new TextDecoder().decode(bytes), []);
    return this.load(name, null, [[name, bytes]]);
  }
}

const page = new Page();
window.clipmark = page;
page.start().catch((e) => {
  by("status").textContent = `The scene cannot be walked: ${e.message}`;
  by("walk").textContent = "It cannot be walked";
});
