// Follows every link of a site from its first page, on disk and over a static server that has it in a folder: each leads to a file of
// the site, and to an anchor that is there. SITE names the folder.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer } from "node:http";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";

const site = process.env.SITE;
const types = { ".html": "text/html", ".svg": "image/svg+xml", ".js": "text/javascript", ".css": "text/css", ".json": "application/json" };
/** Links and sources in what a reader sees: scripts hold text of their own. */
const asked = (html) => [...html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, "").matchAll(/\s(?:href|src)="([^"]*)"/g)].map((m) => m[1].replaceAll("&amp;", "&").replaceAll("&#38;", "&"));
const elsewhere = (link) => /^[a-z][a-z0-9+.-]*:/i.test(link);
const anchors = (html) => new Set([...html.matchAll(/\s(?:id|name)="([^"]*)"/g)].map((m) => m[1]));

/** Every page that `first` leads to, and links that lead nowhere. `load` gives the text at an address, or null. */
async function follow(first, load) {
  const texts = new Map();
  const dead = [];
  const waiting = [[first, "the first page"]];
  while (waiting.length) {
    const [at, from] = waiting.pop();
    const url = new URL(at);
    const anchor = decodeURIComponent(url.hash.slice(1));
    url.hash = "";
    const address = url.href;
    if (!texts.has(address)) {
      const text = await load(url);
      texts.set(address, text);
      if (text !== null && url.pathname.endsWith(".html"))
        for (const link of asked(text)) if (link && !elsewhere(link)) waiting.push([new URL(link, address).href, address]);
    }
    const text = texts.get(address);
    if (text === null) dead.push(`${address}, of ${from}`);
    // A script of the replay reads anchors that give a moment; the book's own make theirs.
    else if (anchor && url.pathname.endsWith(".html") && !anchors(text).has(anchor) && !/^(t|tick|replay)[=0-9]/.test(anchor))
      dead.push(`${address}#${anchor}, of ${from}`);
  }
  return { pages: texts.size, dead };
}

/** Where the site lies, on disk and on the server: a link that leads out of it shows. */
const PLACE = "/some/where/";

/** The file at an address; null outside the site, for a folder, and where nothing is. */
function fileAt(folder, pathname) {
  if (!pathname.startsWith(PLACE)) return null;
  const file = path.join(folder, decodeURIComponent(pathname.slice(PLACE.length)));
  return existsSync(file) && statSync(file).isFile() ? file : null;
}

// No browser looks for an index.html in a folder on disk.
const onDisk = (folder) => (url) => {
  const file = fileAt(folder, url.pathname);
  return file && readFileSync(file, "utf8");
};

/** A static server of a folder. A folder's address without its last slash is none, as on the plainest of hosts. */
async function served(folder, work) {
  const server = createServer((request, answer) => {
    const { pathname } = new URL(request.url, "http://x");
    const file = fileAt(folder, pathname.endsWith("/") ? `${pathname}index.html` : pathname);
    if (!file) return answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await work(`http://127.0.0.1:${server.address().port}${PLACE}`);
  } finally {
    server.close();
  }
}

const overNetwork = async (url) => {
  const answer = await fetch(url);
  return answer.ok ? answer.text() : null;
};

test("every link of the site leads somewhere, from disk", async () => {
  assert.ok(site && existsSync(path.join(site, "index.html")), "set SITE to the site's folder");
  const { pages, dead } = await follow(`file://${PLACE}index.html`, onDisk(site));
  assert.deepEqual(dead, []);
  console.log(`${pages} files are linked`);
  assert.ok(pages > 50, `only ${pages} files are linked`);
});

test("every link of the site leads somewhere, over a static server", () =>
  served(site, async (address) => assert.deepEqual((await follow(`${address}index.html`, overNetwork)).dead, [])));

test("links that lead nowhere are found", async () => {
  const dir = mkdtempSync(path.join(tmpdir(), "site-"));
  mkdirSync(path.join(dir, "sub"));
  writeFileSync(path.join(dir, "sub/index.html"), "");
  const links = { "gone.html": 1, "#there": 1, "/index.html": 1, "../index.html": 1, "sub": 1, "#here": 0, "sub/index.html": 0, "https://x/gone": 0 };
  writeFileSync(path.join(dir, "index.html"), `<p id="here"></p>${Object.keys(links).map((link) => `<a href="${link}">a</a>`).join("")}`);
  const { dead } = await follow(`file://${PLACE}index.html`, onDisk(dir));
  rmSync(dir, { recursive: true });
  assert.equal(dead.length, Object.values(links).reduce((a, b) => a + b), dead.join("\n"));
});
