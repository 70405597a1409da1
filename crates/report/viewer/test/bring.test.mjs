// What a person brings to a page of `compare play`, and what happens when the module stops. PLAY names the page, that of
// scenes/stairs.ron; CHROMIUM names the browser. Screenshots go to SHOTS, if that is given.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { deflateRawSync } from "node:zlib";
import { pathToFileURL } from "node:url";
import path from "node:path";
import puppeteer from "puppeteer-core";

const file = process.env.PLAY;
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const root = path.resolve(import.meta.dirname, "../../../..");
const map = path.join(root, "tests/recordings/cm_pillars.bsp");
const folder = mkdtempSync(path.join(tmpdir(), "clipmark-"));
let browser;

before(async () => {
  assert.ok(file && existsSync(file), "set PLAY to the page of scenes/stairs.ron");
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  browser = await puppeteer.launch({ executablePath: chromium, args, protocolTimeout: 300000 });
});

after(() => browser?.close());

async function open(features = []) {
  const page = await browser.newPage();
  const complaints = [];
  page.on("pageerror", (e) => complaints.push(String(e)));
  page.on("console", (m) => ["error", "warn"].includes(m.type()) && !/GPU stall|swiftshader/i.test(m.text()) && complaints.push(m.text()));
  page.on("request", (r) => /^(file|blob):/.test(r.url()) || complaints.push(`asks for ${r.url().slice(0, 80)}`));
  await page.emulateMediaFeatures(features);
  await page.setViewport({ width: 1280, height: 720 });
  await page.goto(pathToFileURL(path.resolve(file)).href, { waitUntil: "load" });
  await page.waitForSelector("body[data-ready=yes]", { timeout: 60000 });
  return { page, complaints };
}

/** A zip archive of files, stored or deflated. */
function zip(files, packed) {
  const u16 = (n) => [n & 255, n >> 8];
  const u32 = (n) => [...u16(n & 65535), ...u16(n >>> 16)];
  const [parts, directory] = [[], []];
  let at = 0;
  for (const [name, bytes] of files) {
    const body = packed ? deflateRawSync(bytes) : bytes;
    // The reader checks no sums: neither does this write any.
    const head = [...u16(20), ...u16(0), ...u16(packed ? 8 : 0), ...u32(0), ...u32(0), ...u32(body.length), ...u32(bytes.length), ...u16(name.length), ...u16(0)];
    const local = Buffer.concat([Buffer.from([...u32(0x04034b50), ...head]), Buffer.from(name), body]);
    directory.push(Buffer.concat([Buffer.from([...u32(0x02014b50), ...u16(20), ...head, ...u16(0), ...u16(0), ...u16(0), ...u32(0), ...u32(at)]), Buffer.from(name)]));
    parts.push(local);
    at += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.from([...u32(0x06054b50), ...u32(0), ...u16(files.length), ...u16(files.length), ...u32(listed.length), ...u32(at), ...u16(0)]);
  return Buffer.concat([...parts, listed, end]);
}

/** Gives the page a file as the button "Load…" does. */
async function load(page, name, bytes) {
  const here = path.join(folder, name);
  writeFileSync(here, bytes);
  await (await page.$("#file")).uploadFile(here);
}

/** Drops a file onto the page. */
const drop = (page, name, bytes) =>
  page.evaluate((name, text) => {
    const data = new DataTransfer();
    data.items.add(new File([Uint8Array.from(atob(text), (c) => c.charCodeAt(0))], name));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true, cancelable: true }));
  }, name, Buffer.from(bytes).toString("base64"));

const inWorld = (page, name) => page.waitForFunction((name) => window.clipmark.walk.path === name && window.clipmark.walk.names.length > 0, { timeout: 60000 }, name);
const status = (page) => page.$eval("#status", (e) => e.textContent);

