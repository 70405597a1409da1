// Opens pages of every kind from disk in headless Chromium, on a desktop and on a phone, light and dark: axe-core finds nothing
// serious, the console is silent, nothing is asked for, nothing scrolls sideways, each page says what made it. PAGES names them,
// separated by ":"; CHROMIUM names the browser. Screenshots go to SHOTS, if that is given.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import path from "node:path";
import puppeteer from "puppeteer-core";

const pages = (process.env.PAGES ?? "").split(":").filter(Boolean);
const chromium = process.env.CHROMIUM ?? "/usr/bin/chromium";
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const looks = {
  "desktop, light": { width: 1280, height: 800, scheme: "light" },
  "phone, dark": { width: 390, height: 844, scheme: "dark" },
};
let browser;

before(async () => {
  assert.ok(pages.length, "set PAGES to the pages, separated by `:`");
  for (const page of pages) assert.ok(existsSync(page), `there is no ${page}`);
  const args = ["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader", "--ignore-gpu-blocklist"];
  browser = await puppeteer.launch({ executablePath: chromium, args, protocolTimeout: 300000 });
});

after(() => browser?.close());

/** A name for files and messages: that of the page's folder, or its own. */
const nameOf = (file) => (path.basename(file) === "index.html" ? path.basename(path.dirname(path.resolve(file))) : path.basename(file, ".html"));

for (const file of pages)
  for (const [look, { scheme, ...size }] of Object.entries(looks))
    test(`${nameOf(file)} on a ${look}`, async () => {
      const page = await browser.newPage();
      const complaints = [];
      page.on("pageerror", (e) => complaints.push(String(e)));
      page.on("console", (m) => ["error", "warn"].includes(m.type()) && !/GPU stall|swiftshader/i.test(m.text()) && complaints.push(m.text()));
      page.on("request", (r) => r.url().startsWith("http") && complaints.push(`asks for ${r.url()}`));
      await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: scheme }]);
      await page.setViewport(size);
      await page.goto(pathToFileURL(path.resolve(file)).href, { waitUntil: "load", timeout: 120000 });
      if (process.env.SHOTS) {
        const shot = path.join(process.env.SHOTS, `${nameOf(file)}-${look.split(",")[0]}`);
        await page.screenshot({ path: `${shot}.png` });
      }
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `the page is ${wide} pixels too wide`);
      const made = await page.evaluate(() => document.querySelector("footer.made, #made")?.textContent ?? "");
      assert.match(made, /Made \d{4}-\d\d-\d\d \d\d:\d\d UTC by Clipmark [\d.]+.*: .+/, `the page does not say what made it: ${made}`);
      // A policy lets only scripts of the page run; the debugger's are none of them.
      await page.evaluate(axe);
      // Folded parts are judged as a reader sees them: open.
      await page.evaluate(() => document.querySelectorAll("details").forEach((d) => (d.open = true)));
      const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
      const grave = violations.filter((v) => ["serious", "critical"].includes(v.impact));
      const told = grave.map((v) => `${v.id}: ${v.help}; ${v.nodes.length} times, first ${v.nodes[0].html.slice(0, 160)} (${v.nodes[0].failureSummary})`);
      assert.deepEqual(told, []);
      assert.deepEqual(complaints, []);
      await page.close();
    });

test("axe finds what is planted", async () => {
  const page = await browser.newPage();
  await page.setContent("<html lang=en><title>t</title><main><h1>t</h1><img src='data:,'><p style='color:#ccc;background:#fff'>faint</p></main>");
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => window.axe.run(document, { resultTypes: ["violations"] }));
  const found = violations.filter((v) => ["serious", "critical"].includes(v.impact)).map((v) => v.id);
  assert.deepEqual(found.sort(), ["color-contrast", "image-alt"]);
  await page.close();
});
