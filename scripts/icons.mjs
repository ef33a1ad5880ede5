// Draws the PNG icons of the site from its mark: `node scripts/icons.mjs`. They are kept in git.
import fs from "node:fs";
import { createRequire } from "node:module";
import { crc32, deflateSync } from "node:zlib";
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

/** A PNG without an alpha channel, which directories of podcasts reject. */
const opaquePng = ({ width, height, pixels }) => {
  const rows = Buffer.alloc(height * (1 + 3 * width));
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows.set(
        pixels.subarray(4 * (y * width + x)).subarray(0, 3),
        y * (1 + 3 * width) + 1 + 3 * x,
      );
  const chunk = (type, data) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const block = Buffer.alloc(body.length + 8);
    block.writeUInt32BE(data.length);
    block.set(body, 4);
    block.writeUInt32BE(crc32(body), body.length + 4);
    return block;
  };
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 2, 0, 0, 0]);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
};

// Apple Podcasts takes squares of 1400 to 3000 pixels.
const cover = new Resvg(icon(0.56, 0), { fitTo: { mode: "width", value: 1500 } }).render();
fs.writeFileSync(new URL("../runtime/public/podcast-cover.png", import.meta.url), opaquePng(cover));
