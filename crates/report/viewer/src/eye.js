// Where the replay is seen from: behind a contestant, or freely.
import { PerspectiveCamera, Raycaster, Vector3 } from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";

/** Units behind and above a contestant that is followed. */
const BEHIND = 190;
const ABOVE = 85;
/** The eye keeps this far from what is between it and who is followed, and comes no nearer than [`NEAREST`]. */
const ROOM = 8;
const NEAREST = 40;
/** With less room than this behind who is followed, in units, the eye looks for a side that has more. */
const CRAMPED = 110;
/** Sides that are tried, as turns from straight behind. */
const SIDES = [0, 0.7, -0.7, 1.4, -1.4, 2.3, -2.3, Math.PI];
/** What moves the eye by less, in units, is not worth a new picture. */
const SEEN = 0.01;
/** Speed of free flight in units per second. */
const FLIGHT = 420;
/** Share of the way to where it should be that a following eye makes in a second, as an exponential rate. */
const RATE = 6;
/** Who wants less motion gets no swing of the eye: it is at once where it should be. */
const STILL = matchMedia("(prefers-reduced-motion: reduce)");

export class Eye {
  /** An eye that a hand turns over the canvas; without a canvas it only follows. */
  constructor(canvas, bounds, solid) {
    this.solid = solid;
    this.ray = new Raycaster();
    this.camera = new PerspectiveCamera(60, 16 / 9, 2, 40000);
    this.camera.up.set(0, 0, 1);
    this.orbit = new OrbitControls(this.camera, canvas);
    this.orbit.enableDamping = false;
    this.orbit.maxDistance = 20000;
    this.bounds = bounds;
    this.followed = null;
    this.keys = new Set();
    this.turn = 0;
    /** Whether a hand has turned the view while following; then it stays so. */
    this.turned = false;
    this.side = 0;
    this.orbit.addEventListener("start", () => (this.turned = true));
  }

  /** Follows a player, or nobody. */
  follow(player) {
    this.followed = player;
    if (player) this.snap();
  }

  /** Looks at the whole world from above. */
  overview() {
    this.followed = null;
    const [low, high] = this.bounds;
    const middle = low.map((x, i) => (x + high[i]) / 2);
    const size = Math.max(...high.map((x, i) => x - low[i]));
    this.orbit.target.set(...middle);
    this.camera.position.set(middle[0] - size * 0.42, middle[1] - size * 0.66, middle[2] + size * 0.74);
    this.orbit.update();
  }

  /** Looks at a place from a short way off. */
  lookAt(at) {
    this.followed = null;
    this.orbit.target.copy(at);
    this.camera.position.copy(at).add(new Vector3(-120, -160, 110));
    this.orbit.update();
  }

  snap() {
    const p = this.followed;
    this.turned = false;
    this.side = 0;
    this.turn = p.yaw;
    this.orbit.target.copy(p.at);
    this.camera.position.copy(this.behind());
    this.orbit.update();
  }

  /** The place behind who is followed, or in front of the wall that is in between; to a side where that is too near. */
  behind() {
    let free = this.room(this.side);
    if (free < CRAMPED) {
      const rooms = SIDES.map((side) => [side, this.room(side)]);
      const [side, room] = rooms.find(([, room]) => room >= CRAMPED) ?? rooms.sort((a, b) => b[1] - a[1])[0];
      if (room > free) [this.side, free] = [side, room];
    }
    return this.away(this.side).multiplyScalar(Math.max(free, NEAREST)).add(this.followed.at);
  }

  /** Unit direction from who is followed to the eye. */
  away(side) {
    const angle = this.turn + side;
    return new Vector3(-Math.cos(angle) * BEHIND, -Math.sin(angle) * BEHIND, ABOVE).normalize();
  }

  /** Free way in that direction, in units. */
  room(side) {
    const far = Math.hypot(BEHIND, ABOVE);
    if (!this.solid?.visible) return far;
    this.ray.set(this.followed.at, this.away(side));
    this.ray.far = far + ROOM;
    const met = this.ray.intersectObject(this.solid)[0];
    return met ? met.distance - ROOM : far;
  }

  /** One frame of `seconds`. Says whether it moved. */
  update(seconds) {
    if (this.followed) {
      const before = this.camera.position.clone();
      const share = STILL.matches ? 1 : 1 - Math.exp(-RATE * seconds);
      const off = Math.atan2(Math.sin(this.followed.yaw - this.turn), Math.cos(this.followed.yaw - this.turn));
      this.turn += off * share;
      const from = this.orbit.target.clone();
      this.orbit.target.copy(this.followed.at);
      // What the hand has done to the view while following stays, moved along.
      this.camera.position.add(this.followed.at).sub(from);
      if (!this.turned) this.camera.position.lerp(this.behind(), share);
      this.orbit.update();
      return before.distanceTo(this.camera.position) > SEEN;
    }
    const forward = new Vector3();
    this.camera.getWorldDirection(forward);
    const right = forward.clone().cross(this.camera.up).normalize();
    const step = new Vector3();
    const ways = { w: forward, s: forward.clone().negate(), d: right, a: right.clone().negate(), e: this.camera.up, q: this.camera.up.clone().negate() };
    for (const key of this.keys) if (ways[key]) step.add(ways[key]);
    if (step.lengthSq() === 0) return false;
    step.normalize().multiplyScalar(FLIGHT * seconds);
    this.camera.position.add(step);
    this.orbit.target.add(step);
    this.orbit.update();
    return true;
  }
}
