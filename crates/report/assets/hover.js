// Numbers under the pointer on every plot: reads the lines and dots that are drawn, by the axes that the plot names, and what
// the plot brings besides (rows of a distribution, times along a path). A tap shows them too, and arrow keys move along.
// Plots over time, and the plan, lead the replay to a moment and show where it is: "clipmark-goto", "clipmark-moment".
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const ZERO_SHARE = 0.1; // of an axis "log0", kept for what is at or below its least value
  const GAP = 6; // between the numbers and the frame, in pixels

  const signed = (text) => text.replace("-", "−");
  const whole = (n) => n.toLocaleString("en", { maximumFractionDigits: 0 });

  /** A number with so many significant digits. */
  const significant = (v, digits) => {
    if (v === 0) return "0";
    const size = Math.abs(v);
    if (size < 1e-4 || size >= 1e7) return signed(v.toExponential(digits - 1));
    const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
    return signed(v.toLocaleString("en", { maximumFractionDigits: decimals }));
  };

  /** The value at a share of an axis; "log0" has none below its least. */
  const valueAt = ([scale, min, max], share) => {
    if (scale === "linear") return min + (max - min) * share;
    if (scale === "log0") share = Math.max(0, (share - ZERO_SHARE) / (1 - ZERO_SHARE));
    return min * (max / min) ** share;
  };

  /** The value at a share of an axis of so many drawn points, in words: as many digits as the drawing can tell. */
  const at = (axis, points, share) => {
    const [scale, min, max] = axis;
    if (scale === "linear") {
      const decimals = Math.min(9, Math.max(0, -Math.round(Math.log10((max - min) / points))));
      return signed(valueAt(axis, share).toLocaleString("en", { maximumFractionDigits: decimals }));
    }
    if (scale === "log0" && share < ZERO_SHARE / 2) return `at most ${significant(min, 1)}`;
    return significant(valueAt(axis, share), 3);
  };

  const axis = (text) => text.split(" ").map((t, i) => (i ? Number(t) : t));

  /** Name and unit of an axis: "speed (u/s)", "share (log)". */
  const unitOf = (name) => {
    const inner = /\(([^)]*)\)/.exec(name)?.[1] ?? "";
    const unit = inner.split(",").map((t) => t.trim()).filter((t) => t && t !== "log").join(", ");
    return unit ? ` ${unit}` : "";
  };

  /** What is drawn in a colour within the frame: runs of points, each point [x, y]. */
  function drawn(svg, colour, [left, top, right, bottom]) {
    const within = ([x, y]) => x >= left - 2 && x <= right + 2 && y >= top - 2 && y <= bottom + 2;
    const of = (e) =>
      e.tagName === "circle"
        ? [[Number(e.getAttribute("cx")), Number(e.getAttribute("cy"))]]
        : e.getAttribute("points").trim().split(/\s+/).map((p) => p.split(",").map(Number));
    return [...svg.querySelectorAll("polyline, circle")]
      .filter((e) => e.getAttribute("stroke") === colour || e.getAttribute("fill") === colour)
      .map((e) => of(e).filter(within))
      .filter((run) => run.length);
  }

  const rises = (run) => run.every((p, i) => !i || p[0] >= run[i - 1][0]);

  /** The point of a series to speak of: on the line at the pointer where lines go from left to right, else the nearest. */
  function spoken(runs, [x, y]) {
    if (runs.every(rises))
      for (const run of runs) {
        const i = run.findIndex((p) => p[0] >= x);
        if (i > 0) {
          const [a, b] = [run[i - 1], run[i]];
          const t = b[0] === a[0] ? 0 : (x - a[0]) / (b[0] - a[0]);
          return [x, a[1] + (b[1] - a[1]) * t];
        }
      }
    let best = null;
    for (const p of runs.flat()) {
      const d = (p[0] - x) ** 2 + (p[1] - y) ** 2;
      if (!best || d < best.d) best = { d, p };
    }
    return best?.p;
  }

  /** What a row says of a place on the axis across: a line each. */
  const ROWS = {
    /** How many of all are in the class under the pointer, and how many are below. */
    classes({ counts, unit, what }, share, ax) {
      const k = Math.min(counts.length - 1, Math.max(0, Math.floor(share * counts.length)));
      const [from, to] = [k, k + 1].map((n) => significant(valueAt(ax, n / counts.length), 3));
      const all = counts.reduce((sum, n) => sum + n, 0);
      const below = counts.slice(0, k).reduce((sum, n) => sum + n, 0);
      return [`${from} to ${to} ${unit}: ${whole(counts[k])} of ${whole(all)} ${what}`, `${significant((100 * below) / all, 3)} % are quicker`];
    },
    /** The sample nearest to the pointer, and the percentiles. */
    samples({ samples, unit, one }, share, ax) {
      const x = valueAt(ax, share);
      const nearest = samples.reduce((best, v, i) => (Math.abs(Math.log(v / x)) < Math.abs(Math.log(samples[best] / x)) ? i : best), 0);
      const sorted = [...samples].sort((a, b) => a - b);
      const rank = (q) => significant(sorted[Math.round((sorted.length - 1) * q)], 4);
      return [`${one} ${whole(nearest + 1)} of ${whole(samples.length)}: ${significant(samples[nearest], 4)} ${unit}`, `percentiles: 5 % ${rank(0.05)}, 50 % ${rank(0.5)}, 95 % ${rank(0.95)}`];
    },
    /** A value for each series. */
    values({ values }) {
      return values.map(([name, colour, value]) => [`${name}: ${value}`, colour]);
    },
  };

  class Reader {
    constructor(svg) {
      this.svg = svg;
      this.frame = svg.dataset.frame.split(" ").map(Number);
      const [left, top, right, bottom] = this.frame;
      [this.ax, this.ay] = [axis(svg.dataset.x), axis(svg.dataset.y)];
      this.names = [svg.dataset.xName, svg.dataset.yName];
      this.series = JSON.parse(svg.dataset.series).map(([name, colour]) => ({ name, colour, runs: drawn(svg, colour, this.frame) }));
      this.rows = svg.dataset.rows ? JSON.parse(svg.dataset.rows) : null;
      this.paths = svg.dataset.paths ? JSON.parse(svg.dataset.paths).map((p) => unpacked(p)) : null;
      this.marks = svg.appendChild(document.createElementNS(SVG, "g"));
      // They are drawn anew under the pointer: a click that began on one would never end.
      this.marks.style.pointerEvents = "none";
      this.figure = svg.closest("figure");
      this.tip = this.figure.appendChild(document.createElement("div"));
      this.tip.className = "tip";
      this.tip.setAttribute("role", "status");
      this.tip.hidden = true;
      this.middle = [(left + right) / 2, (top + bottom) / 2];
    }

    hide() {
      this.tip.hidden = true;
      this.marks.replaceChildren();
    }

    share(x) {
      const [left, , right] = this.frame;
      return (x - left) / (right - left);
    }

    up(y) {
      const [, top, , bottom] = this.frame;
      return (bottom - y) / (bottom - top);
    }

    dot(x, y, colour) {
      const dot = this.marks.appendChild(document.createElementNS(SVG, "circle"));
      for (const [k, v] of Object.entries({ cx: x, cy: y, r: 16, fill: colour })) dot.setAttribute(k, v);
    }

    /** The moment at a place of a plot that has time, else nothing. */
    moment(x, y) {
      if (this.svg.dataset.time) return { seconds: valueAt(this.ax, this.share(x)) };
      const met = this.paths && this.nearest(x, y);
      return met ? { tick: met.tick, contestant: met.index } : null;
    }

    /** The nearest point of all paths, with its tick. */
    nearest(x, y) {
      let best = null;
      const [vx, vy] = [valueAt(this.ax, this.share(x)), valueAt(this.ay, this.up(y))];
      this.paths.forEach(({ points }, index) => {
        for (const [px, py, tick] of points) {
          const d = (px - vx) ** 2 + (py - vy) ** 2;
          if (!best || d < best.d) best = { d, tick, index };
        }
      });
      return best;
    }

    show(x, y) {
      this.middle = [x, y];
      this.marks.replaceChildren();
      const lines = this.rows ? this.ofRow(x, y) : this.paths ? this.ofPaths(x, y) : this.ofCurves(x, y);
      if (!lines?.length) return this.hide();
      this.tip.replaceChildren();
      for (const [words, colour] of lines) {
        const row = this.tip.appendChild(document.createElement("div"));
        if (colour) row.appendChild(document.createElement("span")).style.background = colour;
        row.append(words);
      }
      this.tip.hidden = false;
      this.place(x);
    }

    ofCurves(x, y) {
      const [left, top, right, bottom] = this.frame;
      const rows = [];
      for (const { name, colour, runs } of this.series) {
        const p = runs.length && spoken(runs, [x, y]);
        if (!p) continue;
        this.dot(...p, colour);
        rows.push({ name, colour, x: at(this.ax, right - left, this.share(p[0])), y: at(this.ay, bottom - top, this.up(p[1])) });
      }
      if (!rows.length) return null;
      const same = rows.every((r) => r.x === rows[0].x);
      const [ux, uy] = this.names.map(unitOf);
      const head = same ? `${this.names[0]}: ${rows[0].x}` : `${this.names[0]}; ${this.names[1]}`;
      return [[head], ...rows.map((r) => [`${r.name}: ${same ? "" : `${r.x}${ux}; `}${r.y}${uy}`, r.colour])];
    }

    ofRow(x, y) {
      const level = valueAt(this.ay, this.up(y));
      const row = this.rows.find((r) => level <= r.top && level > r.bottom);
      if (!row) return null;
      const said = ROWS[row.kind](row, this.share(x), this.ax);
      return [[row.name, row.colour], ...said.map((line) => (Array.isArray(line) ? line : [line]))];
    }

    ofPaths(x, y) {
      const met = this.nearest(x, y);
      if (!met) return null;
      const tick = Number(this.svg.dataset.tick);
      const lines = [[`time ${((met.tick + 1) * tick).toFixed(3)} s (tick ${whole(met.tick + 1)}); x, y`]];
      this.paths.forEach(({ points }, index) => {
        const p = at_tick(points, met.tick);
        if (!p) return;
        const { name, colour } = this.series[index];
        this.dot(...this.spot(p), colour);
        lines.push([`${name}: ${whole(p[0])}, ${whole(p[1])} u`, colour]);
      });
      return lines;
    }

    /** Where a point of the plan is drawn. */
    spot([vx, vy]) {
      const [left, top, right, bottom] = this.frame;
      const share = ([, min, max], v) => (v - min) / (max - min);
      return [left + (right - left) * share(this.ax, vx), bottom - (bottom - top) * share(this.ay, vy)];
    }

    /** Puts the numbers above the frame, where no curve is; below the plot where the window ends above it. */
    place(x) {
      const { svg, tip, figure } = this;
      const [box, within] = [svg.getBoundingClientRect(), figure.getBoundingClientRect()];
      const scale = box.height / svg.viewBox.baseVal.height;
      const px = box.left - within.left + (x / svg.viewBox.baseVal.width) * box.width;
      tip.style.left = `${Math.max(4, Math.min(px - tip.offsetWidth / 2, within.width - tip.offsetWidth - 4))}px`;
      const frame = box.top + this.frame[1] * scale;
      const above = frame - GAP - tip.offsetHeight;
      tip.style.top = `${(above >= 0 ? above : box.bottom + GAP) - within.top}px`;
    }
  }

  /** Points [x, y, tick] of a path, packed as numbers one after another, ticks as steps from one to the next. */
  function unpacked(flat) {
    const points = [];
    let tick = 0;
    for (let i = 0; i + 2 < flat.length; i += 3) points.push([flat[i], flat[i + 1], (tick += flat[i + 2])]);
    return { points };
  }

  /** The last point at or before a tick. */
  function at_tick(points, tick) {
    let [low, high] = [0, points.length];
    while (low < high) {
      const half = (low + high) >> 1;
      if (points[half][2] <= tick) low = half + 1;
      else high = half;
    }
    return points[Math.max(0, low - 1)];
  }

  const readers = new Map();
  const reader = (svg) => {
    if (!readers.has(svg)) readers.set(svg, new Reader(svg));
    return readers.get(svg);
  };

  function ready(svg) {
    const read = reader(svg);
    const [left, top, right, bottom] = read.frame;
    const where = (e) => {
      const { x, y } = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
      return x < left || x > right || y < top || y > bottom ? null : [x, y];
    };
    const follow = (e) => {
      const p = where(e);
      if (p) read.show(...p);
      else if (e.pointerType !== "touch") read.hide();
    };
    const go = (x, y, scroll) => {
      const moment = read.moment(x, y);
      if (moment) document.dispatchEvent(new CustomEvent("clipmark-goto", { detail: { ...moment, scroll } }));
    };
    svg.addEventListener("pointermove", follow);
    svg.addEventListener("pointerdown", follow);
    // A finger that is lifted leaves; its numbers stay until another place is touched.
    svg.addEventListener("pointerleave", (e) => e.pointerType !== "touch" && read.hide());
    document.addEventListener("pointerdown", (e) => !svg.contains(e.target) && read.hide());
    svg.addEventListener("click", (e) => {
      const p = where(e);
      if (p) go(...p, e.pointerType !== "touch");
    });
    svg.addEventListener("blur", () => read.hide());
    svg.addEventListener("keydown", (e) => {
      if (e.key === "Escape") return read.hide();
      if (e.key === "Enter") return go(...read.middle, true);
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (!by) return;
      e.preventDefault();
      const step = (right - left) / 100;
      const [x, y] = read.middle;
      read.show(Math.min(right, Math.max(left, x + by[0] * step)), Math.min(bottom, Math.max(top, y + by[1] * step)));
    });
  }

  const plots = [...document.querySelectorAll("svg[data-series]")];
  for (const svg of plots) {
    const begin = (e) => {
      for (const kind of ["pointerenter", "pointerdown", "focus"]) svg.removeEventListener(kind, begin);
      ready(svg);
      // What began it is told again to those who listen now.
      if (e.type === "pointerdown") svg.dispatchEvent(new PointerEvent("pointermove", e));
    };
    // Read when first wanted: a page has many plots and nobody looks at all.
    svg.tabIndex = 0;
    for (const kind of ["pointerenter", "pointerdown", "focus"]) svg.addEventListener(kind, begin);
  }

  /** Where the replay is: an upright line in plots over time, a ring on each path of the plan. */
  const heads = new Map();
  document.addEventListener("clipmark-moment", ({ detail: { seconds, tick } }) => {
    for (const svg of plots.filter((p) => p.dataset.time || p.dataset.paths)) {
      const read = reader(svg);
      if (!heads.has(svg)) {
        const group = svg.appendChild(document.createElementNS(SVG, "g"));
        group.setAttribute("class", "playhead");
        const marks = read.paths ? read.paths.map(() => "circle") : ["line"];
        heads.set(svg, marks.map((kind) => group.appendChild(document.createElementNS(SVG, kind))));
      }
      const [left, top, right, bottom] = read.frame;
      heads.get(svg).forEach((mark, i) => {
        const set = (values) => Object.entries(values).forEach(([k, v]) => mark.setAttribute(k, v));
        if (read.paths) {
          const p = at_tick(read.paths[i].points, tick);
          if (p) set({ ...Object.fromEntries(["cx", "cy"].map((k, n) => [k, read.spot(p)[n]])), r: 26 });
        } else {
          const [, min, max] = read.ax;
          const x = left + (right - left) * Math.min(1, Math.max(0, (seconds - min) / (max - min)));
          set({ x1: x, x2: x, y1: top, y2: bottom });
        }
      });
    }
  });
})();
