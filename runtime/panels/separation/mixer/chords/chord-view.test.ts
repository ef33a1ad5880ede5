import { describe, expect, it } from "vitest";
import type { SongChart } from "#audio/music/chart/chart.ts";
import { changeQuality, editChart, transposeChart } from "#audio/music/chart/transpose-chart.ts";
import { type ChordView, parseView, serializeView } from "./chord-view.ts";

const VIEW: ChordView = {
  capo: 3,
  simple: true,
  naming: "german",
  edits: { 4: { root: 9, quality: "minor-seventh", bass: 4 }, 6: null },
};
const CHART: SongChart = {
  beats: [0, 1, 2, 3, 4, 5, 6, 7, 8],
  beatsPerBar: 4,
  division: 2,
  bpm: 60,
  steady: true,
  bars: [0, 4].map((start) => ({
    start,
    length: 4,
    key: { tonic: 0, mode: "major" },
    chords: [
      { beat: 0, chord: { root: 0, quality: "dominant", bass: 4 } },
      { beat: 2, chord: { root: 5, quality: "half-diminished" } },
    ],
  })),
};
const chordsOf = ({ bars }: SongChart) =>
  bars.flatMap(({ chords }) => chords.map(({ chord }) => chord));

describe("the chord view", () => {
  it("TLS-12 is stored with its corrections, and what is invalid is not read", () => {
    expect(parseView(serializeView(VIEW))).toEqual(VIEW);
    expect(
      parseView({
        capo: 40,
        simple: 1,
        naming: "x",
        edits: {
          2: { root: 12, quality: "major" },
          3: { root: 1, quality: "toString" },
          4: { root: 1, quality: "major", bass: 12 },
          5: { root: 1, quality: "major", bass: 0.5 },
          x: null,
        },
      }),
    ).toEqual({
      capo: 0,
      simple: false,
      naming: "international",
      edits: { 4: { root: 1, quality: "major" }, 5: { root: 1, quality: "major" } },
    });
  });

  it("TLS-12 keeps the bass of a chord whose quality is corrected, if it is one of its tones", () => {
    const chord = { root: 9, quality: "minor", bass: 0 } as const;
    expect(changeQuality(chord, "minor-seventh")).toEqual({ ...chord, quality: "minor-seventh" });
    expect(changeQuality(chord, "dominant")).toEqual({ root: 9, quality: "dominant" });
    expect(changeQuality({ root: 9, quality: "major" }, "minor")).toEqual({
      root: 9,
      quality: "minor",
    });
  });

  it("TLS-12 shows corrected chords in place of those found", () => {
    expect(chordsOf(editChart(CHART, VIEW.edits))).toEqual([
      ...chordsOf(CHART).slice(0, 2),
      { root: 9, quality: "minor-seventh", bass: 4 },
      null,
    ]);
  });

  it("TLS-12 moves chords, basses and keys by semitones, and simplifies chords", () => {
    const moved = transposeChart(CHART, { semitones: -3, simple: false });
    expect(chordsOf(moved).slice(0, 2)).toEqual([
      { root: 9, quality: "dominant", bass: 1 },
      { root: 2, quality: "half-diminished" },
    ]);
    expect(moved.bars[0]!.key).toEqual({ tonic: 9, mode: "major" });
    expect(chordsOf(transposeChart(CHART, { semitones: 0, simple: true })).slice(0, 2)).toEqual([
      { root: 0, quality: "major" },
      { root: 5, quality: "minor" },
    ]);
  });
});
