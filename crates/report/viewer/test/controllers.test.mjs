// The page of `compare controllers --reports`: each link to a worst moment brings the 3-D replay to that tick, and to the place that
// the report's findings name. CONTROLLERS names the page; CHROMIUM names the browser.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { readFileSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";
import path from "node:path";
import puppeteer from "puppeteer-core";

const controllers = process.env.CONTROLLERS;
// The replay keeps places in steps of 1/64 unit.
const ROUNDING = 1 / 64;
let browser;

before(async () => {
  assert.ok(controllers, "set CONTROLLERS to the index.html of a run with --reports");
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args, protocolTimeout: 300000 });
});

after(() => browser?.close());

test("each cell's link leads the replay to the worst moment", async () => {
  const page = await browser.newPage();
  await page.goto(pathToFileURL(path.resolve(controllers)).href, { waitUntil: "load" });
  const links = await page.$$eval("a[href*='#tick=']", (all) => all.map((a) => a.href));
  assert.ok(links.length >= 2, `${links.length} links to a moment`);
  for (const link of links) {
    const { hash, href } = new URL(link);
    const wanted = Number(new URLSearchParams(hash.slice(1)).get("tick"));
    const results = readFileSync(fileURLToPath(new URL("results.jsonl", href)), "utf8").trim().split("\n").map((line) => JSON.parse(line));
    const { rows } = results.find((line) => line.case).case;
    const worst = rows.find((row) => row.evidence?.replay === `index.html#tick=${wanted}`);
    assert.ok(worst, `${href}: no finding is of this tick`);
    const place = worst.note.split(" at ")[1].split(" ").map(Number);
    const shown = await browser.newPage();
    await shown.goto(link, { waitUntil: "load" });
    await shown.waitForSelector("#replay[data-ready=yes]", { timeout: 60000 });
    await shown.waitForFunction((t) => Number(document.getElementById("replay").dataset.tick) === t, {}, wanted);
    assert.equal(await shown.$eval(".replay-view", (s) => s.value), "follow0", href);
    const shownAt = await shown.$eval("#replay", (f) => f.replay.players[0].body.position.toArray());
    place.forEach((x, axis) => assert.ok(Math.abs(x - shownAt[axis]) <= ROUNDING, `${href}: at ${shownAt}, found at ${place}`));
    await shown.close();
  }
  await page.close();
});
