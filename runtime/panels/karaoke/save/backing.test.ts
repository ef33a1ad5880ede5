import { describe, expect, it } from "vitest";
import { backingOf, editOf, DEFAULT_BACKING } from "./backing.ts";

describe("a backing track", () => {
  it("TLS-1 has the singer at the requested level, or not at all", () => {
    const format = { sampleRate: 48_000, channels: 2, seconds: 2 };
    const removed = editOf(DEFAULT_BACKING, ["v", "i"], format);
    expect(removed.tracks.map(({ muted, gain }) => [muted, gain])).toEqual([
      [true, 0],
      [false, 0],
    ]);
    const guided = editOf({ ...DEFAULT_BACKING, guide: 0.5 }, ["v", "i"], format);
    expect(guided.tracks[0]!.muted).toBe(false);
    expect(guided.tracks[0]!.gain).toBeCloseTo(-6.02, 2);
  });

  it("TLS-4 uses the defaults if the stored value is invalid", () => {
    expect(backingOf(undefined)).toEqual(DEFAULT_BACKING);
    expect(backingOf({ guide: "x", semitones: 40, tempo: NaN })).toEqual({
      ...DEFAULT_BACKING,
      semitones: 6,
    });
  });
});
