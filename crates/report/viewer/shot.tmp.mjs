import puppeteer from "puppeteer-core";
const [page0, out, ...ticks] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox", "--use-gl=angle", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"] });
for (const [name, w, h, m] of [["desktop", 1280, 900, false], ["phone", 390, 844, true]]) {
  const page = await browser.newPage();
  page.on("console", (m) => console.log(name, m.type(), m.text()));
  page.on("pageerror", (e) => console.log(name, "error", e.message));
  await page.setViewport({ width: w, height: h, deviceScaleFactor: m ? 2 : 1, isMobile: m });
  await page.goto("file://" + page0, { waitUntil: "load" });
  await page.$eval("#replay", (e) => e.scrollIntoView());
  await page.waitForSelector("#replay[data-ready]", { timeout: 60000 });
  for (const t of ticks) {
    await page.evaluate((t) => { const r = document.getElementById("replay").replay; r.seek(Number(t)); }, t);
    await new Promise((r) => setTimeout(r, 1500));
    await (await page.$("#replay")).screenshot({ path: `${out}-${name}-${t}.png` });
  }
  await page.evaluate(() => document.getElementById("replay").replay.view("above"));
  await new Promise((r) => setTimeout(r, 1500));
  await (await page.$("#replay")).screenshot({ path: `${out}-${name}-above.png` });
  await page.close();
}
await browser.close();
