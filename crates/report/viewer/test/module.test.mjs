// The page's module against the native program: the same keys give the same bits. HASHES is what the example `hashes` of
// crates/play printed for so many ticks (TICKS); MODULE names another module than the committed one.
import assert from "node:assert/strict";
import { before, test } from "node:test";
import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { Game } from "../src/play/game.js";

const root = path.resolve(import.meta.dirname, "../../../..");
const module = process.env.MODULE ?? path.join(import.meta.dirname, "../../assets/play.wasm");
const ticks = Number(process.env.TICKS ?? 10000);
const MSEC = 8;

/** As in crates/play/examples/hashes.rs. */
class Hands {
  constructor(seed) {
    Object.assign(this, { state: seed, keys: 0, left: 0, turn: 0, yaw: 0 });
  }
  draw(below) {
    this.state = (Math.imul(this.state, 1664525) + 1013904223) >>> 0;
    return (this.state >>> 8) % below;
  }
  next() {
    if (this.left === 0) {
      this.left = 5 + this.draw(60);
      this.keys = this.draw(64);
      if (this.draw(3) !== 0) this.keys = (this.keys | 1) & ~2;
      if (this.draw(4) !== 0) this.keys &= ~32;
      this.turn = this.draw(801) - 400;
    }
    this.left--;
    this.yaw = (this.yaw + this.turn) % (360 * 128);
    return [this.keys, this.yaw / 128];
  }
}

let bytes;
before(() => (bytes = readFileSync(module)));

test("the module imports nothing", async () => {
  assert.deepEqual(WebAssembly.Module.imports(await WebAssembly.compile(bytes)), []);
});

test("it exports whatever the script calls", async () => {
  const sources = path.join(import.meta.dirname, "../src/play");
  const script = readdirSync(sources).map((file) => readFileSync(path.join(sources, file), "utf8")).join("\n");
  const called = [...script.matchAll(/\b(?:game|this)\.(?:call|numbers)\(\s*"(\w+)"|\bthis\.x\.(\w+)/g)].map((m) => m[1] ?? m[2]);
  const exported = new Set(WebAssembly.Module.exports(await WebAssembly.compile(bytes)).map((e) => e.name));
  assert.ok(called.length > 20, "the script's calls were not found");
  assert.deepEqual([...new Set(called)].filter((name) => !exported.has(name)), [], "missing: renew it by crates/play/build.sh");
});

test("it names the commit that it was built from", async () => {
  const [section] = WebAssembly.Module.customSections(await WebAssembly.compile(bytes), "clipmark-commit");
  assert.match(new TextDecoder().decode(section), /^[0-9a-f]{7,40}(-changed)?$/);
});

async function loaded(scene) {
  const game = await Game.of(bytes);
  const file = path.join(root, scene);
  if (scene.endsWith(".ron")) {
    const text = readFileSync(file, "utf8");
    const map = /QuakeBsp\("([^"]+)"\)/.exec(text)?.[1];
    if (map) game.file(`scenes/${map}`, readFileSync(path.join(root, "scenes", map)));
    return [game, game.load(scene, text)];
  }
  game.file(scene, readFileSync(file));
  return [game, game.loadMap(scene)];
}

test("every contestant repeats the native run in every bit", { skip: !process.env.HASHES && "set HASHES" }, async (t) => {
  const wanted = readFileSync(process.env.HASHES, "utf8").trim().split("\n").map((l) => /^(\S+) (\S+) (.+)$/.exec(l).slice(1));
  const scenes = [...new Set(wanted.map(([scene]) => scene))];
  let equal = 0;
  for (const scene of scenes) {
    const [game] = await loaded(scene);
    for (const [, name, told] of wanted.filter(([s]) => s === scene)) {
      let own;
      try {
        game.enter(name);
      } catch (e) {
        own = `refused: ${e.message}`;
      }
      if (own === undefined) {
        const hands = new Hands(1);
        for (let i = 0; i < ticks; i++) {
          const [keys, yaw] = hands.next();
          game.call("step", keys, 0, yaw, MSEC, 0);
          game.call("mix");
        }
        own = BigInt.asUintN(64, game.call("chain", 0)).toString(16).padStart(16, "0");
        game.call("leave", 0);
      }
      assert.equal(own, told, `${name} in ${scene} after ${ticks} ticks: another answer; if the change is meant, renew the module by crates/play/build.sh`);
      equal++;
    }
  }
  t.diagnostic(`${equal} runs of ${ticks} ticks in ${scenes.length} scenes`);
  assert.ok(equal >= 12, "too few runs to mean anything");
});

test("what cannot be done is said, and the session goes on", async () => {
  const [game, about] = await loaded("scenes/stairs.ron");
  assert.equal(about.title, "Stairs");
  assert.throws(() => game.enter("nobody"), /there is no contestant `nobody`/);
  assert.throws(() => game.load("x.ron", "(version: 1"), /x\.ron/);
  assert.throws(() => game.profile("nothing", 0), /there is no movement profile `nothing`/);
  assert.throws(() => game.call("leave", 3), /no contestant number 3/);
  game.enter("bsp");
  assert.throws(() => game.enter("bsp"), /in play already/);
  assert.throws(() => game.step(1, 0, NaN, 8, 0), /not a finite number/);
  game.step(1, 0, 0, 8, 0);
  assert.ok(game.states()[3] > 0, "it does not run");
});

test("a recording begins at rest in time and holds every tick", async () => {
  const [game] = await loaded("scenes/stairs.ron");
  game.enter("bsp");
  for (let i = 0; i < 40; i++) game.step(17, 0, 10, 8, 0);
  game.call("record", 0, 10);
  for (let i = 0; i < 100; i++) game.step(1, 0, 10 + i / 4, 8, 0);
  const saved = game.saved();
  assert.equal(saved.ticks, 100);
  assert.equal(saved.commands.trim().split("\n").length, 101);
  assert.equal(saved.states.trim().split("\n").length, 100);
  const ghost = game.ghost(0, "own", saved.commands);
  const last = saved.states.trim().split("\n").at(-1).split(" ").slice(0, 3).map(Number);
  assert.deepEqual([...ghost.subarray(-4, -1)], last.map(Math.fround));
});
