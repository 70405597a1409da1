// One moment everywhere: plots, the table of failures, marks and the 3-D replay of a report lead to each other. REPORT names the
// report's page; CHROMIUM names the browser. Screenshots go to SHOTS, if that is given.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { pathToFileURL } from "node:url";
import path from "node:path";
import puppeteer from "puppeteer-core";

const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const report = process.env.REPORT;
let browser;

before(async () => {
  assert.ok(report, "set REPORT to the index.html of a report");
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  browser = await puppeteer.launch({ executablePath: chromium, args, protocolTimeout: 300000 });
});

after(() => browser?.close());

async function open({ hash = "", touch = false } = {}) {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("console", (m) => ["error", "warn"].includes(m.type()) && !/GPU stall|swiftshader/i.test(m.text()) && complaints.push(m.text()));
  await page.setViewport(touch ? { width: 390, height: 844, hasTouch: true, isMobile: true } : { width: 1280, height: 900 });
  await page.goto(pathToFileURL(path.resolve(report)).href + hash, { waitUntil: "load", timeout: 120000 });
  // Most plots are folded.
  await page.$$eval("details", (all) => all.forEach((details) => (details.open = true)));
  return { page, complaints };
}

const ready = (page) => page.waitForSelector("#replay[data-ready=yes]", { timeout: 60000 });
async function started(page) {
  await page.$eval("#replay canvas", (c) => c.scrollIntoView({ block: "center" }));
  await ready(page);
}
const tick = (page) => page.$eval("#replay", (f) => Number(f.dataset.tick));
const seen = (page, selector) =>
  page.$eval(selector, (e) => {
    const { top, bottom } = e.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  });
const plot = (file) => `figure:has(a[href='plots/${file}.svg']) `;
const tip = (page, file) => page.$$eval(`${plot(file)}.tip:not([hidden]) div`, (rows) => rows.map((r) => r.textContent));

/** A point of a plot's frame, in the window: shares from left and from top. */
async function point(page, file, x, y) {
  await page.$eval(`${plot(file)}svg`, (svg) => svg.scrollIntoView({ block: "center" }));
  return page.$eval(`${plot(file)}svg`, (svg, x, y) => {
    const [left, top, right, bottom] = svg.dataset.frame.split(" ").map(Number);
    const at = new DOMPoint(left + (right - left) * x, top + (bottom - top) * y).matrixTransform(svg.getScreenCTM());
    return [at.x, at.y];
  }, x, y);
}

