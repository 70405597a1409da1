// Numbers under the pointer on every plot: reads the lines and dots that are drawn, by the axes that the plot names.
// A plot takes the keyboard too: arrow keys move along it.
(() => {
  const SVG = "http://www.w3.org/2000/svg";
  const ZERO_SHARE = 0.1; // of an axis "log0", kept for what is at or below its least value

  const signed = (text) => text.replace("-", "−");

  /** A number with so many significant digits. */
  const significant = (v, digits) => {
    if (v === 0) return "0";
    const size = Math.abs(v);
    if (size < 1e-4 || size >= 1e7) return signed(v.toExponential(digits - 1));
    const decimals = Math.max(0, digits - 1 - Math.floor(Math.log10(size)));
    return signed(v.toLocaleString("en", { maximumFractionDigits: decimals }));
  };

  /** The value at a share of an axis of so many drawn points, in words: as many digits as the drawing can tell. */
  const at = ([scale, min, max], points, share) => {
    if (scale === "linear") {
      const decimals = Math.min(9, Math.max(0, -Math.round(Math.log10((max - min) / points))));
      return signed((min + (max - min) * share).toLocaleString("en", { maximumFractionDigits: decimals }));
    }
    if (scale === "log0") {
      if (share < ZERO_SHARE / 2) return `at most ${significant(min, 1)}`;
      share = Math.max(0, (share - ZERO_SHARE) / (1 - ZERO_SHARE));
    }
    return significant(min * (max / min) ** share, 3);
  };

  const axis = (text) => text.split(" ").map((t, i) => (i ? Number(t) : t));

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

  function ready(svg) {
    const frame = svg.dataset.frame.split(" ").map(Number);
    const [left, top, right, bottom] = frame;
    const [ax, ay] = [axis(svg.dataset.x), axis(svg.dataset.y)];
    const series = JSON.parse(svg.dataset.series).map(([name, colour]) => ({ name, colour, runs: drawn(svg, colour, frame) }));
    const marks = svg.appendChild(document.createElementNS(SVG, "g"));
    const figure = svg.closest("figure");
    const tip = figure.appendChild(document.createElement("div"));
    tip.className = "tip";
    tip.setAttribute("role", "status");
    tip.hidden = true;

    const hide = () => {
      tip.hidden = true;
      marks.replaceChildren();
    };
    const show = (x, y) => {
      marks.replaceChildren();
      const rows = [];
      for (const { name, colour, runs } of series) {
        const p = runs.length && spoken(runs, [x, y]);
        if (!p) continue;
        const dot = marks.appendChild(document.createElementNS(SVG, "circle"));
        for (const [k, v] of Object.entries({ cx: p[0], cy: p[1], r: 16, fill: colour })) dot.setAttribute(k, v);
        rows.push({ name, colour, x: at(ax, right - left, (p[0] - left) / (right - left)), y: at(ay, bottom - top, (bottom - p[1]) / (bottom - top)) });
      }
      if (!rows.length) return hide();
      tip.replaceChildren();
      const names = [svg.dataset.xName, svg.dataset.yName];
      const add = (words, colour) => {
        const row = tip.appendChild(document.createElement("div"));
        if (colour) row.appendChild(document.createElement("span")).style.background = colour;
        row.append(words);
      };
      const same = rows.every((r) => r.x === rows[0].x);
      add(same ? `${names[0]}: ${rows[0].x}` : `${names[0]}; ${names[1]}`);
      for (const r of rows) add(`${r.name}: ${same ? "" : `${r.x}; `}${r.y}`, r.colour);
      tip.hidden = false;
      const [box, within] = [svg.getBoundingClientRect(), figure.getBoundingClientRect()];
      const px = box.left - within.left + (x / svg.viewBox.baseVal.width) * box.width;
      const py = box.top - within.top + (top / svg.viewBox.baseVal.height) * box.height;
      const over = px + tip.offsetWidth + 24 > within.width;
      tip.style.left = `${Math.max(4, over ? px - tip.offsetWidth - 12 : px + 12)}px`;
      tip.style.top = `${py + 4}px`;
    };

    let middle = [(left + right) / 2, (top + bottom) / 2];
    svg.addEventListener("pointermove", (e) => {
      const { x, y } = new DOMPoint(e.clientX, e.clientY).matrixTransform(svg.getScreenCTM().inverse());
      if (x < left || x > right || y < top || y > bottom) return hide();
      middle = [x, y];
      show(x, y);
    });
    svg.addEventListener("pointerleave", hide);
    svg.addEventListener("blur", hide);
    svg.tabIndex = 0;
    svg.addEventListener("keydown", (e) => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[e.key];
      if (e.key === "Escape") return hide();
      if (!by) return;
      e.preventDefault();
      const step = (right - left) / 100;
      middle = [
        Math.min(right, Math.max(left, middle[0] + by[0] * step)),
        Math.min(bottom, Math.max(top, middle[1] + by[1] * step)),
      ];
      show(...middle);
    });
  }

  for (const svg of document.querySelectorAll("svg[data-series]")) {
    const begin = () => {
      svg.removeEventListener("pointerenter", begin);
      svg.removeEventListener("focus", begin);
      ready(svg);
    };
    // Read when first wanted: a page has many plots and nobody looks at all.
    svg.tabIndex = 0;
    svg.addEventListener("pointerenter", begin);
    svg.addEventListener("focus", begin);
  }
})();
