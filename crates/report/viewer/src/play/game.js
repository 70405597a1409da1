// The session of crates/play/src/exports.rs: bytes in, numbers and JSON out. A panic ends the instance; `Game` says so and
// `restart` makes another.

/** Words of a contestant's state: `Session::states` has their order. */
export const STATE_WORDS = 15;
/** Those by which movers and teleporters have turned the view, and that of the mover stood on. */
export const TURN_WORDS = [12, 13];
export const RIDE_WORD = 14;
const FAILED = -1;

/** The module stopped in a panic and the instance is of no use any more. */
export class Stopped extends Error {}

export class Game {
  static async of(bytes) {
    const game = new Game();
    game.module = await WebAssembly.compile(bytes);
    await game.restart();
    return game;
  }

  /** Another instance of the same module, in which a world can be tried. */
  async another() {
    const game = new Game();
    game.module = this.module;
    await game.restart();
    return game;
  }

  /** Goes on with the world of another instance; what this one built is forgotten. */
  adopt(other) {
    this.x = other.x;
  }

  async restart() {
    const instance = await WebAssembly.instantiate(this.module, {});
    this.x = instance.exports;
    this.x.begin();
  }

  /** Runs one export; its failure is an Error with the session's own words. */
  call(name, ...numbers) {
    let told;
    try {
      told = this.x[name](...numbers);
    } catch (trap) {
      throw new Stopped(this.text(this.x.last_words(), this.x.last_words_len()) || String(trap));
    }
    if (told === FAILED && name !== "recording") throw new Error(this.text(this.x.answer(), this.x.answer_len()));
    return told;
  }

  text(at, length) {
    return new TextDecoder().decode(new Uint8Array(this.x.memory.buffer, at, length));
  }

  give(...parts) {
    const bytes = parts.map((p) => (typeof p === "string" ? new TextEncoder().encode(p) : p));
    const length = bytes.reduce((sum, b) => sum + b.length, 0);
    // Making room may move the memory: the buffer is looked up afterwards.
    const from = this.x.room(length);
    const room = new Uint8Array(this.x.memory.buffer, from, length);
    let at = 0;
    for (const b of bytes) {
      room.set(b, at);
      at += b.length;
    }
  }

  bytes() {
    const [at, length] = [this.x.answer(), this.x.answer_len()];
    return new Uint8Array(this.x.memory.buffer, at, length).slice();
  }

  json() {
    return JSON.parse(new TextDecoder().decode(this.bytes()));
  }

  floats() {
    return new Float32Array(this.bytes().buffer);
  }

  file(name, bytes) {
    this.give(name, "\0", bytes);
    this.call("file");
  }

  load(path, text) {
    this.give(path, "\0", text);
    this.call("load");
    return this.json();
  }

  loadMap(name) {
    this.give(name);
    this.call("load_map");
    return this.json();
  }

  enter(name) {
    this.give(name);
    this.call("enter");
    return this.json();
  }

  profile(name, yaw) {
    this.give(name);
    this.call("profile", yaw);
    return this.json();
  }

  /** Moves all by one tick; the marks of the judged one's tick. */
  step(keys, pitch, yaw, msec, judged) {
    return this.call("step", keys, pitch, yaw, msec, judged) > 0 ? this.json() : [];
  }

  states() {
    this.call("states");
    return this.floats();
  }

  numbers(name, ...args) {
    this.call(name, ...args);
    return this.floats();
  }

  ghost(index, name, text) {
    this.give(name, "\0", text);
    return this.numbers("ghost", index);
  }

  saved() {
    this.call("saved");
    return this.json();
  }

  /** What moves in the world, and what is left out. */
  motion() {
    this.call("motion");
    return this.json();
  }

  faces() {
    this.call("faces");
    return this.unpacked();
  }

  /** The faces of a mover, in its own frame. */
  moverFaces(model) {
    this.call("mover_faces", model);
    return this.unpacked();
  }

  /** Faces by kind: arrays of corners. */
  unpacked() {
    const bytes = this.bytes();
    const [words, floats] = [new Uint32Array(bytes.buffer), new Float32Array(bytes.buffer)];
    const kinds = ["solid", "clip", "patch", "triangle", "water", "slime", "lava"];
    const faces = Object.fromEntries(kinds.map((k) => [k, []]));
    for (let at = 0; at < words.length; ) {
      const [kind, n] = [words[at], words[at + 1]];
      faces[kinds[kind]].push(floats.subarray(at + 2, at + 2 + 3 * n));
      at += 2 + 3 * n;
    }
    return faces;
  }
}