test("a click on a plot over time brings the replay there, and a playhead follows it", async () => {
  const { page, complaints } = await open();
  await page.mouse.click(...(await point(page, "speed", 0.5, 0.5)));
  await ready(page);
  await page.waitForFunction(() => Number(document.getElementById("replay").dataset.tick) > 0);
  const { ticks, at } = await page.$eval("#replay", (f) => ({ ticks: f.replay.data.ticks, at: Number(f.dataset.tick) }));
  assert.ok(Math.abs(at - ticks / 2) < ticks * 0.02, `tick ${at} of ${ticks}`);
  assert.ok(await seen(page, "#replay"), "the replay is not in the window");
  const heads = await page.$$eval("svg[data-time] .playhead line", (lines) => lines.map((l) => {
    const [left, , right] = l.closest("svg").dataset.frame.split(" ").map(Number);
    return (Number(l.getAttribute("x1")) - left) / (right - left);
  }));
  const plots = await page.$$eval("svg[data-time]", (all) => all.length);
  assert.ok(plots >= 2 && heads.length === plots, `${heads.length} playheads in ${plots} plots`);
  assert.ok(heads.every((share) => Math.abs(share - 0.5) < 0.02), String(heads));
  const rings = await page.$$eval("svg[data-paths] .playhead circle[cx]", (all) => all.length);
  assert.equal(rings, await page.$eval("#replay", (f) => f.replay.players.length));
  await page.evaluate(() => document.getElementById("replay").replay.seek(0));
  const back = await page.$eval("svg[data-time] .playhead line", (l) => Number(l.getAttribute("x1")) - Number(l.closest("svg").dataset.frame.split(" ")[0]));
  assert.ok(back < 20, "the playhead does not follow");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a click on the plan goes to the tick of the nearest path, and the pointer tells its time", async () => {
  const { page, complaints } = await open();
  // Its first picture moves what is below it.
  await ready(page);
  const [x, y] = await point(page, "plan", 0.5, 0.5);
  await page.mouse.move(x, y);
  const [head] = await tip(page, "plan");
  const said = Number(/tick ([\d,]+)/.exec(head)[1].replaceAll(",", ""));
  assert.match(head, /^time \d+\.\d{3} s/);
  await page.mouse.click(x, y);
  await ready(page);
  await page.waitForFunction((t) => Number(document.getElementById("replay").dataset.tick) === t, {}, said - 1);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("an address with a tick and a contestant leads to that moment", async () => {
  const { page, complaints } = await open({ hash: "#tick=123&contestant=1" });
  await ready(page);
  await page.waitForFunction(() => Number(document.getElementById("replay").dataset.tick) === 123);
  assert.equal(await page.$eval(".replay-view", (s) => s.value), "follow1");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("buttons anywhere on the page lead to a moment or a place", async () => {
  const { page, complaints } = await open();
  await page.evaluate(() => {
    const main = document.querySelector("main");
    main.insertAdjacentHTML("beforeend", "<button type=button id=t data-tick=77 data-contestant=0>t</button><button type=button id=p data-place='10 20 30'>p</button>");
  });
  await page.$eval("#t", (b) => b.click());
  await ready(page);
  await page.waitForFunction(() => Number(document.getElementById("replay").dataset.tick) === 77);
  await page.$eval("#p", (b) => b.click());
  await page.waitForFunction(() => document.getElementById("replay").replay.spot.visible);
  const spot = await page.$eval("#replay", (f) => f.replay.spot.position.toArray());
  assert.deepEqual(spot, [10, 20, 30]);
  for (const row of await page.$$("table button[data-tick]")) {
    const wanted = await row.evaluate((b) => (b.click(), Number(b.dataset.tick)));
    await page.waitForFunction((t) => Number(document.getElementById("replay").dataset.tick) === t, {}, wanted);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("rows of plots tell counts, percentiles and units, above the curve", async () => {
  const { page, complaints } = await open();
  for (const [file, patterns] of [
    ["ns-of-sweeps", [/^\S+ to \S+ ns: [\d,]+ of [\d,]+ sweeps$/, /^[\d.]+ % are quicker$/]],
    ["ns-per-trace", [/^round \d+ of \d+: [\d,.]+ ns$/, /^percentiles: 5 % [\d,.]+, 50 % [\d,.]+, 95 % [\d,.]+$/]],
  ]) {
    const [x, y] = await point(page, file, 0.5, 0.2);
    await page.mouse.move(x, y);
    const [name, ...said] = await tip(page, file);
    assert.ok(name.length > 0);
    patterns.forEach((pattern, i) => assert.match(said[i], pattern));
    const over = await page.$eval(plot(file).trim(), (figure) => {
      const [tip, svg] = [figure.querySelector(".tip").getBoundingClientRect(), figure.querySelector("svg")];
      const [, top, , bottom] = svg.dataset.frame.split(" ").map(Number);
      const at = (y) => new DOMPoint(0, y).matrixTransform(svg.getScreenCTM()).y;
      return tip.bottom > at(top) + 1 && tip.top < at(bottom);
    });
    assert.ok(!over, "the numbers lie over the curve");
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a tap shows the numbers, and they stay until another place is touched", async () => {
  const { page, complaints } = await open({ touch: true });
  // Its first picture moves what is below it.
  await started(page);
  const at = await point(page, "speed", 0.4, 0.5);
  await page.touchscreen.tap(...at);
  await page.waitForSelector(`${plot("speed")}.tip:not([hidden])`);
  assert.match((await tip(page, "speed"))[0], /^time \(s\): \d/);
  await page.$eval("h1", (h) => h.scrollIntoView());
  await page.touchscreen.tap(20, 300);
  assert.deepEqual(await tip(page, "speed"), []);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the wheel scrolls the page unless Ctrl is held", async () => {
  const { page, complaints } = await open();
  await started(page);
  const box = await (await page.$("#replay canvas")).boundingBox();
  const eye = () => page.$eval("#replay", (f) => f.replay.eye.camera.position.distanceTo(f.replay.eye.orbit.target));
  const scrolled = () => page.evaluate(() => scrollY);
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.select(".replay-view", "free");
  const [far, top] = [await eye(), await scrolled()];
  await page.mouse.wheel({ deltaY: 200 });
  await page.waitForFunction((top) => scrollY > top, {}, top);
  assert.equal(await eye(), far, "the wheel zooms");
  assert.ok(await page.$eval(".replay-hint", (h) => !h.hidden), "nobody says how to zoom");
  await page.keyboard.down("Control");
  await page.$eval("#replay canvas", (c) => c.scrollIntoView({ block: "center" }));
  const there = await (await page.$("#replay canvas")).boundingBox();
  await page.mouse.move(there.x + there.width / 2, there.y + there.height / 2);
  await page.mouse.wheel({ deltaY: 200 });
  await page.keyboard.up("Control");
  await page.waitForFunction((far) => {
    const { eye } = document.getElementById("replay").replay;
    return eye.camera.position.distanceTo(eye.orbit.target) !== far;
  }, {}, far);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the world from above has no roof, and the whole path on top", async () => {
  const { page, complaints } = await open();
  await started(page);
  const planes = () => page.$eval("#replay", (f) => f.replay.scenery.kinds.get("solid").mesh.material.clippingPlanes?.length ?? 0);
  assert.equal(await planes(), 0, "who follows is below the roofs");
  await page.select(".replay-view", "above");
  assert.equal(await planes(), 1);
  const [height, top] = await page.$eval("#replay", (f) => [f.replay.cutHeight, Math.max(...f.replay.data.contestants.flatMap((c) => [...c.position[2]]))]);
  assert.ok(height > top && height < top + 100, `${height} above ${top}`);
  const whole = await page.$eval("#replay", (f) => f.replay.players.map((p) => [p.whole.line.visible, p.whole.line.material.depthTest, p.whole.line.geometry.instanceCount]));
  const ticks = await page.$eval("#replay", (f) => f.replay.data.ticks);
  for (const [visible, depth, segments] of whole) assert.deepEqual([visible, depth, segments], [true, false, ticks - 1]);
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, "above.png") });
  await page.click("input[data-show=cut]");
  assert.equal(await planes(), 0, "the roof does not come back");
  await page.select(".replay-view", "follow0");
  assert.ok(await page.$eval("#replay", (f) => f.replay.players.every((p) => !p.whole.line.visible)));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("side by side each contestant has a picture with its name", async () => {
  const { page, complaints } = await open();
  await started(page);
  await page.select(".replay-view", "beside");
  const names = () => page.$$eval(".replay-names span", (all) => all.map((s) => s.textContent));
  const all = await page.$eval("#replay", (f) => f.replay.players.map((p) => p.run.name));
  assert.deepEqual(await names(), all);
  // Each picture is drawn about its own contestant alone: with one hidden there is one picture fewer.
  await page.click("input[data-show=player0]");
  assert.deepEqual(await names(), all.slice(1));
  await page.click("input[data-show=player0]");
  const centres = await page.$eval("#replay", (f) => {
    const { replay } = f;
    replay.seek(Math.floor(replay.data.ticks / 2));
    replay.beside.update(10);
    return replay.beside.eyes.map((eye, i) => eye.orbit.target.distanceTo(replay.players[i].at));
  });
  assert.ok(centres.every((d) => d < 1e-3), String(centres));
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, "beside.png") });
  await page.select(".replay-view", "follow0");
  assert.deepEqual(await names(), []);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("speeds, a clock that tells ticks apart, full screen, and who stands where another is", async () => {
  const { page, complaints } = await open();
  await started(page);
  const speeds = await page.$$eval(".replay-speed option", (all) => all.map((o) => Number(o.value)));
  for (const speed of [2, 4, 8]) assert.ok(speeds.includes(speed), `no ${speed}×`);
  const clock = () => page.$eval(".replay-clock", (c) => c.textContent.split(" s")[0]);
  const times = [];
  for (let k = 100; k < 110; k++) {
    await page.$eval("#replay", (f, k) => f.replay.seek(k), k);
    times.push(await clock());
  }
  assert.equal(new Set(times).size, times.length, `ticks look alike: ${times}`);
  const same = await page.$eval("#replay", (f) => {
    const { players } = f.replay;
    const [a, b] = players;
    b.run.position.forEach((column, i) => column.set(a.run.position[i]));
    f.replay.seek(0);
    return [f.querySelector(".replay-same").textContent, b.body.visible, a.run.name, b.run.name];
  });
  assert.equal(same[0].split(";")[0], `${same[3]} is where ${same[2]} is`);
  assert.equal(same[1], false, "two hulls in one place");
  await page.$eval("#replay", (f) => (f.requestFullscreen = () => Promise.reject(new Error("refused"))));
  await page.$eval(".replay-full", (b) => b.click());
  await page.waitForSelector("#replay.filled");
  const { width, height } = await page.$eval("#replay", (f) => f.getBoundingClientRect().toJSON());
  assert.ok(width >= 1260 && height >= 890, `${width} × ${height}`);
  await page.$eval(".replay-full", (b) => b.click());
  assert.equal(await page.$("#replay.filled"), null);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("who wants less motion gets no swing of the eye", async () => {
  const { page, complaints } = await open();
  await started(page);
  // From one end of the run to the other, after one frame of a sixtieth of a second: how far the eye still has to go.
  const left = () =>
    page.$eval("#replay", (f) => {
      const { eye, players, data } = f.replay;
      f.replay.view("follow0");
      f.replay.seek(Math.floor(data.ticks / 3));
      eye.turn = players[0].yaw + 2;
      eye.update(1 / 60);
      const off = players[0].yaw - eye.turn;
      return Math.abs(Math.atan2(Math.sin(off), Math.cos(off)));
    });
  assert.ok((await left()) > 0.5, "the eye swings by default");
  await page.emulateMediaFeatures([{ name: "prefers-reduced-motion", value: "reduce" }]);
  assert.ok((await left()) < 1e-6);
  assert.deepEqual(complaints, []);
  await page.close();
});
