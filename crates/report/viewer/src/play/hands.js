// What a person's hands do: keys, mouse and touch, as the bits and angles of a command.

export const KEYS = { forward: 1, back: 2, left: 4, right: 8, jump: 16, crouch: 32 };
/** Degrees of a count of the mouse at sensitivity 1: Quake's m_yaw and m_pitch. */
const DEGREES_PER_COUNT = 0.022;
/** Degrees of a pixel of a dragging finger at sensitivity 1. */
const DEGREES_PER_PIXEL = 0.05;
/** Degrees a second that the arrow keys turn. */
const TURN_RATE = 140;
/** A view looks at most so far up or down, in degrees. */
const STEEPEST = 89;
/** Pixels that a finger moves for a full step of the stick. */
const STICK = 18;

const BINDINGS = {
  KeyW: "forward",
  KeyS: "back",
  KeyA: "left",
  KeyD: "right",
  Space: "jump",
  KeyC: "crouch",
  ControlLeft: "crouch",
  ShiftLeft: "crouch",
};
const TURNS = { ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

export class Hands {
  constructor(canvas) {
    this.canvas = canvas;
    this.down = new Set();
    this.turning = new Set();
    this.stick = 0;
    this.yaw = 0;
    this.pitch = 0;
    this.sensitivity = 5;
    document.addEventListener("mousemove", (e) => {
      if (this.locked) this.turn(e.movementX, e.movementY, DEGREES_PER_COUNT);
    });
    addEventListener("keydown", (e) => this.key(e, true));
    addEventListener("keyup", (e) => this.key(e, false));
    addEventListener("blur", () => this.release());
    document.addEventListener("pointerlockchange", () => {
      if (!this.locked) this.release();
    });
  }

  get locked() {
    return document.pointerLockElement === this.canvas;
  }

  /** Keys that are down, as bits. */
  get bits() {
    let bits = this.stick;
    for (const name of this.down) bits |= KEYS[name];
    return bits;
  }

  turn(dx, dy, degrees) {
    this.look(this.yaw - dx * degrees * this.sensitivity, this.pitch + dy * degrees * this.sensitivity);
  }

  /** The angles are those of a command: f32, and the yaw within half a turn. */
  look(yaw, pitch) {
    this.yaw = Math.fround(((((yaw + 180) % 360) + 360) % 360) - 180);
    this.pitch = Math.fround(Math.max(-STEEPEST, Math.min(STEEPEST, pitch)));
  }

  /** Turns by the arrow keys for so many seconds. */
  advance(seconds) {
    for (const name of this.turning) {
      const [yaw, pitch] = TURNS[name];
      this.look(this.yaw + yaw * TURN_RATE * seconds, this.pitch + pitch * TURN_RATE * seconds);
    }
  }

  key(e, down) {
    if (e.target.closest?.("input, select, textarea, dialog, summary") || e.metaKey || e.altKey) return;
    const name = BINDINGS[e.code];
    const turn = TURNS[e.code];
    if (!name && !turn) return;
    if (e.target.closest?.("button") && e.code === "Space") return;
    const [set, value] = name ? [this.down, name] : [this.turning, e.code];
    if (down) set.add(value);
    else set.delete(value);
    e.preventDefault();
  }

  release() {
    this.down.clear();
    this.turning.clear();
    this.stick = 0;
  }

  async lock() {
    try {
      await this.canvas.requestPointerLock();
    } catch {
      // A browser without a pointer to lock: arrow keys turn the view.
    }
  }

  /** A finger on the left walks, one on the right looks; buttons jump and crouch. */
  touch(pad, buttons) {
    const fingers = new Map();
    const at = (e) => [e.clientX, e.clientY];
    pad.addEventListener("pointerdown", (e) => {
      if (e.pointerType === "mouse") return;
      pad.setPointerCapture(e.pointerId);
      fingers.set(e.pointerId, { walks: e.clientX < innerWidth / 2, from: at(e), last: at(e) });
      e.preventDefault();
    });
    pad.addEventListener("pointermove", (e) => {
      const finger = fingers.get(e.pointerId);
      if (!finger) return;
      const [x, y] = at(e);
      if (finger.walks) {
        const [dx, dy] = [x - finger.from[0], y - finger.from[1]];
        this.stick = (dy < -STICK ? KEYS.forward : dy > STICK ? KEYS.back : 0) | (dx < -STICK ? KEYS.left : dx > STICK ? KEYS.right : 0);
      } else this.turn(x - finger.last[0], y - finger.last[1], DEGREES_PER_PIXEL);
      finger.last = [x, y];
    });
    const lift = (e) => {
      if (fingers.get(e.pointerId)?.walks) this.stick = 0;
      fingers.delete(e.pointerId);
    };
    pad.addEventListener("pointerup", lift);
    pad.addEventListener("pointercancel", lift);
    for (const button of buttons) {
      const name = button.dataset.key;
      button.addEventListener("pointerdown", (e) => {
        this.down.add(name);
        e.preventDefault();
      });
      for (const end of ["pointerup", "pointercancel", "pointerleave"]) button.addEventListener(end, () => this.down.delete(name));
    }
  }
}
