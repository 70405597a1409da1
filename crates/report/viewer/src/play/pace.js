// Draws fewer pixels where a machine cannot keep up: a coarse picture that moves is walked better than a fine one that halts.

/** A frame may take this long, in seconds. */
const LONG = 1 / 30;
/** So many frames are looked at together; the first ones after a change set up the picture and are left out. */
const FRAMES = 20;
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
    if (this.frames.length < SETTLING + FRAMES) return false;
    const sorted = this.frames.slice(SETTLING).sort((a, b) => a - b);
    this.frames = [];
    if (sorted[FRAMES / 2] <= LONG || this.share <= LEAST) return false;
    this.share = Math.max(this.share * STEP, LEAST);
    return true;
  }
}
