import { describe, expect, it } from "vitest";
import type { LyricLine } from "../lyrics.ts";
import { encodeTile } from "./encode-tile.ts";
import { planRows, ROW_WIDTH } from "./plan-rows.ts";
import { type CdgFonts, ROW_HEIGHT, writeCdg } from "./write-cdg.ts";

const [WIDTH, HEIGHT] = [300, 216];

/** A player as the format describes it, which knows nothing of the writer. */
function createPlayer() {
  const screen = new Uint8Array(WIDTH * HEIGHT);
  const colors: [number, number, number][] = Array(16).fill([0, 0, 0]);
  let border = -1;
  const rectangle = (x0: number, y0: number, x1: number, y1: number, color: number): void => {
    for (let y = y0; y < y1; y++) screen.fill(color, y * WIDTH + x0, y * WIDTH + x1);
  };
  /** @throws {Error} what no disc has */
  function play(packet: Uint8Array): void {
    const command = packet[0]! & 0x3f;
    if (command === 0) {
      if (packet.some((byte) => byte !== 0)) throw new Error("data without a command");
      return;
    }
    if (command !== 9) throw new Error(`command ${command}`);
    if (packet.some((byte) => byte > 0x3f)) throw new Error("more than six bits");
    const data = packet.subarray(4, 20);
    const instruction = packet[1]! & 0x3f;
    if (instruction === 1) rectangle(6, 12, 294, 204, data[0]! & 15);
    else if (instruction === 2) border = data[0]! & 15;
    else if (instruction === 30 || instruction === 31)
      for (let at = 0; at < 8; at++) {
        const [high, low] = [data[2 * at]!, data[2 * at + 1]!];
        const own = [(high >> 2) & 15, ((high & 3) << 2) | ((low >> 4) & 3), low & 15] as const;
        colors[at + (instruction === 31 ? 8 : 0)] = [...own];
      }
    else if (instruction === 6 || instruction === 38) {
      const [first, second, row, column] = [data[0]! & 15, data[1]! & 15, data[2]!, data[3]!];
      if (row > 17 || column > 49) throw new Error(`tile ${column}, ${row}`);
      for (let y = 0; y < 12; y++)
        for (let x = 0; x < 6; x++) {
          const color = (data[4 + y]! >> (5 - x)) & 1 ? second : first;
          const at = (row * 12 + y) * WIDTH + column * 6 + x;
          screen[at] = instruction === 6 ? color : screen[at]! ^ color;
        }
    } else throw new Error(`instruction ${instruction}`);
  }
  return { play, screen, colors, border: () => border };
}

/** Every letter is a bar of a level of its own, half as wide as its height. */
const letterWidth = (fontSize: number): number => fontSize / 2;
const fonts: CdgFonts = {
  measure: (text, fontSize) => text.length * letterWidth(fontSize),
  draw({ text, fontSize, isRtl }) {
    const ink = new Uint8Array(ROW_WIDTH * ROW_HEIGHT);
    const left = (ROW_WIDTH - text.length * letterWidth(fontSize)) / 2;
    for (let at = 0; at < text.length; at++)
      for (let y = 10; y < 30 && text[isRtl ? text.length - 1 - at : at] !== " "; y++)
        for (let x = 1; x < letterWidth(fontSize) - 1; x++)
          ink[y * ROW_WIDTH + Math.round(left + at * letterWidth(fontSize) + x)] = 1 + (at % 3);
    return ink;
  },
};

function write(song: Parameters<typeof writeCdg>[0]): Uint8Array {
  const writing = writeCdg(song, fonts);
  for (;;) {
    const { done, value } = writing.next();
    if (done) return value;
  }
}