/** Walks for some ticks in whatever world there is. */
async function walks(page) {
  await page.$eval("#walk", (b) => b.click());
  await page.evaluate(() => window.clipmark.walk.paused && window.clipmark.panel.pause(false));
  const until = (await page.evaluate(() => window.clipmark.walk.ticks)) + 30;
  await page.waitForFunction((until) => window.clipmark.walk.ticks >= until, { timeout: 60000, polling: 50 }, until);
  const at = await page.evaluate(() => window.clipmark.walk.at(window.clipmark.walk.followed));
  assert.ok(at.every(Number.isFinite), String(at));
}

for (const packed of [false, true])
  test(`a .pk3 whose map is ${packed ? "deflated" : "stored"} is walked in`, async () => {
    const { page, complaints } = await open();
    const name = packed ? "packed.pk3" : "stored.pk3";
    await load(page, name, zip([["readme.txt", Buffer.from("no map")], ["maps/pillars.bsp", readFileSync(map)]], packed));
    await inWorld(page, `${name}:maps/pillars.bsp`);
    await walks(page);
    assert.deepEqual(complaints, []);
    await page.close();
  });

test("a map that is dropped is walked in", async () => {
  const { page, complaints } = await open();
  const before = await page.evaluate(() => window.clipmark.walk.place);
  await drop(page, "pillars.bsp", readFileSync(map));
  await inWorld(page, "pillars.bsp");
  assert.notDeepEqual(await page.evaluate(() => window.clipmark.walk.place.group.uuid), before?.group?.uuid);
  await walks(page);
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, "play-dropped.png") });
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a scene that is dropped is walked in", async () => {
  const { page, complaints } = await open();
  await drop(page, "flat.ron", readFileSync(path.join(root, "scenes/flat.ron")));
  await inWorld(page, "flat.ron");
  await walks(page);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a file that is none of these is refused in words, and the walk goes on", async () => {
  const { page, complaints } = await open();
  for (const [name, bytes] of [
    ["broken.bsp", Buffer.from("no map at all")],
    ["empty.pk3", zip([["readme.txt", Buffer.from("no map")]], true)],
    ["no.pk3", Buffer.from("no archive")],
    ["broken.ron", Buffer.from("(version: 1")],
  ]) {
    await page.$eval("#status", (e) => (e.textContent = ""));
    await drop(page, name, bytes);
    await page.waitForFunction(() => document.getElementById("status").textContent.length > 5, { timeout: 60000 });
    assert.doesNotMatch(await status(page), /undefined|\[object/, name);
    await walks(page);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("a module that stops is started again, with a message", async () => {
  const { page, complaints } = await open();
  await walks(page);
  // A length beyond what a vector can hold panics in the module itself; the next tick asks for it.
  await page.evaluate(() => {
    const { game } = window.clipmark;
    game.x = { ...game.x, step: () => game.x.room(-1) };
  });
  await page.waitForFunction(() => /was started again/.test(document.getElementById("status").textContent), { timeout: 60000 });
  await page.waitForFunction(() => window.clipmark.walk.names.length >= 3, { timeout: 60000 });
  const told = await status(page);
  assert.match(told, /^The module stopped and was started again: \S/, told);
  await walks(page);
  if (process.env.SHOTS) await page.screenshot({ path: path.join(process.env.SHOTS, "play-restarted.png") });
  assert.deepEqual(complaints, []);
  await page.close();
});

test("nothing moves by itself for who wants less motion", async () => {
  const slow = (page) =>
    page.evaluate(() => Math.max(...[...document.querySelectorAll("*")].map((e) => {
      const { transitionDuration, animationDuration } = getComputedStyle(e);
      return Math.max(...`${transitionDuration},${animationDuration}`.split(",").map(parseFloat));
    })));
  const { page } = await open();
  assert.ok((await slow(page)) > 0, "there is motion by default");
  const less = await open([{ name: "prefers-reduced-motion", value: "reduce" }]);
  assert.equal(await slow(less.page), 0);
  await page.close();
  await less.page.close();
});
