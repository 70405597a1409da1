// The panel and the keys that do what it does.

/** Ticks a second that can be chosen, besides the scene's own. */
const RATES = [33, 50, 72, 77, 100, 125, 200, 250, 333];
/** The list of contestants is told anew so often, in seconds. */
const EVERY = 0.15;
/** What is kept for the next time. */
const KEPT = "clipmark-play";
/** Keys of the start card that begin the walk, besides Enter and Space on its button. */
const WALKS = ["KeyW", "KeyA", "KeyS", "KeyD", "ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"];

export class Panel {
  constructor(by, walk, hands, run) {
    Object.assign(this, { by, walk, hands, run });
    this.told = 0;
    this.recall();
    this.wire();
  }

  /** Fills in what depends on the scene. */
  begin(about) {
    const { by, walk } = this;
    const options = (list) => list.map(([value, text]) => Object.assign(document.createElement("option"), { value, textContent: text }));
    const names = about.profiles.includes(about.profile) ? about.profiles : [about.profile, ...about.profiles];
    by("profile").replaceChildren(...options(names.map((n) => [n, n])));
    by("profile").value = about.profile;
    const spawns = about.spawns.map((_, i) => [String(i), `spawn ${i}`]);
    by("spawn").replaceChildren(...options([["start", "the start"], ...spawns]));
    const own = 1000 / about.msec;
    const rates = RATES.some((r) => Math.abs(1000 / r - about.msec) < 1e-9) ? RATES : [...RATES, own].sort((a, b) => a - b);
    by("rate").replaceChildren(...options(rates.map((r) => [String(1000 / r), `${Number(r.toFixed(1))} Hz`])));
    by("rate").value = String(rates.map((r) => 1000 / r).find((m) => Math.abs(m - about.msec) < 1e-9));
    by("clip-row").hidden = !walk.place.hasClip;
    this.motion();
    this.names();
    this.marks();
  }

  /** What moves, and what is left out. */
  motion() {
    const { by } = this;
    const { movers, triggers, left_out, notes } = this.walk.motion.told;
    const count = (n, one) => `${n} ${one}${n === 1 ? "" : "s"}`;
    by("motion").hidden = movers.length + triggers.length + left_out.length === 0;
    by("triggers-row").hidden = triggers.length === 0;
    const told = movers.length + triggers.length ? [`${count(movers.length, "moving part")}, ${count(triggers.length, "trigger")}.`] : [];
    if (movers.length && this.walk.names.length > 1) told.push("Each contestant has its own; yours are drawn.");
    by("motion-told").textContent = [...told, ...notes.map((note) => `${note}.`)].join(" ");
    by("left-out").hidden = left_out.length === 0;
    by("left-out-count").textContent = `${count(left_out.length, "line")} on what is left out`;
    by("left-out-list").replaceChildren(...left_out.map((line) => Object.assign(document.createElement("li"), { textContent: line })));
  }

  /** Who is in play, and who is not. */
  names() {
    const { by, walk } = this;
    const option = (value, text) => Object.assign(document.createElement("option"), { value, textContent: text });
    by("contestant").replaceChildren(...walk.names.map((n, i) => option(String(i), n)));
    by("contestant").value = String(walk.followed);
    const known = walk.about.known.filter(([n]) => !walk.names.includes(n));
    const pairs = walk.names.filter((n) => !n.includes("+")).flatMap((n) => [`${n}+slide`, `${n}+pair`]);
    const more = pairs.filter((n) => !walk.names.includes(n)).map((n) => [n, ""]);
    by("let-in").replaceChildren(option("", "choose…"), ...[...known, ...more].map(([n, about]) => Object.assign(option(n, n), { title: about })));
    by("players").replaceChildren(...walk.names.map((name, i) => this.row(name, i)));
    this.apart();
  }

  row(name, i) {
    const { walk } = this;
    const row = document.createElement("li");
    row.style.setProperty("--own", `var(--c${walk.hue(i)})`);
    row.dataset.followed = i === walk.followed ? "yes" : "no";
    const who = row.appendChild(Object.assign(document.createElement("div"), { className: "who" }));
    who.append(Object.assign(document.createElement("b"), { textContent: name }), Object.assign(document.createElement("span"), { className: "apart" }));
    row.append(Object.assign(document.createElement("div"), { className: "ride quiet" }));
    const row2 = row.appendChild(Object.assign(document.createElement("div"), { className: "row" }));
    const button = (text, title, act) => {
      const b = Object.assign(document.createElement("button"), { type: "button", textContent: text, title });
      b.addEventListener("click", () => this.safely(act));
      row2.append(b);
    };
    if (i !== walk.followed) {
      button("switch to", `Walk as ${name} from where you are`, () => this.become(i));
      button("bring here", `Bring ${name} to you`, () => walk.bring(i));
      button("remove", `Take ${name} out of the scene`, () => (walk.leave(i), this.names()));
    } else row2.remove();
    row.title = walk.figures[i].outline.omissions.join("; ");
    return row;
  }

  become(i) {
    this.walk.become(i);
    this.names();
  }

  /** How far apart everyone is, and what they ride. */
  apart() {
    [...this.by("players").children].forEach((row, i) => {
      const ride = this.walk.ride(i);
      row.querySelector(".ride").textContent = ride ? `stands on: ${ride}` : "";
      if (i !== this.walk.followed) row.querySelector(".apart").textContent = `${this.walk.apart(i).toFixed(2)} u apart`;
    });
  }

  update(seconds) {
    this.told += seconds;
    if (this.told < EVERY) return;
    this.told = 0;
    this.apart();
    this.run.note();
  }

