import { describe, expect, it } from "vitest";
import type { Chord } from "../chords/chord.ts";
import { type ChartSource, chartOf } from "./chart.ts";
import { writeChordSheet } from "./write-chord-sheet.ts";

const C: Chord = { root: 0, quality: "major" };
const AM: Chord = { root: 9, quality: "minor", bass: 4 };

/** A song of ten beats at 120 BPM, whose second beat begins the first whole bar. */
const SONG: ChartSource = {
  seconds: 5.25,
  beat: {
    beats: Array.from({ length: 10 }, (_, i) => 0.25 + i / 2),
    beatsPerBar: 4,
    division: 2,
    first: 1,
    bpm: 120,
    steady: true,
  },
  keys: [{ tonic: 0, mode: "major", clarity: 1, from: 0 }],
  chords: [
    { from: 0.75, to: 3.75, chord: C },
    { from: 3.75, to: 4.75, chord: AM },
  ],
};

describe("a chart", () => {
  it("TLS-12 arranges chords in bars, with a pickup and the beats without a chord", () => {
    const { beats, bars } = chartOf(SONG);
    expect(beats).toHaveLength(12);
    expect(bars.map(({ start, length, chords }) => ({ start, length, chords }))).toEqual([
      { start: 0, length: 2, chords: [{ beat: 0, chord: null }] },
      { start: 2, length: 4, chords: [{ beat: 0, chord: C }] },
      {
        start: 6,
        length: 4,
        chords: [
          { beat: 0, chord: C },
          { beat: 2, chord: AM },
        ],
      },
      { start: 10, length: 1, chords: [{ beat: 0, chord: null }] },
    ]);
  });

  it("TLS-12 extends beats to the beginning, so that no chord before the first one is lost", () => {
    const startingAt = (start: number) =>
      chartOf({
        ...SONG,
        seconds: start + 5,
        beat: { ...SONG.beat!, beats: SONG.beat!.beats.map((time) => time - 0.25 + start) },
        chords: [
          { from: 0, to: start, chord: AM },
          { from: start, to: start + 5, chord: C },
        ],
      });
    const { beats, bars } = startingAt(2.125);
    expect(beats.slice(0, 6)).toEqual([0.125, 0.625, 1.125, 1.625, 2.125, 2.625]);
    // The first whole bar begins at 2.625 s, as before.
    expect(bars.slice(0, 2)).toMatchObject([
      { start: 0, length: 1, chords: [{ beat: 0, chord: AM }] },
      { start: 1, length: 4, chords: [{ chord: AM }, { beat: 3, chord: C }] },
    ]);
    expect(writeChordSheet(startingAt(2.125), { title: "" })).toContain("| Am/E | Am/E . . C |");
    // What remains is a beat of its own from half a beat on.
    expect(startingAt(0.375).beats.slice(0, 2)).toEqual([0, 0.375]);
    expect(startingAt(0.02).beats[0]).toBe(0.02);
  });

  it("TLS-12 has no beat without a chord after a chord that lasts to the end", () => {
    const beats = Array.from({ length: 21 }, (_, i) => i / 2);
    for (const seconds of [10.02, 10.3, 10.5])
      for (const beat of [null, { ...SONG.beat!, beats, first: 0 }]) {
        const chords = [{ from: 0, to: seconds, chord: C }];
        const { bars } = chartOf({ seconds, beat, chords });
        expect(bars.map((bar) => bar.chords)).toEqual(bars.map(() => [{ beat: 0, chord: C }]));
      }
  });

  it("TLS-12 of a sound without a beat has bars of two seconds, and one of nothing has one", () => {
    const { bars } = chartOf({ seconds: 5, beat: null, chords: [{ from: 2, to: 5, chord: C }] });
    expect(bars.map(({ length, chords }) => [length, chords[0]!.chord])).toEqual([
      [4, null],
      [4, C],
      [2, C],
    ]);
    expect(chartOf({ seconds: 0, beat: null }).bars).toEqual([
      { start: 0, length: 1, chords: [{ beat: 0, chord: null }], key: null },
    ]);
  });

  it("TLS-12 is written as a ChordPro grid, whose title cannot end its directive", () => {
    expect(writeChordSheet(chartOf(SONG), { title: "A {song}\n{x}" })).toBe(
      `{title: A  song   x }
{key: C}
{time: 4/4}
{tempo: 120}

{start_of_grid}
| N.C. . | C . . . | C . Am/E . | N.C. |
{end_of_grid}
`,
    );
  });

  it("TLS-12 names the key of a ChordPro grid as its chords", () => {
    const keys = [{ tonic: 10, mode: "major", clarity: 1, from: 0 } as const];
    const chords = [{ from: 0, to: 5.25, chord: { root: 10, quality: "major" } as const }];
    const chart = chartOf({ ...SONG, keys, chords });
    const german = writeChordSheet(chart, { title: "", naming: "german" });
    expect(german).toContain("{key: B}");
    expect(german).toContain("| B . |");
    expect(writeChordSheet(chart, { title: "" })).toContain("{key: Bb}");
  });
});
