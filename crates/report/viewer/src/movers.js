// What moves: doors, lifts and trains, where they are in the run of one contestant.
import { Group, MathUtils } from "three";
import { Part } from "./scenery.js";

export class Movers {
  constructor(movers, contestants) {
    this.group = new Group();
    this.runs = contestants.map((c) => c.movers);
    this.parts = movers.map(({ faces }) => {
      const part = new Part("mover", faces);
      const body = new Group();
      // Quake's angles: the roll about x first, then the pitch about y, then the yaw about z.
      body.rotation.order = "ZYX";
      body.add(part.mesh, part.edges);
      this.group.add(body);
      return { ...part, body };
    });
  }

  /** Moves all to where they are after a tick, which need not be whole, of a contestant's run. */
  seek(tick, contestant) {
    const k = Math.floor(tick);
    const share = tick - k;
    this.parts.forEach(({ body }, i) => {
      const at = this.runs[contestant][i].map((column) => {
        const [from, to] = [k, k + 1].map((t) => column[Math.min(t, column.length - 1)]);
        return from + (to - from) * share;
      });
      body.position.set(at[0], at[1], at[2]);
      const [pitch, yaw, roll] = at.slice(3).map(MathUtils.degToRad);
      body.rotation.set(roll, pitch, yaw);
    });
  }
}