/** The screens at some times in seconds. */
function screensAt(bytes: Uint8Array, times: readonly number[]) {
  const player = createPlayer();
  let at = 0;
  return times.map((time) => {
    for (; at < Math.min(time * 300, bytes.length / 24); at++)
      player.play(bytes.subarray(at * 24, at * 24 + 24));
    return { ...player, screen: player.screen.slice() };
  });
}
/** Columns of pixels in one of the four rows that are lit, and those that are drawn and are not. */
function columnsOf(screen: Uint8Array, slot: number): { lit: number[]; plain: number[] } {
  const [lit, plain] = [new Set<number>(), new Set<number>()];
  for (let y = 0; y < ROW_HEIGHT; y++)
    for (let x = 0; x < WIDTH; x++) {
      const color = screen[(24 + slot * ROW_HEIGHT + y) * WIDTH + x]!;
      if (color > 0) (color > 4 ? lit : plain).add(x);
    }
  return { lit: [...lit].toSorted((a, b) => a - b), plain: [...plain].toSorted((a, b) => a - b) };
}

const line = (text: string, from: number, to: number | null = null): LyricLine => ({
  text,
  from,
  to,
  words: [],
});
const sung: LyricLine = {
  text: "one two",
  from: 2,
  to: 4,
  words: [
    { start: 0, end: 3, from: 2, to: 3 },
    { start: 4, end: 7, from: 3, to: 4 },
  ],
};

describe("the graphics of a CD+G", () => {
  it("TLS-15 is as long as the song, and starts with colors and an empty screen", () => {
    const bytes = write({ lines: [sung], title: "", seconds: 5.001 });
    expect(bytes.length).toBe(1501 * 24);
    const { colors, screen, border } = screensAt(bytes, [19 / 300])[0]!;
    expect(border()).toBe(0);
    expect(screen.every((color) => color === 0)).toBe(true);
    expect(colors[0]).toEqual([1, 2, 4]);
    expect(colors[3]).toEqual([15, 15, 15]);
    // What is lit is as smooth as what is not: from the background to its own ink.
    expect(colors[4]).toEqual(colors[0]);
    expect(colors[7]).toEqual([15, 13, 4]);
  });

  it("TLS-15 highlights words while they are sung, within 0.1 s", () => {
    const bytes = write({ lines: [sung], title: "", seconds: 8 });
    const [before, middle, after, end] = screensAt(bytes, [1.95, 3.05, 4.1, 6.5]);
    expect(columnsOf(before!.screen, 0).lit).toEqual([]);
    const all = columnsOf(before!.screen, 0).plain;
    expect(all).toHaveLength(6 * 10);
    const half = columnsOf(middle!.screen, 0);
    expect([half.lit.length, half.plain.length]).toEqual([30, 30]);
    expect(half.lit.at(-1)!).toBeLessThan(half.plain[0]!);
    expect(columnsOf(after!.screen, 0).lit).toEqual(all);
    expect(end!.screen.every((color) => color === 0)).toBe(true);
  });

  it("TLS-15 highlights Arabic from the right", () => {
    const arabic = { ...sung, text: "قلب حبي" };
    const [middle] = screensAt(write({ lines: [arabic], title: "", seconds: 8 }), [3.05]);
    const { lit, plain } = columnsOf(middle!.screen, 0);
    expect(lit[0]!).toBeGreaterThan(plain.at(-1)!);
  });

  it("TLS-15 shows a title of four rows whole", () => {
    const width = (text: string, fontSize: number): number => text.length * letterWidth(fontSize);
    const title = Array.from({ length: 4 }, (_, at) => String(at).repeat(40)).join(" ");
    const rows = planRows({ lines: [line("a", 20)], title, seconds: 30 }, width);
    const shown = rows.filter((row) => row.sung === null);
    expect(shown.map(({ slot }) => slot)).toEqual([0, 1, 2, 3]);
    expect(shown.map(({ text }) => text).join(" ")).toBe(title);
  });

  it("TLS-15 shows a page at a time, and the next one row by row where the singing is over", () => {
    const lines = Array.from({ length: 9 }, (_, at) => line(`line ${"x".repeat(at)}`, 10 + 3 * at));
    const bytes = write({ lines, title: "Title", seconds: 40 });
    const shown = (screen: Uint8Array): number[] =>
      [0, 1, 2, 3].map((slot) => {
        const { lit, plain } = columnsOf(screen, slot);
        return Math.round((lit.length + plain.length) / 10) - 4;
      });
    const [title, first, second, third] = screensAt(bytes, [3, 9.9, 21.9, 33.9]);
    expect(shown(title!.screen)).toEqual([-4, 1, -4, -4]);
    expect(shown(first!.screen)).toEqual([0, 1, 2, 3]);
    // The last line of the first page is sung; those of the second are there.
    expect(shown(second!.screen)).toEqual([4, 5, 6, 3]);
    expect(columnsOf(second!.screen, 3).plain).toEqual([]);
    expect(columnsOf(second!.screen, 0).lit).toEqual([]);
    expect(shown(third!.screen)).toEqual([8, -4, -4, 7]);
  });

  it("TLS-15 counts down after a rest", () => {
    const bytes = write({ lines: [line("a", 8)], title: "", seconds: 12 });
    const dots = screensAt(bytes, [4.9, 5.2, 6.2, 7.2, 8.2]).map(
      ({ screen }) => screen.subarray(12 * WIDTH, 24 * WIDTH).filter((color) => color > 0).length,
    );
    expect(dots).toEqual([0, 192, 128, 64, 0]);
  });

  it("TLS-15 keeps all text of long lines, smaller or one part after the other", () => {
    const text = Array.from({ length: 90 }, (_, at) => `word${at}`).join(" ");
    const drawn: string[] = [];
    const writing = writeCdg(
      { lines: [line(text, 1, 31), line("x".repeat(700), 32, 60)], title: "", seconds: 61 },
      { ...fonts, draw: (row) => (drawn.push(row.text), fonts.draw(row)) },
    );
    while (!writing.next().done);
    const [words, letters] = [drawn.filter((row) => !row.startsWith("x")), drawn.join("")];
    expect(words.join(" ")).toBe(text);
    expect(letters.split("x")).toHaveLength(701);
  });

  it("TLS-15 has no lines without times, outside of the song or without text", () => {
    const lines = [line("before", -1), line(" ", 1), line("after", 9), line("never", NaN)];
    const untimed = { ...line("untimed", 0), from: null };
    const bytes = write({ lines: [...lines, untimed], title: "", seconds: 2 });
    const [end] = screensAt(bytes, [2]);
    expect(end!.screen.every((color) => color === 0)).toBe(true);
    expect(write({ lines: [], title: "x", seconds: 0 })).toHaveLength(0);
  });
});

