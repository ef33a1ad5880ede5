/** Packets per second: four in each of the 75 sectors that a CD player reads. */
export const PACKET_RATE = 300;
/** The screen in tiles, including the border, which players may leave out. */
export const COLUMNS = 50;
export const ROWS = 18;
/** A tile in pixels. */
export const TILE = { width: 6, height: 12 } as const;

const PACKET_BYTES = 24;
const COMMAND = 9;
const DATA = 4;
const INSTRUCTIONS = {
  memoryPreset: 1,
  borderPreset: 2,
  tile: 6,
  loadColorsLow: 30,
  loadColorsHigh: 31,
  tileXor: 38,
} as const;
/** Repetitions of a memory preset, because a disc may lose packets; readers skip all but the first. */
const PRESET_REPEATS = 16;

/** Red, green and blue from 0 to 15. */
export type CdgColor = readonly [red: number, green: number, blue: number];

/** What is drawn into a tile: two colors, and for each row a bit per pixel, the left one highest. */
export interface TilePacket {
  /** Whether the colors are combined with those of the screen, bit by bit. */
  readonly isXor: boolean;
  readonly colors: readonly [number, number];
  readonly rows: readonly number[];
}

/** Packets of CD+G; those that are not written show nothing. @param count of the file */
export function createPackets(count: number) {
  const bytes = new Uint8Array(count * PACKET_BYTES);
  let next = 0;
  const put = (instruction: keyof typeof INSTRUCTIONS, data: readonly number[]): void => {
    const at = next++ * PACKET_BYTES;
    if (at >= bytes.length) return;
    bytes[at] = COMMAND;
    bytes[at + 1] = INSTRUCTIONS[instruction];
    bytes.set(data, at + DATA);
  };
  /** Eight colors of four bits each in two bytes of six bits. */
  const pack = (colors: readonly CdgColor[]): number[] =>
    colors.flatMap(([red, green, blue]) => [(red << 2) | (green >> 2), ((green & 3) << 4) | blue]);
  return {
    bytes,
    /** The number of packets so far, which is the time of the next one. */
    position: (): number => next,
    /** Leaves out packets until a position. */
    skipTo: (position: number): void => void (next = Math.max(next, position)),
    /** Sets 16 colors, and fills the screen with the first. */
    reset(colors: readonly CdgColor[]): void {
      put("loadColorsLow", pack(colors.slice(0, 8)));
      put("loadColorsHigh", pack(colors.slice(8, 16)));
      put("borderPreset", [0]);
      for (let repeat = 0; repeat < PRESET_REPEATS; repeat++) put("memoryPreset", [0, repeat]);
    },
    tile({ isXor, colors, rows }: TilePacket, column: number, row: number): void {
      put(isXor ? "tileXor" : "tile", [...colors, row, column, ...rows]);
    },
  };
}
