// Bundles the replay and the page to walk in, each into one script with three.js's licence at its head. `--check` compares
// with the committed ones.
import { readFileSync } from "node:fs";
import { build } from "esbuild";

const BUNDLES = { "src/main.js": "../assets/replay.js", "src/play/main.js": "../assets/play.js" };
const check = process.argv[2] === "--check";
const licence = readFileSync("node_modules/three/LICENSE", "utf8").trim().replaceAll("*/", "* /");
for (const [source, out] of Object.entries(BUNDLES)) {
  const { outputFiles } = await build({
    entryPoints: [source],
    outfile: out,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    charset: "utf8",
    legalComments: "none",
    banner: { js: `/*! Holds three.js (threejs.org):\n\n${licence}\n*/` },
    write: !check,
  });
  if (!check) continue;
  if (outputFiles[0].text !== readFileSync(out, "utf8")) {
    console.error(`${out} is not what these sources give: run \`npm run build\` and commit it`);
    process.exit(1);
  }
  console.log(`${out} is what these sources give`);
}
