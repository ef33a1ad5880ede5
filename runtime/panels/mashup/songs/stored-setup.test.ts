import { describe, expect, it } from "vitest";
import { moveBeats, steadyBeats, tempoOf } from "#audio/music/song-beats.ts";
import type { Json } from "#runtime/contract/json.ts";
import { serializeSetup, parseSetup, parseMatchTarget } from "./stored-setup.ts";
import { NO_BEATS, type SongSetup } from "./song-state.ts";

const stored = (value: object): Json => JSON.parse(JSON.stringify(value)) as Json;
const found: SongSetup = {
  take: "vocals",
  beats: steadyBeats(NO_BEATS, { bpm: 97.3, anchor: 0.311, duration: 240 }),
  keys: [{ tonic: 4, mode: "minor", from: 0 }],
  seconds: 240,
};

describe("what was corrected of a song", () => {
  it("TLS-1 is there again after a reload, its beats within a twentieth of a millisecond", () => {
    const corrected: SongSetup = {
      ...found,
      take: "all",
      beats: { ...moveBeats(found.beats!, 0.0123, 240), beatsPerBar: 3, first: 2 },
      keys: [{ tonic: 9, mode: "major", from: 0 }],
    };
    const { beats, ...rest } = parseSetup(stored(serializeSetup(corrected, 0)), found);
    const { beats: own, ...others } = corrected;
    expect(rest).toEqual(others);
    expect(beats).toMatchObject({ beatsPerBar: 3, division: 2, first: 2 });
    expect(beats!.beats).toHaveLength(own!.beats.length);
    const off = beats!.beats.map((time, i) => Math.abs(time - own!.beats[i]!));
    expect(Math.max(...off)).toBeLessThanOrEqual(0.5e-4 + 1e-9);
    expect(tempoOf(beats!)).toBeCloseTo(97.3, 1);
  });

  it("TLS-1 may be an unknown key", () => {
    expect(parseSetup(stored(serializeSetup({ ...found, keys: [] }, 0)), found).keys).toEqual([]);
  });

  it("TLS-1 is one key for all of a song, or those of its sections that were found", () => {
    const keys = [...found.keys, { tonic: 6, mode: "minor", from: 180 }] as const;
    const sections = { ...found, keys };
    expect(parseSetup(stored(serializeSetup(sections, 0)), sections).keys).toEqual(keys);
    expect(parseSetup(stored(serializeSetup(found, 0)), sections).keys).toEqual(found.keys);
  });

  it("TLS-1 leaves what a song gives at another place to that place, unless it was chosen", () => {
    const atSecond = { ...found, take: "instrumental" as const };
    expect(parseSetup(stored(serializeSetup(found, 0)), atSecond).take).toBe("instrumental");
    expect(parseSetup(stored(serializeSetup(atSecond, 0)), found).take).toBe("instrumental");
  });

  it.each([
    undefined,
    3,
    {},
    { take: "piano", key: { tonic: 12, mode: "minor" }, beats: [] },
    { key: "A", beats: { gaps: [1, 0, 1], beatsPerBar: 4, division: 2, first: 0 } },
    { beats: { gaps: [10, -5], beatsPerBar: 4, division: 2, first: 0 } },
    { beats: { gaps: [10, "5"], beatsPerBar: 4, division: 2, first: 0 } },
    { beats: { gaps: [10, 50], beatsPerBar: 5, division: 2, first: 0 } },
    { beats: { gaps: [10, 50], beatsPerBar: 4, division: 2, first: 4 } },
    // After the end of the song.
    { beats: { gaps: [10, 3e6], beatsPerBar: 4, division: 2, first: 0 } },
  ])("TLS-4 is as it was found where it cannot be read: %j", (stored) => {
    expect(parseSetup(stored, found)).toEqual(found);
  });
});

describe("how songs are to meet", () => {
  it("TLS-1 is the visitor's choice, if possible", () => {
    expect(parseMatchTarget(stored({ bpm: 110.5, semitones: -3 }))).toEqual({
      bpm: 110.5,
      semitones: -3,
    });
    expect(parseMatchTarget(stored({ bpm: 20, semitones: 1.5 }))).toEqual({});
    expect(parseMatchTarget(undefined)).toEqual({});
  });
});
