import { describe, expect, it } from "vitest";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { writeUltraStar } from "./write-ultrastar.ts";

interface Song {
  readonly tags: Readonly<Record<string, string>>;
  readonly lines: { kind: string; from: number; to: number; note: number; text: string }[][];
}

/** Parses the format as players do. @throws {Error} what players reject */
function parse(text: string): Song {
  const rows = text.split("\n");
  const tags: Record<string, string> = {};
  const lines: Song["lines"] = [[]];
  while (rows[0]!.startsWith("#")) {
    const [, name, value] = /^#([A-Z0-9]+):(.*)$/.exec(rows.shift()!)!;
    tags[name!] = value!;
  }
  for (const name of ["TITLE", "ARTIST", "MP3", "BPM"])
    if (!tags[name]) throw new Error(`no ${name}`);
  const step = 60 / (4 * Number(tags["BPM"]));
  let free = 0;
  for (const row of rows.splice(0, rows.indexOf("E"))) {
    const pause = /^- (\d+)$/.exec(row);
    const note = /^([:F]) (\d+) (\d+) (-?\d+) (.+)$/.exec(row);
    if (pause) {
      if (Number(pause[1]) < free || lines.at(-1)!.length === 0) throw new Error(row);
      lines.push([]);
    } else if (note && Number(note[2]) >= free && Number(note[3]) > 0) {
      const [first, length] = [Number(note[2]), Number(note[3])];
      free = first + length;
      const start = Number(tags["GAP"]) / 1000;
      const [from, to] = [start + first * step, start + free * step];
      const own = { kind: note[1]!, from, to, note: 60 + Number(note[4]), text: note[5]! };
      lines.at(-1)!.push(own);
    } else throw new Error(row);
  }
  if (rows.join("|") !== "E|") throw new Error("no end");
  return { tags, lines };
}

const NAMES = { title: "Song", artist: "Nobody", audio: "song.mp3" };
const untimed = { from: null, to: null, words: [] };
const notes = [
  { from: 1, to: 1.4, note: 57.2 },
  { from: 1.4, to: 1.7, note: 59.9 },
  { from: 1.8, to: 2.4, note: 64 },
  { from: 5, to: 5.5, note: 72 },
];
const lines: readonly LyricLine[] = [
  { ...untimed, text: "not timed" },
  {
    text: "La mer, oh",
    from: 0.95,
    to: 3,
    words: [
      { start: 0, end: 2, from: 0.95, to: 1.7 },
      { start: 3, end: 7, from: 1.75, to: 2.4 },
      { start: 8, end: 10, from: 2.5, to: 2.9 },
    ],
  },
  { ...untimed, text: "二 lines\u2028#E\n- 3", from: 4.9 },
];

describe("an UltraStar file", () => {
  it("TLS-15 has words and pitches at their times, within half a quarter beat", () => {
    const { tags, lines: found } = parse(writeUltraStar({ notes, lines }, NAMES));
    expect(tags).toMatchObject({ TITLE: "Song", GAP: "1000", VERSION: "1.0.0" });
    expect(found[0]!.map(({ kind, text, note }) => [kind, text, note])).toEqual([
      [":", "La", 57],
      [":", "~ ", 60],
      [":", "mer, ", 64],
      ["F", "oh ", 60],
    ]);
    for (const [at, { from, to }] of found[0]!.slice(0, 3).entries()) {
      expect(Math.abs(from - notes[at]!.from)).toBeLessThan(0.02);
      expect(Math.abs(to - notes[at]!.to)).toBeLessThan(0.04);
    }
    // What would be read as another row stays text of its own row.
    expect(found[1]!.map(({ text }) => text.trim()).join(" ")).toBe("二 lines #E - 3");
    expect(found).toHaveLength(2);
  });

  it("TLS-15 gives the notes to the first of lines that start together, such as a translation", () => {
    const plain = (text: string, from: number): LyricLine => ({ ...untimed, text, from });
    const twice = [plain("One", 0.9), plain("Eins", 0.9), plain("Two", 4.9), plain("Zwei", 4.9)];
    const { lines: found } = parse(writeUltraStar({ notes, lines: twice }, NAMES));
    expect(found.map((line) => line.map(({ text }) => text.trim()))).toEqual([
      ["One", "~", "~"],
      ["Two"],
    ]);
  });

  it("TLS-15 has the parts of two voices, and the files that are named", () => {
    const by = (voice: string | null, text: string, from: number): LyricLine => ({
      ...untimed,
      text,
      from,
      ...(voice !== null && { voice }),
    });
    const duet = [by("Ada", "One", 0.9), by(null, "Both", 1.75), by("Bo\nE", "Two", 4.9)];
    const names = { ...NAMES, instrumental: "i.mp3", cover: "c.jpg" };
    const text = writeUltraStar({ notes, lines: duet }, names);
    const [header, first, second] = text.split(/\nP\d\n/);
    const alone = (part: string) => parse(`${header}\n${part.replace(/\nE\n$/, "")}\nE\n`);
    expect(alone(first!).tags).toMatchObject({
      INSTRUMENTAL: "i.mp3",
      COVER: "c.jpg",
      P1: "Ada",
      P2: "Bo E",
    });
    const notesOf = (part: string) =>
      alone(part).lines.map((line) =>
        line.map(({ kind, from, note, text: shown }) => [
          kind,
          Number(from.toFixed(1)),
          note,
          shown.trim(),
        ]),
      );
    const both = [[":", 1.8, 64, "Both"]];
    expect(notesOf(first!)).toEqual([
      [
        [":", 1, 57, "One"],
        [":", 1.4, 60, "~"],
      ],
      both,
    ]);
    expect(notesOf(second!)).toEqual([both, [[":", 5, 72, "Two"]]]);
    // Parts of a chorus are not a duet.
    const three = [...duet, by("Cy", "Three", 9)];
    expect(writeUltraStar({ notes, lines: three }, NAMES)).not.toMatch(/^#?P\d/m);
  });

  it("TLS-15 has notes without lyrics, and none without notes", () => {
    const { lines: found } = parse(writeUltraStar({ notes, lines: [] }, NAMES));
    expect(found.map((line) => line.length)).toEqual([3, 1]);
    expect(found.flat().every(({ text }) => text === "~")).toBe(true);
    expect(writeUltraStar({ notes: [], lines: [] }, NAMES)).toMatch(/#GAP:0\nE\n$/);
    const odd = { title: "A\n#GAP:9", artist: "B", audio: "c.mp3" };
    expect(parse(writeUltraStar({ notes, lines }, odd)).tags["TITLE"]).toBe("A #GAP:9");
  });
});
