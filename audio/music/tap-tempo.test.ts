import { describe, expect, it } from "vitest";
import { tempoFromTaps } from "./tap-tempo.ts";

describe("a tempo that is tapped", () => {
  it("TLS-1 is that of the last taps, within a thousandth, though each is off by some milliseconds", () => {
    const off = [0.01, -0.008, 0.004, -0.012, 0.006, 0.002, -0.004, 0.008];
    const times = off.map((error, at) => 12.5 + at * 0.6 + error);
    expect(tempoFromTaps(times)!.bpm).toBeCloseTo(100, -0.1);
    expect(tempoFromTaps(times)!.first).toBeCloseTo(12.5, 1);
    // A pause restarts the measurement, and so does a jump back.
    expect(tempoFromTaps([1, 2, 3, ...times])!.bpm).toBeCloseTo(tempoFromTaps(times)!.bpm, 6);
    expect(tempoFromTaps([90, 90.5, ...times])!.bpm).toBeCloseTo(tempoFromTaps(times)!.bpm, 6);
  });

  it("TLS-1 is not reported for a few or irregular taps", () => {
    expect(tempoFromTaps([])).toBeNull();
    expect(tempoFromTaps([1, 1.5, 2])).toBeNull();
    expect(tempoFromTaps([1, 1.1, 1.2, 1.3, 1.4])).toBeNull();
  });
});
