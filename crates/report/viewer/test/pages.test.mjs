// Opens pages of every kind from disk in headless Chromium, on a desktop and on a phone, light and dark: axe-core finds nothing
// serious, the console is silent, nothing is asked for, nothing scrolls sideways, no text leaves its place, each page says what made
// it. PAGES names them, separated by ":"; CHROMIUM names the browser. Screenshots go to SHOTS, if that is given.
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

/** In a page: the entries of lists and cells of tables that lie outside their box or on another list, or that stand one character a line. */
function misplaced() {
  const boxOf = (e) => e.getBoundingClientRect();
  const leaves = (a, b) => a.left < b.left - 1.5 || a.right > b.right + 1.5 || a.top < b.top - 1.5 || a.bottom > b.bottom + 1.5;
  const meet = (a, b) => Math.min(a.right, b.right) - Math.max(a.left, b.left) > 1.5 && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > 1.5;
  const lists = [...document.querySelectorAll("dl")].filter((l) => l.checkVisibility()).map((list) => ({ list, box: boxOf(list) }));
  const found = [];
  for (const { list, box } of lists) if (leaves(box, boxOf(list.parentElement))) found.push(`outside: the list of ${list.textContent.slice(0, 60)}`);
  for (const cell of document.querySelectorAll("dt, dd, th, td")) {
    if (!cell.checkVisibility()) continue;
    const tell = (what) => found.push(`${what}: ${cell.localName} ${cell.textContent.trim().slice(0, 60)}`);
    const box = boxOf(cell);
    const own = cell.closest("dl");
    const texts = [];
    for (const walk = document.createTreeWalker(cell, NodeFilter.SHOW_TEXT); walk.nextNode(); )
      if (walk.currentNode.data.trim() && walk.currentNode.parentElement.checkVisibility()) {
        const range = new Range();
        range.selectNodeContents(walk.currentNode);
        texts.push({ letters: [...walk.currentNode.data.replace(/\s/g, "")].length, lines: [...range.getClientRects()].filter((r) => r.width > 0) });
      }
    // A cell that cuts its text off shows by dots that it does.
    const cut = getComputedStyle(cell).overflowX !== "visible";
    if ((own && leaves(box, boxOf(own))) || (!cut && texts.some((t) => t.lines.some((line) => leaves(line, box))))) tell("outside");
    if (own && lists.some((l) => l.list !== own && (meet(box, l.box) || texts.some((t) => t.lines.some((line) => meet(line, l.box)))))) tell("overlaps");
    if (texts.some((t) => t.letters > 2 && new Set(t.lines.map((line) => Math.round(line.top))).size >= t.letters)) tell("a character a line");
  }
  return found;
}

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
      assert.deepEqual(await page.evaluate(misplaced), []);
      const opened = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(opened <= 0, `the page with all folded parts open is ${opened} pixels too wide`);
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

test("text out of its place is found where it is planted", async () => {
  const page = await browser.newPage();
  const list = (columns, entries) => `<div><dl style="grid-template-columns:${columns}">${entries}</dl></div>`;
  const bad = list("max-content minmax(0, 1fr)", "<dt>a name too long for its half of the card</dt><dd>4,000</dd>");
  const good = list("fit-content(70%) minmax(0, 1fr)", "<dt>a name that is broken at words</dt><dd>4,000</dd><dt>b</dt><dd>1 2 3</dd>");
  const cells = "<table><tr><td style='max-width:2rem'>4,000,000,000</td><td style='max-width:1ch;padding:0;overflow-wrap:anywhere'>12/8</td></tr></table>";
  const style = ".card { width: 400px; display: grid; grid-template-columns: 1fr 1fr } .card > div { min-width: 0 } dl { display: grid } dd { margin: 0; overflow-wrap: anywhere }";
  await page.setContent(`<style>${style}</style><div class="card">${bad}${good}${good}${good}</div>${cells}`);
  const name = "dt a name too long for its half of the card";
  assert.deepEqual(await page.evaluate(misplaced), [
    `outside: ${name}`,
    `overlaps: ${name}`,
    "outside: dd 4,000",
    "overlaps: dd 4,000",
    "a character a line: dd 4,000",
    "outside: td 4,000,000,000",
    "a character a line: td 12/8",
  ]);
  await page.close();
});
