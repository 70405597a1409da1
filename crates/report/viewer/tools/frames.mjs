// Frames a second of pages of `compare play`, walking forward and turning in headless Chromium, drawn in software at 1280x720,
// for ten seconds after six in which the page finds how many pixels to draw: node tools/frames.mjs PAGE.html...  CHROMIUM names another browser. A figure of this machine, no test.
import path from "node:path";
import { pathToFileURL } from "node:url";
import puppeteer from "puppeteer-core";

const SECONDS = 10;
const SETTLING = 6;
const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
const browser = await puppeteer.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args });
for (const file of process.argv.slice(2)) {
  const page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 720 });
  await page.goto(pathToFileURL(path.resolve(file)).href, { waitUntil: "load" });
  await page.waitForSelector("body[data-ready=yes]", { timeout: 120000 });
  const first = await page.evaluate(() => window.clipmark.first);
  await page.click("#walk");
  await page.keyboard.down("w");
  await page.keyboard.down("ArrowLeft");
  await new Promise((done) => setTimeout(done, 1000 * SETTLING));
  const share = await page.evaluate(() => window.clipmark.walk.pace.share);
  const gaps = await page.evaluate(
    (seconds) =>
      new Promise((done) => {
        const gaps = [];
        let last;
        const began = performance.now();
        const frame = (now) => {
          if (last !== undefined) gaps.push(now - last);
          last = now;
          if (now - began > 1000 * seconds) done(gaps);
          else requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
      }),
    SECONDS,
  );
  gaps.sort((a, b) => a - b);
  const at = (p) => gaps[Math.min(gaps.length - 1, Math.floor(p * gaps.length))];
  const mean = gaps.reduce((a, b) => a + b, 0) / gaps.length;
  console.log(
    `${path.basename(file)}: ${(1000 / mean).toFixed(1)} frames/s; a frame takes ${at(0.5).toFixed(1)} ms (median), ${at(0.99).toFixed(1)} ms (99 %); ${(100 * share).toFixed(0)} % of the pixels along a side; first picture ${first.toFixed(0)} ms after the script began`,
  );
  await page.close();
}
await browser.close();
