// A body's velocity, its keys, and the velocity's share along them, as level arrows. Acceleration adds along the keys until the share
// is the wished speed.
import { Color, Group } from "three";
import { lines, redraw } from "./lines.js";

/** The arrow of a velocity is as long as the way of so many seconds; that of the keys has a length in units. */
export const ARROW_SECONDS = 0.2;
const KEYS_LENGTH = 64;
/** Length of an arrow's barbs, in units. */
const BARB = 6;

export class Steering extends Group {
  constructor() {
    super();
    this.add(lines(1), lines(1), lines(1));
  }

  paint(velocity, keys, share) {
    [velocity, keys, share].forEach((colour, i) => (this.children[i].material.color = new Color(colour)));
  }

  /** `keys` is the unit way that they ask for, or null. */
  steer(at, [u, v], keys) {
    const share = keys ? (u * keys[0] + v * keys[1]) * ARROW_SECONDS : 0;
    const along = (length) => (keys ? [keys[0] * length, keys[1] * length] : [0, 0]);
    const ways = [[u * ARROW_SECONDS, v * ARROW_SECONDS], along(KEYS_LENGTH), along(share)];
    ways.forEach((way, i) => redraw(this.children[i], arrow([at[0], at[1], at[2] + i], way)));
  }
}

/** A level arrow as segments; nothing where it has no length. */
function arrow([x, y, z], [dx, dy]) {
  const length = Math.hypot(dx, dy);
  if (length < 1) return [];
  const [tx, ty, a, b] = [x + dx, y + dy, (BARB * dx) / length, (BARB * dy) / length];
  return [x, y, z, tx, ty, z, tx, ty, z, tx - a - b / 2, ty - b + a / 2, z, tx, ty, z, tx - a + b / 2, ty - b - a / 2, z];
}
