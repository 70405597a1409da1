// A path as a line of a width in pixels: the last seconds of it, or all of it on top of everything.
import { LineMaterial } from "three/addons/lines/LineMaterial.js";
import { LineSegments2 } from "three/addons/lines/LineSegments2.js";
import { LineSegmentsGeometry } from "three/addons/lines/LineSegmentsGeometry.js";

/** Widths in pixels: the path of the last contestant, and what each one before has more, so that all are seen where they coincide. */
const WIDTH = 3;
const MORE = 2.5;
/** How far a wider line is pushed back, in the smallest steps of the depth buffer. */
const BACK = 8;
/** Drawn after the world. */
const ON_TOP = 10;

/** Ends of the segments of a run, six numbers each. */
export function segments({ position }) {
  const n = position[0].length;
  const out = new Float32Array(6 * Math.max(0, n - 1));
  for (let k = 0; k + 1 < n; k++)
    for (let i = 0; i < 3; i++) {
      out[6 * k + i] = position[i][k];
      out[6 * k + 3 + i] = position[i][k + 1];
    }
  return out;
}

/** A line that shows some of the segments; `behind` contestants are drawn over it. */
export class Trail {
  constructor(all, most, behind, onTop) {
    this.all = all;
    this.most = Math.min(most, all.length / 6);
    const geometry = new LineSegmentsGeometry().setPositions(all.slice(0, 6 * Math.max(1, this.most)));
    const material = new LineMaterial({ linewidth: WIDTH + MORE * behind, depthTest: !onTop, transparent: onTop });
    // Where paths coincide the wider one lies behind.
    Object.assign(material, { polygonOffset: true, polygonOffsetFactor: behind, polygonOffsetUnits: BACK * behind });
    this.line = new LineSegments2(geometry, material);
    this.line.frustumCulled = false;
    this.line.renderOrder = onTop ? ON_TOP - behind : 0;
    this.line.visible = !onTop;
  }

  /** Shows the segments from one tick to another. */
  show(from, to) {
    const n = Math.max(0, Math.min(to - from, this.most));
    const { geometry } = this.line;
    const { data } = geometry.attributes.instanceStart;
    data.array.set(this.all.subarray(6 * (to - n), 6 * to));
    data.needsUpdate = true;
    geometry.instanceCount = n;
  }

  paint(colour) {
    this.line.material.color.copy(colour);
  }
}
