// Bundles the replay into one script with three.js's licence at its head. `--check` compares with the committed one.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const OUT = "../assets/replay.js";
const licence = readFileSync("node_modules/three/LICENSE", "utf8").trim().replaceAll("*/", "* /");
const { outputFiles } = await build({
  entryPoints: ["src/main.js"],
  outfile: OUT,
  bundle: true,
  minify: true,
  format: "iife",
  target: "es2022",
  charset: "utf8",
  legalComments: "none",
  banner: { js: `/*! Holds three.js (threejs.org):\n\n${licence}\n*/` },
  write: process.argv[2] !== "--check",
});
if (process.argv[2] === "--check") {
  if (outputFiles[0].text !== readFileSync(OUT, "utf8")) {
    console.error(`${OUT} is not what these sources give: run \`npm run build\` and commit it`);
    process.exit(1);
  }
  console.log(`${OUT} is what these sources give`);
}
