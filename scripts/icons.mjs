// Draws the PNG icons of the site from its mark: `node scripts/icons.mjs`. They are kept in git.
import fs from "node:fs";
import { createRequire } from "node:module";
import { initWasm, Resvg } from "@resvg/resvg-wasm";

const PAPER = "#faf7f1";
const INK = "#1b1813";
const MARK =
  '<path d="M4 46C5 25 16 12 32 12s27 13 28 34h-2.6C55 30.5 46 20 32 20S9 30.5 6.6 46z"/><circle cx="32" cy="43.5" r="6.5"/>';

/** The mark on paper; `share` of the side is the mark, the rest is margin that a mask may cut. */
const icon = (share, corner) => {
  const side = 64 / share;
  const margin = (side - 64) / 2;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}"><rect width="${side}" height="${side}" rx="${side * corner}" fill="${PAPER}"/><g fill="${INK}" transform="translate(${margin} ${margin + 1.5})">${MARK}</g></svg>`;
};

const require = createRequire(import.meta.url);
await initWasm(fs.readFileSync(require.resolve("@resvg/resvg-wasm/index_bg.wasm")));
for (const [name, size, share, corner] of [
  ["icon-192.png", 192, 0.78, 0.2],
  ["icon-512.png", 512, 0.78, 0.2],
  ["icon-maskable-512.png", 512, 0.56, 0],
]) {
  const png = new Resvg(icon(share, corner), { fitTo: { mode: "width", value: size } })
    .render()
    .asPng();
  fs.writeFileSync(new URL(`../runtime/public/${name}`, import.meta.url), png);
}
