// What a walker reads while moving: speed, ground, height, and the strafe helper.

/** The helper's strip spans so many degrees between velocity and wish. */
const SPAN = 130;
/** An angle within this of the best gains nearly all there is to gain, in degrees. */
const GOOD = 3;
/** Who falls this far, in units, has jumped off something that a jump of 45 u does not lead back to. */
const DEEP = 128;

export class Hud {
  constructor(by) {
    this.root = by("hud");
    [this.speed, this.zone, this.mine, this.advice, this.ground] = ["speed", "zone", "mine", "advice", "ground"].map(by);
    this.number = this.speed.firstChild;
    this.top = 0;
    this.pit = this.peak = -Infinity;
  }

  /** `state` is one contestant's words; `advice` its two angles, or empty; `ride` the name of the mover it stands on, or nothing; `breaks` changes when it is put elsewhere. */
  show(state, advice, ride, breaks) {
    if (breaks !== this.breaks) this.pit = this.peak = -Infinity;
    this.breaks = breaks;
    const speed = Math.hypot(state[3], state[4]);
    this.top = Math.max(this.top, speed);
    this.number.textContent = `${speed.toFixed(0)} `;
    const water = ["", "feet in liquid", "waist in liquid", "under the surface"][state[8]];
    const back = this.isInPit(state[2], state[6] > 0) ? "T leads back to the start" : "";
    const parts = [back, ride ? `stands on: ${ride}` : state[6] ? "on the ground" : "in the air", state[7] ? "crouched" : "", water, `height ${state[2].toFixed(1)} u`, `top ${this.top.toFixed(0)} u/s`];
    this.ground.textContent = parts.filter(Boolean).join(" · ");
    this.root.dataset.advice = advice.length ? "yes" : "no";
    if (!advice.length) {
      this.advice.textContent = "";
      return;
    }
    const [angle, best] = [Math.abs(advice[0]), advice[1]];
    const at = (degrees) => `${(100 * Math.min(Math.max(degrees, 0), SPAN)) / SPAN}%`;
    this.zone.style.left = at(best - GOOD);
    this.zone.style.width = `${(100 * 2 * GOOD) / SPAN}%`;
    this.mine.style.left = at(angle);
    const aim = Math.abs(angle - best) <= GOOD ? "good" : angle > best ? "turn less" : "turn more";
    this.advice.textContent = `keys push ${angle.toFixed(0)}° off your path, ${best.toFixed(0)}° gains most speed: ${aim}`;
  }

  /** Whether a deep fall has ended, or goes on without end, and the player has not come up again. */
  isInPit(z, stands) {
    this.peak = Math.max(this.peak, z);
    if (z < this.peak - DEEP) this.pit = z;
    else if (z > this.pit + DEEP / 2) this.pit = -Infinity;
    if (stands) this.peak = z;
    return this.pit > -Infinity;
  }
}
