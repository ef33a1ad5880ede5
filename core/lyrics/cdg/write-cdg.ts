import type { LyricLine } from "../lyrics.ts";
import { showAt } from "../show-at.ts";
import type { MeasureText } from "../video-frame.ts";
import { encodeTile } from "./encode-tile.ts";
import { type CdgColor, COLUMNS, createPackets, PACKET_RATE, ROWS, TILE } from "./packets.ts";
import { type CdgRow, planRows, ROW_WIDTH, SLOTS } from "./plan-rows.ts";

const WIDTH = COLUMNS * TILE.width;
/** Height in pixels of the row of the count-in, and of each row of text below it. */
const COUNT_HEIGHT = TILE.height;
export const ROW_HEIGHT = 45;
const BORDER = { x: TILE.width, y: TILE.height } as const;
/** Side and distance of the squares of a count-in, in pixels. */
const DOT = 8;
const DOT_STEP = 14;

const PAPER: CdgColor = [1, 2, 4];
const INK: CdgColor = [15, 15, 15];
const LIT: CdgColor = [15, 13, 4];
/** Levels between the background and the ink of letters, which smooth their edges. */
export const LEVELS = 3;
/** Added to the color of a pixel that is highlighted. */
const LIT_BIT = 4;
const between = (ink: CdgColor, level: number): CdgColor =>
  PAPER.map((paper, at) => Math.round(paper + ((ink[at]! - paper) * level) / LEVELS)) as never;
const levelsOf = (ink: CdgColor): CdgColor[] => [0, 1, 2, 3].map((level) => between(ink, level));
const COLORS = [...levelsOf(INK), ...levelsOf(LIT), ...Array<CdgColor>(8).fill(PAPER)];

/** Packets from one look at the screen to the next. */
const STEP = 12;

/** Draws text where there are fonts. */
export interface CdgFonts {
  readonly measure: MeasureText;
  /**
   * @returns the ink of a row's pixels, from 0 to `LEVELS`, row by row: `ROW_WIDTH` × `ROW_HEIGHT`
   */
  readonly draw: (row: Pick<CdgRow, "text" | "fontSize" | "isRtl">) => Uint8Array;
}

interface CdgSong {
  readonly lines: readonly LyricLine[];
  /** Shown before the first line if there is time. */
  readonly title: string;
  readonly seconds: number;
}

/** The screen as it is to be, and as the packets so far have drawn it. */
function createScreen() {
  const target = new Uint8Array(WIDTH * ROWS * TILE.height);
  const drawn = new Uint8Array(target.length);
  /** Tiles that may differ, those of singing first. */
  const urgent = new Set<number>();
  const waiting = new Set<number>();
  const tileOf = (pixels: Uint8Array, tile: number): Uint8Array => {
    const own = new Uint8Array(TILE.width * TILE.height);
    for (let y = 0; y < TILE.height; y++) {
      const at = offsetOf(tile) + y * WIDTH;
      own.set(pixels.subarray(at, at + TILE.width), y * TILE.width);
    }
    return own;
  };
  const offsetOf = (tile: number): number =>
    Math.floor(tile / COLUMNS) * TILE.height * WIDTH + (tile % COLUMNS) * TILE.width;
  return {
    set(x: number, y: number, color: number, isUrgent = false): void {
      const at = y * WIDTH + x;
      if (target[at] === color) return;
      target[at] = color;
      const tile = Math.floor(y / TILE.height) * COLUMNS + Math.floor(x / TILE.width);
      (isUrgent ? urgent : waiting).add(tile);
    },
    /** Writes packets of tiles that differ, while there is room. */
    write(packets: ReturnType<typeof createPackets>, end: number): void {
      for (const tiles of [urgent, waiting])
        for (const tile of tiles) {
          if (packets.position() >= end) return;
          tiles.delete(tile);
          const [column, row] = [tile % COLUMNS, Math.floor(tile / COLUMNS)];
          const own = tileOf(target, tile);
          for (const packet of encodeTile(tileOf(drawn, tile), own))
            packets.tile(packet, column, row);
          for (let y = 0; y < TILE.height; y++)
            drawn.set(
              own.subarray(y * TILE.width, (y + 1) * TILE.width),
              offsetOf(tile) + y * WIDTH,
            );
        }
    },
  };
}
type Screen = ReturnType<typeof createScreen>;

