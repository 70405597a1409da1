// Opens a page of `compare play` from disk in headless Chromium and walks in it. PLAY names the page, which must be that of
// scenes/stairs.ron; HASHES is what the example `hashes` of crates/play printed for TICKS ticks; COMPARE names the native
// program, which referees the run recorded here. CHROMIUM names another browser. Screenshots go to SHOTS, if that is given.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import path from "node:path";
import puppeteer from "puppeteer-core";

const file = process.env.PLAY;
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const ticks = Number(process.env.TICKS ?? 10000);
const root = path.resolve(import.meta.dirname, "../../../..");
const sizes = { desktop: { width: 1280, height: 720 }, phone: { width: 390, height: 844, deviceScaleFactor: 2, isMobile: true, hasTouch: true } };
const skip = !file && "set PLAY";
let browser;

before(async () => {
  if (!file) return;
  assert.ok(existsSync(file), `${file} is missing: compare play scenes/stairs.ron --out ${file}`);
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  browser = await puppeteer.launch({ executablePath: chromium, args });
});

after(() => browser?.close());

/** The page, ready to walk, and whatever it complains of or asks for. */
async function open(size, scheme = "light", hash = "") {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("console", (m) => ["error", "warn"].includes(m.type()) && !/GPU stall|swiftshader/i.test(m.text()) && complaints.push(m.text()));
  page.on("request", (r) => /^(file|blob):/.test(r.url()) || complaints.push(`asks for ${r.url().slice(0, 80)}`));
  await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
  await page.setViewport(sizes[size]);
  await page.goto(pathToFileURL(path.resolve(file)).href + hash, { waitUntil: "load" });
  await page.waitForSelector("body[data-ready=yes]", { timeout: 60000 });
  return { page, complaints };
}

async function shot(page, name) {
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, `${name}.png`) });
}

