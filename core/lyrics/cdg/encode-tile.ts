import { TILE, type TilePacket } from "./packets.ts";

const PIXELS = TILE.width * TILE.height;
/** Bits of a color. */
const BITS = [1, 2, 4, 8] as const;

function rowsOf(isSet: (pixel: number) => boolean): number[] {
  const rows: number[] = [];
  for (let y = 0; y < TILE.height; y++) {
    let bits = 0;
    for (let x = 0; x < TILE.width; x++) bits = (bits << 1) | Number(isSet(y * TILE.width + x));
    rows.push(bits);
  }
  return rows;
}

/** One packet for pixels of at most two values; null for more. */
function inTwoColors(values: Uint8Array, isXor: boolean): TilePacket | null {
  const first = values[0]!;
  const other = values.find((value) => value !== first) ?? first;
  if (values.some((value) => value !== first && value !== other)) return null;
  return { isXor, colors: [first, other], rows: rowsOf((at) => values[at] !== first) };
}

const byBits = (values: Uint8Array): readonly TilePacket[] =>
  BITS.filter((bit) => values.some((value) => (value & bit) !== 0)).map((bit) => ({
    isXor: true,
    colors: [0, bit],
    rows: rowsOf((at) => (values[at]! & bit) !== 0),
  }));

/**
 * The fewest packets that turn one tile into another: it is drawn again, or only what differs is
 * combined with it. Both have a color from 0 to 15 for each pixel, row by row.
 */
export function encodeTile(from: Uint8Array, to: Uint8Array): readonly TilePacket[] {
  const change = new Uint8Array(PIXELS);
  for (let at = 0; at < PIXELS; at++) change[at] = from[at]! ^ to[at]!;
  if (change.every((bits) => bits === 0)) return [];
  const once = inTwoColors(to, false) ?? inTwoColors(change, true);
  if (once) return [once];
  const [first, ...others] = byBits(to);
  const changes = byBits(change);
  // The first packet of a tile that is drawn again replaces what was there.
  return others.length + 1 < changes.length ? [{ ...first!, isXor: false }, ...others] : changes;
}
