import { describe, expect, it } from "vitest";
import { findPeaks } from "./find-peaks.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import type { PeaksResult } from "../results.ts";

/** Seconds of a sawtooth of 1 Hz, in blocks of 0.1 s. */
const sawtooth = (seconds: number): AudioSource => ({
  format: { sampleRate: 8000, channels: 1 },
  duration: seconds,
  tags: {},
  codec: null,
  async *blocks(from = 0) {
    for (let at = from; at < 8000 * seconds; at += 800)
      yield [
        Float32Array.from(
          { length: Math.min(800, 8000 * seconds - at) },
          (_, i) => ((at + i) % 8000) / 8000,
        ),
      ];
  },
  close: () => undefined,
});

describe("peaks", () => {
  it("CMP-3 are the extremes of each 16 samples of 8000", async () => {
    const { peaks, duration } = await findPeaks(sawtooth(2), () => {});
    expect(duration).toBe(2);
    expect(peaks).toHaveLength(2 * 2 * 500);
    expect([...peaks.subarray(998, 1002)]).toEqual([0, 127, 0, 0]);
  });

  it("TLS-3 of a long sound come from its beginning on, more with each time", async () => {
    const parts: PeaksResult[] = [];
    const whole = await findPeaks(
      sawtooth(20),
      () => {},
      (part) => parts.push(part),
    );
    const lengths = parts.map(({ peaks }) => peaks.length);
    expect(lengths).toEqual(lengths.toSorted((a, b) => a - b));
    expect(parts.length).toBeLessThan(45);
    expect(lengths.at(-1)).toBeGreaterThan(0.9 * whole.peaks.length);
    for (const { peaks, duration } of parts) {
      expect(duration).toBe(20);
      expect(peaks.every((value, at) => value === whole.peaks[at])).toBe(true);
    }
    const known = parts.at(9)!.peaks;
    const rest = await findPeaks(
      sawtooth(20),
      () => {},
      ({ peaks }) => expect(peaks.length).toBeGreaterThan(known.length),
      known,
    );
    expect(rest).toEqual(whole);
  });
});
