// Opens a report from disk in headless Chromium and plays its replay. The report is the one named by REPORT, and
// must have a replay; CHROMIUM names the browser. Screenshots go to SHOTS, if that is given.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import path from "node:path";
import puppeteer from "puppeteer-core";

const report = process.env.REPORT;
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const sizes = { desktop: { width: 1280, height: 900 }, phone: { width: 390, height: 844, deviceScaleFactor: 2 } };
let browser;

before(async () => {
  assert.ok(report && existsSync(report), "set REPORT to the index.html of a report");
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  browser = await puppeteer.launch({ executablePath: chromium, args });
});

after(() => browser?.close());

/** The page with its replay ready, and whatever the console complains of. */
async function open(size, scheme = "light") {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("console", (m) => ["error", "warn"].includes(m.type()) && !/GPU stall|swiftshader/i.test(m.text()) && complaints.push(m.text()));
  page.on("request", (r) => r.url().startsWith("http") && complaints.push(`asks for ${r.url()}`));
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport(sizes[size]);
  const began = Date.now();
  await page.goto(pathToFileURL(path.resolve(report)).href, { waitUntil: "load" });
  const loaded = Date.now() - began;
  await page.$eval("#replay", (f) => f.scrollIntoView({ block: "center" }));
  await page.waitForSelector("#replay[data-ready=yes]", { timeout: 30000 });
  await page.$$eval("details", (all) => all.forEach((details) => (details.open = true)));
  return { page, complaints, loaded };
}

const tick = (page) => page.$eval("#replay", (f) => Number(f.dataset.tick));

/** Whether the canvas shows more than one colour: the share of sampled pixels that differ from the corner's. */
const drawn = (page) =>
  page.$eval("#replay", (f) => {
    const { renderer, scene, eye } = f.replay;
    renderer.render(scene, eye.camera);
    const gl = renderer.getContext();
    const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const pixels = new Uint8Array(4 * w * h);
    gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const colours = new Set();
    for (let i = 0; i < pixels.length; i += 4 * 97) colours.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
    return colours.size;
  });

async function shot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
}

for (const size of Object.keys(sizes))
  test(`plays, jumps and comes back on a ${size}`, async () => {
    const { page, complaints, loaded } = await open(size, size === "phone" ? "dark" : "light");
    console.log(`${size}: loaded in ${loaded} ms`);
    assert.ok((await drawn(page)) > 8, "the picture is empty");
    await shot(page, `${size}-start`);
    assert.equal(await tick(page), 0);
    await page.click(".replay-play");
    await page.waitForFunction(() => Number(document.getElementById("replay").dataset.tick) > 5, { timeout: 30000 });
    await page.click(".replay-play");
    const paused = await tick(page);
    await new Promise((r) => setTimeout(r, 300));
    assert.equal(await tick(page), paused, "it goes on while it is paused");
    await page.focus("#replay canvas");
    await page.keyboard.press("ArrowRight");
    assert.equal(await tick(page), paused + 1);
    await page.keyboard.press("ArrowLeft");
    assert.equal(await tick(page), paused);
    const jumps = await page.$$("#replay button[data-tick]");
    for (const jump of jumps) {
      const wanted = await jump.evaluate((b) => Number(b.dataset.tick));
      await jump.click();
      assert.equal(await tick(page), wanted);
    }
    for (const look of await page.$$("#replay button[data-sweep]")) await look.click();
    await shot(page, `${size}-jump`);
    await page.select(".replay-view", "above");
    assert.ok((await drawn(page)) > 8, "the world from above is empty");
    await shot(page, `${size}-above`);
    for (const box of await page.$$("#replay input[data-show]")) {
      await box.click();
      await box.click();
    }
    await page.select(".replay-view", "free");
    const eye = () => page.$eval("#replay", (f) => f.replay.eye.camera.position.toArray());
    const from = await eye();
    await page.focus("#replay canvas");
    await page.keyboard.down("w");
    // However slowly this machine draws.
    await page.waitForFunction((from) => document.getElementById("replay").replay.eye.camera.position.toArray().some((x, i) => x !== from[i]), { timeout: 30000 }, from);
    await page.keyboard.up("w");
    assert.notDeepEqual(await eye(), from, "free flight does not move");
    await page.$eval(".replay-time", (s) => {
      s.value = "0";
      s.dispatchEvent(new Event("input"));
    });
    assert.equal(await tick(page), 0);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, "the page scrolls sideways");
    assert.deepEqual(complaints, []);
    await page.close();
  });