/** A row on the screen: draws, highlights and erases it. */
function createRowView(row: CdgRow, screen: Screen, fonts: CdgFonts) {
  const ink = fonts.draw(row);
  const top = BORDER.y + COUNT_HEIGHT + row.slot * ROW_HEIGHT;
  let lit = 0;
  const each = (
    from: number,
    to: number,
    isUrgent: boolean,
    colorOf: (level: number) => number,
  ) => {
    // By columns in the direction of reading, in which the text then appears.
    for (let i = Math.max(0, from); i < Math.min(ROW_WIDTH, to); i++) {
      const x = row.isRtl ? ROW_WIDTH - 1 - i : i;
      for (let y = 0; y < ROW_HEIGHT; y++)
        screen.set(BORDER.x + x, top + y, colorOf(ink[y * ROW_WIDTH + x]!), isUrgent);
    }
  };
  each(0, ROW_WIDTH, false, (level) => level);
  return {
    row,
    light(time: number): void {
      if (lit >= Math.round(row.width)) return;
      const width = Math.round(row.litAt(time));
      const margin = Math.floor((ROW_WIDTH - row.width) / 2);
      // The ends of letters reach beyond the measured width.
      const start = lit === 0 ? 0 : margin + lit;
      const end = width >= Math.round(row.width) ? ROW_WIDTH : margin + width;
      if (width <= lit) return;
      lit = width;
      each(start, end, true, (level) => (level === 0 ? 0 : level | LIT_BIT));
    },
    erase: (): void => each(0, ROW_WIDTH, false, () => 0),
  };
}

/** Squares that count down to the next line. */
function drawCount(screen: Screen, count: number): void {
  for (let dot = 0; dot < 3; dot++)
    for (let y = 0; y < DOT; y++)
      for (let x = 0; x < DOT; x++)
        screen.set(
          WIDTH / 2 + (dot - 1) * DOT_STEP - DOT / 2 + x,
          BORDER.y + 2 + y,
          dot < count ? LEVELS : 0,
          true,
        );
}

/**
 * Timed lyrics as the graphics of a CD+G: four rows of smoothed letters, highlighted word by word.
 * @yields seconds of the song so far, so that the caller can pause
 * @returns the bytes of a `.cdg` file, as long as the song
 */
export function* writeCdg(
  song: CdgSong,
  fonts: CdgFonts,
): Generator<number, Uint8Array<ArrayBuffer>> {
  const packets = createPackets(Math.ceil(song.seconds * PACKET_RATE));
  const coming = planRows(song, fonts.measure).toSorted((a, b) => a.shown - b.shown);
  const screen = createScreen();
  const views: (ReturnType<typeof createRowView> | undefined)[] = Array(SLOTS).fill(undefined);
  packets.reset(COLORS);
  let next = 0;
  for (let time = 0; time < song.seconds; time = packets.position() / PACKET_RATE) {
    for (const [slot, view] of views.entries())
      if (view && time >= view.row.hidden) {
        view.erase();
        views[slot] = undefined;
      }
    for (; next < coming.length && coming[next]!.shown <= time; next++) {
      const row = coming[next]!;
      views[row.slot] = createRowView(row, screen, fonts);
    }
    for (const view of views) if (view?.row.sung) view.light(time);
    drawCount(screen, showAt(song.lines, time).count);
    const end = packets.position() + STEP;
    screen.write(packets, end);
    packets.skipTo(end);
    if (Math.floor(time) !== Math.floor(time + STEP / PACKET_RATE)) yield time;
  }
  return packets.bytes as Uint8Array<ArrayBuffer>;
}
