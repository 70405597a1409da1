// What moves in the world that is walked: movers at their poses, and triggers as faint boxes with their class.
import { Group, MathUtils } from "three";
import { Triggers } from "../triggers.js";
import { Place } from "./place.js";

/** Numbers of a pose: x, y, z in units, pitch, yaw and roll in degrees. */
const POSE_WORDS = 6;
/** Faces of a mover have the colour of movers, whichever way they look. */
const FACES = ["floor", "steep", "wall", "ceiling"];

export class Motion {
  constructor(game, grid) {
    this.told = game.motion();
    this.group = new Group();
    this.parts = this.told.movers.map(({ model }) => {
      const part = new Place(game.moverFaces(model), grid);
      // Quake's angles: the roll about x first, then the pitch about y, then the yaw about z.
      part.group.rotation.order = "ZYX";
      this.group.add(part.group);
      return part;
    });
    this.triggers = new Triggers(this.told.triggers);
    this.group.add(this.triggers.group);
  }

  /** Names of the movers, in the order of their poses. */
  get names() {
    return this.told.movers.map(({ name }) => name);
  }

  /** Meshes that the eye must not look through. */
  get solids() {
    return this.parts.flatMap((part) => part.solids);
  }

  /** Moves all to between two lists of poses. */
  seek(before, now, share) {
    this.parts.forEach(({ group }, i) => {
      const at = [...Array(POSE_WORDS).keys()].map((k) => {
        const [from, to] = [before, now].map((poses) => poses[POSE_WORDS * i + k]);
        return from + (to - from) * share;
      });
      group.position.set(at[0], at[1], at[2]);
      const [pitch, yaw, roll] = at.slice(3).map(MathUtils.degToRad);
      group.rotation.set(roll, pitch, yaw);
    });
  }

  paint(colour) {
    for (const part of this.parts) part.paint((name) => colour(FACES.includes(name) ? "mover" : name));
    this.triggers.paint({ own: colour("trigger"), ink: colour("text"), ground: colour("solid-card") });
  }

  dispose() {
    for (const part of this.parts) part.dispose();
    this.triggers.dispose();
  }
}
