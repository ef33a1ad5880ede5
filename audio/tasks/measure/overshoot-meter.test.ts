import { expect, it } from "vitest";
import { createOvershootMeter } from "./overshoot-meter.ts";

it.each([48_000, 333])("TLS-18 overshoots are found where they are, in blocks of %i", (size) => {
  const wave = Float32Array.from({ length: 48_000 }, (_, i) => {
    const isLoud = i >= 24_000 && i < 25_000;
    // A quarter of the sample rate, between whose samples the peaks are.
    return (isLoud ? 1 : 0.5) * Math.sin((Math.PI / 2) * (i + 0.5));
  });
  const meter = createOvershootMeter({ sampleRate: 48_000, channels: 2 }, -3);
  const silence = new Float32Array(size);
  for (let at = 0; at < wave.length; at += size) {
    const part = wave.subarray(at, at + size);
    meter.push([silence.subarray(0, part.length), part]);
  }
  const found = meter.finish();
  expect(found).toHaveLength(100);
  // From 0.5 s, for 21 ms.
  expect(found[51]).toBeCloseTo(3, 1);
  const ranges = [...found.keys()].filter((at) => found[at]! > 0.5);
  expect(ranges).toEqual([50, 51, 52]);
});