  marks() {
    const rows = this.walk.marks.list.slice(-12).reverse();
    this.by("marks").replaceChildren(
      ...rows.map((m) => {
        const row = document.createElement("li");
        const b = row.appendChild(Object.assign(document.createElement("button"), { type: "button", textContent: `${m.what}, tick ${m.tick}`, title: "Go there" }));
        b.addEventListener("click", () => this.safely(() => this.walk.go(m.at, m.yaw)));
        return row;
      }),
    );
  }

  /** Runs what a person asked for; what the session refuses is said. */
  safely(act) {
    try {
      act();
    } catch (e) {
      this.walk.tell(e);
    }
  }

  wire() {
    const { by, walk, hands } = this;
    const on = (id, event, act) => by(id).addEventListener(event, () => this.safely(act));
    on("contestant", "change", () => this.become(Number(by("contestant").value)));
    on("profile", "change", () => {
      const before = walk.profileName;
      try {
        walk.profile(by("profile").value);
        this.motion();
      } catch (e) {
        by("profile").value = before;
        throw e;
      }
    });
    on("let-in", "change", () => {
      const name = by("let-in").value;
      by("let-in").value = "";
      if (name) walk.enter(name);
      this.names();
    });
    on("go", "click", () => this.go());
    on("noclip", "click", () => this.fly());
    on("rate", "change", () => (walk.msec = Math.fround(Number(by("rate").value))));
    on("slow", "change", () => (walk.slow = Number(by("slow").value)));
    on("pause", "click", () => this.pause(!walk.paused));
    on("single", "click", () => this.single());
    for (const what of Object.keys(walk.shows)) on(what, "change", () => (walk.shows[what] = by(what).checked));
    on("clip", "change", () => walk.place.showClip(by("clip").checked));
    on("exact", "change", () => walk.game.call("judge", by("exact").checked ? 1 : 0));
    on("fold", "click", () => this.fold());
    on("free", "click", () => (hands.locked ? document.exitPointerLock() : this.back()));
    on("help-button", "click", () => by("help").showModal());
    for (const [id, set] of [["sensitivity", (v) => (hands.sensitivity = v)], ["fov", (v) => ((walk.fov = v), walk.resize())]]) {
      const apply = () => {
        const value = Number(by(id).value);
        by(`${id}-out`).textContent = id === "fov" ? `${value}°` : value.toFixed(1);
        set(value);
        this.keep();
      };
      by(id).addEventListener("input", apply);
      apply();
    }
    addEventListener("keydown", (e) => this.key(e));
    by("help").addEventListener("keydown", (e) => e.code === "KeyH" && by("help").close());
    document.addEventListener("pointerlockchange", () => {
      by("free").textContent = hands.locked ? "Free the mouse" : "Catch the mouse";
      by("hold").hidden = !hands.locked;
    });
  }

  back() {
    this.walk.canvas.focus();
    return this.hands.lock();
  }

  go() {
    const { start, spawns } = this.walk.about;
    const chosen = this.by("spawn").value;
    const [x, y, z, yaw] = chosen === "start" ? start : spawns[Number(chosen)];
    this.walk.go([x, y, z + this.walk.lift], yaw, chosen === "start" ? start.slice(4) : [0, 0, 0]);
  }

  fly() {
    this.walk.toggleFlight();
    this.by("noclip").setAttribute("aria-pressed", String(this.walk.flying));
  }

  pause(on) {
    this.walk.paused = on;
    this.walk.left = 0;
    this.by("pause").setAttribute("aria-pressed", String(on));
  }

  single() {
    this.pause(true);
    this.walk.tick();
  }

  fold() {
    const { by } = this;
    const open = by("panel").dataset.open !== "yes";
    by("panel").dataset.open = open ? "yes" : "no";
    by("fold").textContent = open ? "Hide" : "Controls";
    by("fold").setAttribute("aria-expanded", String(open));
  }

  check(id) {
    this.by(id).click();
  }

  key(e) {
    if (e.ctrlKey || e.metaKey || e.altKey || e.repeat) return;
    if (e.target.closest("input:not([type=checkbox]), select, textarea, dialog")) return;
    const help = () => (document.exitPointerLock?.(), this.by("help").showModal());
    if (document.body.dataset.walking !== "yes") {
      if (e.code === "KeyH") help();
      else if (WALKS.includes(e.code)) this.by("walk").click();
      return;
    }
    const walked = hasNoFocus(this.walk.canvas);
    const digit = /^Digit([1-9])$/.exec(e.code);
    const acts = {
      KeyT: () => this.go(),
      KeyN: () => this.fly(),
      KeyP: () => this.pause(!this.walk.paused),
      Period: () => this.single(),
      KeyV: () => this.check("third"),
      KeyX: () => this.check("contacts"),
      KeyF: () => this.check("fan"),
      KeyJ: () => this.check("exact"),
      KeyR: () => this.run.toggle(),
      KeyB: () => this.walk.names.forEach((_, i) => i !== this.walk.followed && this.walk.bring(i)),
      KeyH: help,
    };
    // Tab moves the focus among the controls; it folds the panel while the hands are in the picture.
    if (walked) acts.Tab = () => this.fold();
    const act = digit ? () => this.become(Number(digit[1]) - 1) : acts[e.code];
    if (!act) return;
    e.preventDefault();
    this.safely(act);
  }

  keep() {
    try {
      localStorage.setItem(KEPT, JSON.stringify({ sensitivity: this.by("sensitivity").value, fov: this.by("fov").value }));
    } catch {
      // A browser that keeps nothing for files: the defaults serve.
    }
  }

  recall() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEPT) ?? "{}");
      for (const id of ["sensitivity", "fov"]) if (kept[id]) this.by(id).value = kept[id];
    } catch {
      // As above.
    }
  }
}

function hasNoFocus(canvas) {
  return [canvas, document.body].includes(document.activeElement);
}
