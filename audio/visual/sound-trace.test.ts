import { describe, expect, it } from "vitest";
import { BANDS } from "./bands.ts";
import { createMotion } from "./motion.ts";
import { TRACE_RATE } from "./rates.ts";
import { createTraceAnalyzer } from "./sound-trace.ts";

const RATE = 44_100;

/** Trace of a sound that is pushed in blocks. */
function traceOf(seconds: number, at: (time: number, sample: number) => number, block = 4096) {
  const samples = Float32Array.from({ length: seconds * RATE }, (_, i) => at(i / RATE, i));
  const tracer = createTraceAnalyzer({ sampleRate: RATE, channels: 1 });
  for (let from = 0; from < samples.length; from += block)
    tracer.push([samples.subarray(from, from + block)]);
  return tracer.finish();
}
const heightsAt = (trace: ReturnType<typeof traceOf>, time: number): Float32Array => {
  const out = new Float32Array(BANDS);
  createMotion(trace).bandsAt(time, out);
  return out;
};

/** Broadband clicks of 5 ms at the given times. */
const clicks = (times: readonly number[]) => (time: number, sample: number) =>
  times.some((click) => time >= click && time < click + 0.005)
    ? 0.8 * Math.sin(sample * sample * 12.9898)
    : 0;

describe("what pictures follow", () => {
  it("TLS-1 has one moment for each sixtieth of a second, however the sound is cut into blocks", () => {
    const sound = (time: number) => Math.sin(2 * Math.PI * 440 * time) * (0.5 + 0.4 * time);
    const [a, b] = [traceOf(1.5, sound, 1000), traceOf(1.5, sound, 44_100)];
    expect(a.bands.length).toBe((1.5 * TRACE_RATE + 1) * BANDS);
    expect(a.peaks.length).toBe(180);
    expect(a).toEqual(b);
  });

  it("TLS-1 shows a low tone low and a high one high", () => {
    const maximum = (hertz: number) => {
      const heights = heightsAt(
        traceOf(1, (time) => 0.5 * Math.sin(2 * Math.PI * hertz * time)),
        0.5,
      );
      return heights.indexOf(Math.max(...heights));
    };
    expect(maximum(80)).toBeLessThan(8);
    expect(maximum(800)).toBeGreaterThan(20);
    expect(maximum(8000)).toBeGreaterThan(40);
  });

  it("TLS-1 rises with a click within one moment, and falls gently", () => {
    const trace = traceOf(2, clicks([1]));
    const sum = (time: number) => heightsAt(trace, time).reduce((all, one) => all + one, 0);
    expect(sum(1 - 1.01 / TRACE_RATE)).toBe(0);
    expect(sum(1 + 1 / TRACE_RATE)).toBeGreaterThan(8);
    expect(sum(1.2)).toBeGreaterThan(1);
    expect(sum(1.2)).toBeLessThan(sum(1.02));
    expect(sum(1.9)).toBe(0);
  });

  it("TLS-1 pulses with what begins within 10 ms, at most three times a second", () => {
    const times = [0.5, 0.62, 0.74, 0.86, 0.98, 1.1];
    const trace = traceOf(1.6, clicks(times));
    for (const [at, [seconds]] of trace.onsets.entries())
      expect(Math.abs(seconds - times[at]!)).toBeLessThan(0.01);
    expect(trace.onsets.length).toBe(times.length);
    const { pulseAt } = createMotion(trace);
    let pulses = 0;
    for (let frame = 1; frame < 96; frame++)
      if (pulseAt(frame / 60) > pulseAt((frame - 1) / 60)) pulses++;
    expect(pulses).toBe(2);
  });

  it("TLS-4 does not move in silence", () => {
    const trace = traceOf(1, () => 0);
    expect(trace.onsets).toEqual([]);
    expect(Math.max(...heightsAt(trace, 0.5))).toBe(0);
    expect(createMotion(trace).pulseAt(0.5)).toBe(0);
  });
});
