// A body's velocity, its keys, and the velocity's share along them, as level arrows. Acceleration adds along the keys until the share
// is the wished speed.
import { Group } from "three";
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

/** The arrow of a velocity is as long as the way of so many seconds; that of the keys has a length in units. */
export const ARROW_SECONDS = 0.2;
const KEYS_LENGTH = 64;
/** Length of an arrow's barbs, in units. */
const BARB = 9;
/** Numbers of an arrow: the two ends of three segments. */
const NUMBERS = 18;
/** Widths in pixels of velocity, keys and share. The share lies on the keys, which stay seen at its sides. */
const WIDTHS = [2, 5, 2];
/** The keys are drawn first. */
const ORDER = [1, 0, 2];
/** Drawn after hulls and all else. */
const ON_TOP = 4;

export class Steering extends Group {
  constructor() {
    super();
    this.renderOrder = ON_TOP;
    WIDTHS.forEach((linewidth, i) => {
      const geometry = new LineSegmentsGeometry().setPositions(new Float32Array(NUMBERS));
      const line = new LineSegments2(geometry, new LineMaterial({ linewidth, depthTest: false, transparent: true }));
      line.frustumCulled = false;
      line.renderOrder = ORDER[i];
      this.add(line);
    });
  }

  paint(velocity, keys, share) {
    [velocity, keys, share].forEach((colour, i) => this.children[i].material.color.set(colour));
  }

  /** `keys` is the unit way that they ask for, or null. */
  steer(at, [u, v], keys) {
    const share = keys ? (u * keys[0] + v * keys[1]) * ARROW_SECONDS : 0;
    const along = (length) => (keys ? [keys[0] * length, keys[1] * length] : [0, 0]);
    const ways = [[u * ARROW_SECONDS, v * ARROW_SECONDS], along(KEYS_LENGTH), along(share)];
    ways.forEach((way, i) => {
      const line = this.children[i];
      const points = arrow(at, way);
      line.visible = points.length > 0;
      const { data } = line.geometry.attributes.instanceStart;
      data.array.set(points);
      data.needsUpdate = true;
    });
  }
}

/** A level arrow as segments; nothing where it has no length. */
function arrow([x, y, z], [dx, dy]) {
  const length = Math.hypot(dx, dy);
  if (length < 1) return [];
  const [tx, ty, a, b] = [x + dx, y + dy, (BARB * dx) / length, (BARB * dy) / length];
  return [x, y, z, tx, ty, z, tx, ty, z, tx - a - b / 2, ty - b + a / 2, z, tx, ty, z, tx - a + b / 2, ty - b - a / 2, z];
}