const wait = (ms) => new Promise((r) => setTimeout(r, ms));
/** Lets the walk go on for so many ticks, however slowly this machine draws. */
async function pass(page, ticks) {
  const until = (await page.evaluate(() => window.clipmark.walk.ticks)) + ticks;
  await page.waitForFunction((until) => window.clipmark.walk.ticks >= until, { timeout: 60000, polling: 50 }, until);
}
const ask = (page, what, ...args) => page.evaluate(what, ...args);
const at = (page) => ask(page, () => window.clipmark.walk.at(window.clipmark.walk.followed));
/** Colours of the picture: a black or empty one has few. */
const colours = (page) =>
  ask(page, () => {
    const { walk } = window.clipmark;
    walk.draw();
    const gl = walk.renderer.getContext();
    const [w, h] = [gl.drawingBufferWidth, gl.drawingBufferHeight];
    const pixels = new Uint8Array(4 * w * h);
    gl.readPixels(0, 0, w, h, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    const seen = new Set();
    for (let i = 0; i < pixels.length; i += 4 * 97) seen.add((pixels[i] << 16) | (pixels[i + 1] << 8) | pixels[i + 2]);
    return seen.size;
  });

test("a scripted run in the page has the native bits", { skip: skip || (!process.env.HASHES && "set HASHES") }, async (t) => {
  const { page, complaints } = await open("desktop");
  const wanted = readFileSync(process.env.HASHES, "utf8").split("\n").map((l) => l.split(" ")).filter(([scene]) => scene === "scenes/stairs.ron");
  const [seconds, found] = await ask(
    page,
    async (ticks) => {
      const { walk, hands, game } = window.clipmark;
      document.body.dataset.walking = "yes";
      walk.paused = walk.hashing = true;
      const began = performance.now();
      // crates/play/examples/hashes.rs draws the same.
      let [state, keys, left, turn, yaw] = [1, 0, 0, 0, 0];
      const draw = (below) => ((state = (Math.imul(state, 1664525) + 1013904223) >>> 0) >>> 8) % below;
      for (let i = 0; i < ticks; i++) {
        if (left === 0) {
          left = 5 + draw(60);
          keys = draw(64);
          if (draw(3) !== 0) keys = (keys | 1) & ~2;
          if (draw(4) !== 0) keys &= ~32;
          turn = draw(801) - 400;
        }
        left--;
        yaw = (yaw + turn) % (360 * 128);
        hands.stick = keys;
        hands.yaw = yaw / 128;
        walk.tick();
        if (i % 256 === 0) await new Promise(requestAnimationFrame);
      }
      const hash = (i) => BigInt.asUintN(64, game.call("chain", i)).toString(16).padStart(16, "0");
      return [(performance.now() - began) / 1000, walk.names.map((n, i) => [n, hash(i)])];
    },
    ticks,
  );
  t.diagnostic(`${ticks} ticks with a picture every 256 in ${seconds.toFixed(1)} s`);
  for (const [name, hash] of found) assert.equal(hash, wanted.find(([, n]) => n === name)[2], name);
  assert.ok(found.length >= 3);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a run walked by hand is the native program's to the last bit", { skip: skip || (!process.env.COMPARE && "set COMPARE") }, async (t) => {
  const { page, complaints } = await open("desktop");
  await page.click("#walk");
  await page.keyboard.press("r");
  await page.keyboard.down("w");
  for (const key of ["a", "d", "ArrowLeft", " ", "ArrowRight", "c", " "]) {
    await page.keyboard.down(key);
    await pass(page, 50);
    await page.keyboard.up(key);
  }
  await page.keyboard.up("w");
  await page.keyboard.press("r");
  await page.waitForSelector("#saved[open]");
  await shot(page, "saved");
  const saved = await ask(page, () => window.clipmark.runs.saved);
  assert.ok(saved.ticks > 100, `only ${saved.ticks} ticks`);
  const replay = await page.$eval("#saved-replay", (e) => e.textContent);
  assert.match(replay, /^compare replay --world scenes\/stairs\.ron --contestant bsp scenes\/stairs-run\.txt --check scenes\/stairs-run-states\.txt$/);
  const folder = mkdtempSync(path.join(tmpdir(), "clipmark-"));
  const put = (name, text) => writeFileSync(path.join(folder, name), text);
  put("stairs-run.txt", saved.commands);
  put("stairs-run-states.txt", saved.states);
  put("stairs-run.ron", saved.scene);
  const run = (args) => execFileSync(path.resolve(root, process.env.COMPARE), args, { cwd: root, encoding: "utf8" });
  const named = (name) => path.join(folder, name);
  const told = run(["replay", "--world", "scenes/stairs.ron", "--contestant", "bsp", named("stairs-run.txt"), "--check", named("stairs-run-states.txt")]);
  const bits = /to the last bit\s+(\d+)\s+([\d.]+) %/.exec(told);
  assert.equal(Number(bits[1]), saved.ticks, told);
  // The scene beside it plays the very commands, and all detectors look on.
  const referee = run([named("stairs-run.ron"), "--quick", "--out", named("report")]);
  assert.match(referee, /bsp/);
  t.diagnostic(`${saved.ticks} ticks refereed`);
  assert.deepEqual(complaints, []);
  await page.close();
});

for (const size of Object.keys(sizes))
  test(`walks on a ${size}`, { skip }, async (t) => {
    const { page, complaints } = await open(size, size === "phone" ? "dark" : "light");
    t.diagnostic(`first picture ${(await ask(page, () => window.clipmark.first)).toFixed(0)} ms after the script began`);
    assert.ok((await colours(page)) > 8, "the picture is empty");
    await shot(page, `play-${size}-start`);
    const from = await at(page);
    if (size === "phone") {
      await page.tap("#walk");
      const finger = await page.touchscreen.touchStart(90, 600);
      await finger.move(90, 520);
      await pass(page, 100);
      await finger.end();
    } else {
      await page.click("#walk");
      await page.keyboard.down("w");
      await pass(page, 100);
      await page.keyboard.up("w");
    }
    const to = await at(page);
    assert.ok(to[0] - from[0] > 20, `walked from ${from} to ${to}`);
    await shot(page, `play-${size}-walk`);
    const wide = await ask(page, () => document.documentElement.scrollWidth <= innerWidth);
    assert.ok(wide, "the page scrolls sideways");
    assert.deepEqual(complaints, []);
    await page.close();
  });

test("keys and clicks begin the walk, H closes its help, and a deep fall says how to get back", { skip }, async () => {
  const { page, complaints } = await open("desktop");
  const walking = () => ask(page, () => document.body.dataset.walking);
  await page.keyboard.press("h");
  assert.equal(await page.$eval("#help", (d) => d.open), true);
  await page.keyboard.press("h");
  assert.deepEqual([await page.$eval("#help", (d) => d.open), await walking()], [false, "no"]);
  await page.keyboard.press("w");
  assert.equal(await walking(), "yes");
  await page.$eval("#steering", (box) => box.click());
  await page.focus("#view");
  await page.keyboard.down("w");
  await pass(page, 60);
  const arrows = await ask(page, () => window.clipmark.walk.figures[0].steering.children.map((a) => a.visible));
  await page.keyboard.up("w");
  assert.deepEqual(arrows, [true, true, true], "velocity, keys and share are not all drawn");
  const told = () => page.$eval("#ground", (e) => e.textContent);
  assert.doesNotMatch(await told(), /T leads back/);
  await ask(page, () => {
    const { walk } = window.clipmark;
    const [x, y, z] = walk.at(walk.followed);
    walk.go([x, y, z + 200], 0);
  });
  await page.waitForFunction(() => /T leads back/.test(document.getElementById("ground").textContent), { timeout: 60000 });
  await page.reload();
  await page.waitForSelector("body[data-ready=yes]", { timeout: 60000 });
  await page.mouse.click(20, 20);
  assert.equal(await walking(), "yes");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("becomes others, changes movement, flies, steps and marks", { skip }, async () => {
  const { page, complaints } = await open("desktop");
  await page.click("#walk");
  await page.keyboard.down("w");
  await pass(page, 60);
  await page.keyboard.up("w");
  await page.keyboard.press("p");
  const here = await at(page);
  await page.keyboard.press("2");
  assert.equal(await ask(page, () => window.clipmark.walk.names[window.clipmark.walk.followed]), "bvh");
  assert.deepEqual(await at(page), here, "the place is lost with the contestant");
  await page.select("#profile", "goldsrc");
  // GoldSrc's origin is 36 u above the feet, Quake III's 24.
  assert.deepEqual(await at(page), [here[0], here[1], Math.fround(here[2] + 12)], "the place is lost with the movement");
  assert.equal(await page.$eval("#status", (e) => e.textContent), "");
  const before = await ask(page, () => window.clipmark.walk.ticks);
  await page.focus("#view");
  await page.keyboard.press(".");
  assert.equal(await ask(page, () => window.clipmark.walk.ticks), before + 1);
  await page.select("#let-in", "hull");
  assert.equal((await page.$$("#players li")).length, 4);
  await page.select("#contestant", "3");
  assert.deepEqual((await at(page)).map(Math.round), (await ask(page, () => window.clipmark.walk.at(1))).map(Math.round));
  await page.focus("#view");
  await page.keyboard.press("p");
  await page.keyboard.press("n");
  await page.keyboard.down("w");
  await page.keyboard.down(" ");
  await wait(500);
  await page.keyboard.up("w");
  await page.keyboard.up(" ");
  await page.keyboard.press("n");
  // The mouse is caught in the picture: controls are pressed by script.
  const press = (id) => page.$eval(`#${id}`, (b) => b.click());
  await press("race");
  assert.equal(await ask(page, () => window.clipmark.walk.ghosts.length), 1);
  for (const box of ["third", "apart", "contacts", "fan", "exact"]) await press(box);
  await wait(1500);
  await shot(page, "play-all-on");
  await press("help-button");
  await shot(page, "play-help");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("an address places the walker", { skip }, async () => {
  const { page, complaints } = await open("desktop", "dark", "#contestant=bvh&at=600,0,216.125&yaw=180&velocity=0,0,0");
  assert.deepEqual(await at(page), [600, 0, 216.125]);
  assert.equal(await ask(page, () => window.clipmark.walk.names[window.clipmark.walk.followed]), "bvh");
  assert.deepEqual(complaints, []);
  await page.close();
});
