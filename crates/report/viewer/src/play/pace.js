// Draws fewer pixels where a machine cannot keep up: a coarse picture that moves is walked better than a fine one that halts.

/** A frame may take this long, in seconds. */
const LONG = 1 / 30;
/** So many seconds, and at least so many frames, are looked at together; the first ones after a change set up the picture and
 * are left out. */
const WINDOW = 0.7;
const FRAMES = 5;
const SETTLING = 3;
/** Each step leaves this share of the pixels' number along a side; the last is the least. */
const STEP = 0.75;
const LEAST = 0.4;

export class Pace {
  constructor() {
    /** Share of the pixels along a side that are drawn. */
    this.share = 1;
    this.frames = [];
  }

  /** Takes note of a frame; whether the share has changed. */
  took(seconds) {
    this.frames.push(seconds);
    const seen = this.frames.slice(SETTLING);
    if (seen.length < FRAMES || seen.reduce((sum, s) => sum + s, 0) < WINDOW) return false;
    this.frames = [];
    const middle = seen.sort((a, b) => a - b)[seen.length >> 1];
    if (middle <= LONG || this.share <= LEAST) return false;
    this.share = Math.max(this.share * STEP, LEAST);
    return true;
  }
}
