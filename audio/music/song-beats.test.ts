import { describe, expect, it } from "vitest";
import { fifthsApart, findKey, transposeKey } from "./key.ts";
import {
  countBeats,
  doubleBeats,
  halveBeats,
  moveBeats,
  beatPositionAt,
  shiftBar,
  type SongBeats,
  steadyBeats,
  tempoOf,
  timeAtBeatPosition,
} from "./song-beats.ts";

const song: SongBeats = {
  beats: Array.from({ length: 17 }, (_, i) => 0.25 + 0.5 * i),
  beatsPerBar: 4,
  division: 2,
  first: 1,
};
/** Times of the bar lines. */
const lines = ({ beats, beatsPerBar, first }: SongBeats) =>
  beats.filter((_, i) => (i - first) % beatsPerBar === 0);

describe("beats that are corrected", () => {
  it("TLS-1 twice and half as many keep a bar line where one was", () => {
    expect(tempoOf(song)).toBe(120);
    const fast = doubleBeats(song);
    expect(tempoOf(fast)).toBe(240);
    expect(lines(fast)).toContain(lines(song)[0]);
    const slow = halveBeats(song);
    expect(tempoOf(slow)).toBe(60);
    expect(lines(slow)).toContain(lines(song)[0]);
    expect(halveBeats(fast).beats).toEqual(song.beats);
  });

  it("TLS-1 bars are moved by beats, and come around", () => {
    expect(lines(shiftBar(song, 1))[0]).toBe(lines(song)[0]! + 0.5);
    expect(shiftBar(song, -2).first).toBe(3);
    expect(shiftBar(song, 4)).toEqual(song);
    expect(countBeats(song, 3)).toMatchObject({ beatsPerBar: 3, first: 1 });
  });

  it("TLS-1 all are moved by a time, and fill the sound at both ends", () => {
    const later = moveBeats(song, 0.6, 8.5);
    expect(later.beats[0]).toBeCloseTo(0.35, 9);
    expect(later.beats.at(-1)).toBeCloseTo(8.35, 9);
    expect(lines(later)[0]).toBeCloseTo(lines(song)[0]! + 0.6, 9);
    const earlier = moveBeats(song, -0.6, 8.5);
    expect(earlier.beats[0]).toBeCloseTo(0.15, 9);
    expect(lines(earlier)[0]).toBeCloseTo(lines(song)[0]! - 0.6, 9);
  });

  it("TLS-1 a tempo that is tapped has its bar at the anchor", () => {
    const tapped = steadyBeats(song, { bpm: 100, anchor: 2, duration: 10 });
    expect(tempoOf(tapped)).toBeCloseTo(100, 9);
    expect(lines(tapped).some((time) => Math.abs(time - 2) < 1e-9)).toBe(true);
    expect(tapped.beats[0]).toBeLessThan(0.6);
    expect(tapped.beats.at(-1)).toBeGreaterThan(9.4);
  });

  it("TLS-1 places among beats are times, and back, beyond both ends, too", () => {
    const { beats } = song;
    const uneven = { beats: [...beats.slice(0, 8), ...beats.slice(8).map((time) => 1.1 * time)] };
    for (const time of [-1, 0.3, 2.9, 4.4, 9.7])
      expect(timeAtBeatPosition(uneven, beatPositionAt(uneven, time))).toBeCloseTo(time, 9);
    expect(beatPositionAt(song, 0.5)).toBe(0.5);
  });
});

describe("keys", () => {
  const notes = (...own: number[]) =>
    Array.from({ length: 12 }, (_, i) => (own.includes(i) ? 1 : 0));

  it("TLS-1 are determined by their notes, and by the durations of their chords", () => {
    const c = notes(0, 2, 4, 5, 7, 9, 11).map((x, i) => x + ([0, 4, 7].includes(i) ? 1 : 0));
    expect(findKey(c)).toMatchObject({ tonic: 0, mode: "major" });
    const a = notes(0, 2, 4, 5, 7, 9, 11).map((x, i) => x + ([9, 0, 4].includes(i) ? 1 : 0));
    expect(findKey(a)).toMatchObject({ tonic: 9, mode: "minor" });
    expect(findKey(notes())).toBeNull();
    expect(findKey(Array.from({ length: 12 }, () => 1))).toBeNull();
  });

  it("TLS-1 are as far apart as their notes on the circle of fifths", () => {
    const c = { tonic: 0, mode: "major" } as const;
    expect(fifthsApart(c, { tonic: 9, mode: "minor" })).toBe(0);
    expect(fifthsApart(c, { tonic: 7, mode: "major" })).toBe(1);
    expect(fifthsApart(c, { tonic: 6, mode: "major" })).toBe(6);
    expect(fifthsApart(c, { tonic: 5, mode: "major" })).toBe(1);
    expect(transposeKey(c, -1)).toEqual({ tonic: 11, mode: "major" });
  });
});
