// Follows every link of a site from its first page, on disk and over a static server: each leads to a file, and to an anchor that is
// there. SITE names the folder.
import assert from "node:assert/strict";
import { test } from "node:test";
import { createServer } from "node:http";
import { existsSync, readFileSync, statSync } from "node:fs";
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

const onDisk = (folder) => (url) => {
  const file = path.join(folder, decodeURIComponent(url.pathname));
  if (!existsSync(file)) return null;
  return statSync(file).isDirectory() ? onDisk(folder)(new URL(`${url.pathname.replace(/\/$/, "")}/index.html`, url)) : readFileSync(file, "utf8");
};

/** A static server of a folder. A folder's address without its last slash is none, as on the plainest of hosts. */
async function served(folder, work) {
  const server = createServer((request, answer) => {
    let file = path.join(folder, decodeURIComponent(new URL(request.url, "http://x").pathname));
    if (request.url.endsWith("/")) file = path.join(file, "index.html");
    if (!existsSync(file) || statSync(file).isDirectory()) return answer.writeHead(404).end();
    answer.writeHead(200, { "content-type": types[path.extname(file)] ?? "application/octet-stream" }).end(readFileSync(file));
  });
  await new Promise((ready) => server.listen(0, "127.0.0.1", ready));
  try {
    await work(`http://127.0.0.1:${server.address().port}/`);
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
  const { pages, dead } = await follow("file:///index.html", onDisk(site));
  assert.deepEqual(dead, []);
  console.log(`${pages} files are linked`);
  assert.ok(pages > 50, `only ${pages} files are linked`);
});

test("every link of the site leads somewhere, over a static server", () =>
  served(site, async (address) => assert.deepEqual((await follow(`${address}index.html`, overNetwork)).dead, [])));

test("links that lead nowhere are found", async () => {
  const planted = { "/index.html": '<a href="gone.html">a</a><a href="#there">b</a><p id="here"></p><a href="#here">c</a>' };
  const { dead } = await follow("file:///index.html", (url) => planted[url.pathname] ?? null);
  assert.deepEqual(dead.sort(), ["file:///gone.html, of file:///index.html", "file:///index.html#there, of file:///index.html"].sort());
});