describe("a tile", () => {
  const tile = (color: (at: number) => number): Uint8Array =>
    Uint8Array.from({ length: 72 }, (_, at) => color(at));
  it.each([
    ["nothing", 0, tile(() => 3), tile(() => 3)],
    ["two colors", 1, tile((at) => at % 8), tile((at) => (at % 2 ? 9 : 4))],
    ["a highlight", 1, tile((at) => at % 4), tile((at) => (at % 4) | (at < 36 ? 4 : 0))],
    ["smooth letters", 2, tile(() => 0), tile((at) => at % 4)],
    ["a row after another", 2, tile((at) => 4 + (at % 4)), tile((at) => (at >> 2) % 4)],
    ["all colors", 4, tile(() => 0), tile((at) => at % 16)],
  ])("TLS-15 takes the fewest packets for %s: %i", (_, count, from, to) => {
    const packets = encodeTile(from, to);
    expect(packets).toHaveLength(count);
    const screen = from.slice();
    for (const { isXor, colors, rows } of packets)
      for (let at = 0; at < 72; at++) {
        const color = colors[(rows[Math.floor(at / 6)]! >> (5 - (at % 6))) & 1]!;
        screen[at] = isXor ? screen[at]! ^ color : color;
      }
    expect(screen).toEqual(to);
  });
});
