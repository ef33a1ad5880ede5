import { constants, crc32, deflateSync } from "node:zlib";
import { type Stamp, FULL } from "./outline.ts";

export const WIDTH = 1200;
export const HEIGHT = 630;

/** Palette of images, small enough for four bits per pixel. */
const PAPER = [0xfa, 0xf7, 0xf1] as const;
const INK = [0x1b, 0x18, 0x13] as const;
const TEAL = [0x0e, 0x7c, 0x6b] as const;
const VERMILION = [0xd9, 0x48, 0x1f] as const;
const AMBER = [0xe0, 0xa1, 0x00] as const;
const WASH = [0xfa, 0xec, 0xc8] as const;

type Color = readonly [red: number, green: number, blue: number];
const mix = (under: Color, over: Color, share: number): Color =>
  under.map((value, at) => Math.round(value + (over[at]! - value) * share)) as unknown as Color;

/** Palette indices: 0 is paper, and indices up to `FULL` are increasing amounts of ink. */
export const COLORS = {
  ink: FULL,
  wash: 8,
  teal: 9,
  vermilion: 10,
  amber: 11,
  line: 15,
} as const;
/** Palette indices of the same colors at half coverage. */
export const HALF = { [FULL]: 3, 9: 12, 10: 13, 11: 14 } as const;

const PALETTE: readonly Color[] = [
  ...Array.from({ length: FULL + 1 }, (_, level) => mix(PAPER, INK, level / FULL)),
  WASH,
  TEAL,
  VERMILION,
  AMBER,
  mix(PAPER, TEAL, 0.5),
  mix(PAPER, VERMILION, 0.5),
  mix(WASH, AMBER, 0.5),
  mix(PAPER, INK, 0.2),
];

/** An image as palette indices, row by row. */
export type Picture = Uint8Array;

export const blank = (): Picture => new Uint8Array(WIDTH * HEIGHT);

/** Fills a rectangle, clipped to the image. */
export function fillBox(
  picture: Picture,
  box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number },
  color: number,
): void {
  const from = Math.max(0, box.x);
  const to = Math.min(WIDTH, box.x + box.width);
  for (let y = box.y; y < box.y + box.height; y++)
    if (to > from) picture.fill(color, y * WIDTH + from, y * WIDTH + to);
}

/** Draws a shape in ink on the paper, clipped to the image. */
export function putStamp(picture: Picture, stamp: Stamp, x: number, y: number): void {
  for (let row = 0; row < stamp.height; row++) {
    const line = y + stamp.top + row;
    if (line < 0 || line >= HEIGHT) continue;
    for (let column = 0; column < stamp.width; column++) {
      const at = x + stamp.left + column;
      const covered = stamp.covered[row * stamp.width + column]!;
      if (covered === 0 || at < 0 || at >= WIDTH) continue;
      const pixel = line * WIDTH + at;
      picture[pixel] = Math.min(FULL, picture[pixel]! + covered);
    }
  }
}

/** PNG of a picture (ISO/IEC 15948) with four bits per pixel. Deterministic. */
export function encodePng(picture: Picture): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(WIDTH, 0);
  head.writeUInt32BE(HEIGHT, 4);
  head.set([4, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    block("IHDR", head),
    block("PLTE", Uint8Array.from(PALETTE.flat())),
    // Run-length matching only: other strategies find different matches on different processors.
    block("IDAT", deflateSync(differences(picture), { strategy: constants.Z_RLE })),
    block("IEND", new Uint8Array()),
  ]);
}

const DIFFERENCE_TO_ABOVE = 2;

/** Rows with two pixels per byte, each as the difference from the row above (mostly zeros). */
function differences(picture: Picture): Uint8Array {
  const bytes = WIDTH / 2;
  const rows = new Uint8Array((bytes + 1) * HEIGHT);
  const pixels = Buffer.from(picture.buffer);
  let above: Buffer = Buffer.alloc(WIDTH);
  for (let y = 0; y < HEIGHT; y++) {
    const row = pixels.subarray(y * WIDTH, (y + 1) * WIDTH);
    let to = y * (bytes + 1);
    rows[to++] = DIFFERENCE_TO_ABOVE;
    if (!row.equals(above))
      for (let x = 0; x < WIDTH; x += 2, to++)
        rows[to] = ((row[x]! << 4) | row[x + 1]!) - ((above[x]! << 4) | above[x + 1]!);
    above = row;
  }
  return rows;
}

function block(type: string, data: Uint8Array): Buffer {
  const bytes = Buffer.alloc(data.length + 12);
  bytes.writeUInt32BE(data.length, 0);
  bytes.write(type, 4, "latin1");
  bytes.set(data, 8);
  bytes.writeUInt32BE(crc32(bytes.subarray(4, -4)), data.length + 8);
  return bytes;
}
