import { describe, expect, it } from "vitest";
import { tapped } from "./tap-tempo.ts";

describe("a tempo that is tapped", () => {
  it("TLS-1 is that of the last taps, within a thousandth, though each is off by some milliseconds", () => {
    const off = [0.01, -0.008, 0.004, -0.012, 0.006, 0.002, -0.004, 0.008];
    const times = off.map((error, at) => 12.5 + at * 0.6 + error);
    expect(tapped(times)!.bpm).toBeCloseTo(100, -0.1);
    expect(tapped(times)!.first).toBeCloseTo(12.5, 1);
    // After a rest it begins anew, and so it does after a jump back.
    expect(tapped([1, 2, 3, ...times])!.bpm).toBeCloseTo(tapped(times)!.bpm, 6);
    expect(tapped([90, 90.5, ...times])!.bpm).toBeCloseTo(tapped(times)!.bpm, 6);
  });

  it("TLS-1 is not told of a few taps, nor of what is no tempo", () => {
    expect(tapped([])).toBeNull();
    expect(tapped([1, 1.5, 2])).toBeNull();
    expect(tapped([1, 1.1, 1.2, 1.3, 1.4])).toBeNull();
  });
});