test("a mark of a failure, in the picture or under the slider, leads to its tick", async () => {
  const { page, complaints } = await open("desktop");
  const marks = await page.$eval("#replay", (f) => f.replay.data.marks);
  const strip = await page.$$(".replay-strip button");
  assert.equal(strip.length, marks.length);
  if (marks.length) {
    await strip[0].evaluate((b) => b.click());
    assert.equal(await tick(page), marks[0].tick);
    await page.$eval(".replay-time", (s) => {
      s.value = "0";
      s.dispatchEvent(new Event("input"));
    });
    // From in front of it the mark is in the middle of the picture.
    await page.$eval("#replay", (f) => {
      const { eye, moments, scenery } = f.replay;
      scenery.group.visible = false;
      eye.lookAt(moments.children[0].position);
      eye.camera.updateMatrixWorld();
    });
    await page.$eval("#replay canvas", (c) => c.scrollIntoView({ block: "center" }));
    const box = await (await page.$("#replay canvas")).boundingBox();
    await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    assert.equal(await tick(page), marks[0].tick);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("contacts are drawn where the hull touches", async () => {
  const { page, complaints } = await open("desktop");
  const told = await page.$eval("#replay", (f) => {
    const { data, players } = f.replay;
    f.replay.seek(Math.floor(data.ticks / 2));
    return players.map((p) => [p.touching.now.dots.geometry.drawRange.count, p.run.contacts.normals[0].length]);
  });
  assert.ok(told.some(([, all]) => all > 0), "nobody ever touches anything");
  assert.ok(told.every(([now]) => Number.isInteger(now)), JSON.stringify(told));
  assert.deepEqual(complaints, []);
  await page.close();
});

test("velocity, keys and the velocity's share along them are drawn when asked for", async () => {
  const { page, complaints } = await open("desktop");
  const told = () => page.$eval(".replay-keys", (e) => e.textContent);
  /** The first tick whose keys have a direction, while the body is quick. */
  await page.$eval("#replay", (f) => {
    const { keys, velocity } = f.replay.players[0].run;
    f.replay.seek(keys.findIndex((bits, k) => bits & 15 && Math.hypot(velocity[0][k], velocity[1][k]) > 100));
  });
  const arrows = () =>
    page.$eval("#replay", (f) => {
      const { steering, run } = f.replay.players[0];
      const drawn = steering.children.map((c) => (c.visible ? [...c.geometry.attributes.instanceStart.data.array] : []));
      return { visible: steering.visible, drawn, at: run.position.map((c) => c[f.replay.tick]), velocity: run.velocity.map((c) => c[f.replay.tick]), wish: run.wish[f.replay.tick] };
    });
  assert.deepEqual([(await arrows()).visible, await told()], [false, ""]);
  await page.$eval("input[data-show=steering]", (box) => box.click());
  const { visible, drawn, at, velocity, wish } = await arrows();
  assert.ok(visible && drawn.every((points) => points.length === 18), JSON.stringify(drawn));
  assert.match(await told(), /^keys: [WSAD]/);
  const way = [Math.cos(wish), Math.sin(wish)];
  const share = velocity[0] * way[0] + velocity[1] * way[1];
  const tips = [velocity.map((x) => x * 0.2), way.map((x) => x * 64), way.map((x) => x * share * 0.2)];
  // f32 of a coordinate.
  tips.forEach((tip, i) => [0, 1].forEach((k) => assert.ok(Math.abs(drawn[i][3 + k] - at[k] - tip[k]) < 0.01, `${drawn[i]} from ${at} by ${tip}`)));
  await shot(page, "steering");
  await page.$eval("input[data-show=steering]", (box) => box.click());
  assert.deepEqual([(await arrows()).visible, await told()], [false, ""]);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a plot tells the numbers under the pointer, and under the arrow keys", async () => {
  const { page, complaints } = await open("desktop");
  const plot = "figure:has(a[href='plots/speed.svg']) ";
  await page.$eval(`${plot}svg`, (svg) => svg.scrollIntoView({ block: "center" }));
  const box = await (await page.$(`${plot}svg`)).boundingBox();
  await page.mouse.move(box.x + box.width * 0.5, box.y + box.height * 0.5);
  const rows = () => page.$$eval(`${plot}.tip:not([hidden]) div`, (rows) => rows.map((r) => r.textContent));
  const told = await rows();
  const names = await page.$eval(`${plot}svg`, (svg) => JSON.parse(svg.dataset.series).map(([name]) => name));
  assert.match(told[0], /^time \(s\): \d/);
  assert.deepEqual(told.slice(1).map((r) => r.slice(0, r.lastIndexOf(": "))), names);
  assert.ok(told.slice(1).every((r) => /: [\d,.]+ u\/s$/.test(r)), told.join(" | "));
  await shot(page, "hover");
  await page.mouse.move(5, 5);
  assert.deepEqual(await rows(), []);
  await page.$eval(`${plot}svg`, (svg) => svg.focus());
  await page.keyboard.press("ArrowRight");
  const first = await rows();
  await page.keyboard.press("ArrowRight");
  assert.notDeepEqual(await rows(), first, "the arrow key does not move");
  assert.deepEqual(complaints, []);
  await page.close();
});
