import { expect, it } from "vitest";
import { createLimiter } from "../signal/limiter.ts";
import { createLoudnessMeter } from "../signal/loudness.ts";
import { createTargetMeter } from "./target-level.ts";

it("TLS-1 finds the gain of a sound of minutes with peaks that a limiter takes away", () => {
  const format = { sampleRate: 16_000, channels: 1 };
  const length = 16_384;
  /** Noise with a click every half second, softer from minute to minute. */
  const blockAt = (block: number): [Float32Array] => {
    let state = block + 1;
    const level = 0.08 / (1 + block / 40);
    return [
      Float32Array.from({ length }, (_, i) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return (i % 8000 < 4 ? 5 : 1) * level * (state / 2 ** 31 - 1);
      }),
    ];
  };
  const blocks = 140;
  const values = { target: -14, ceiling: -1 };
  const gains = [0, blocks * length].map((frames) => {
    const meter = createTargetMeter(format, values, frames);
    for (let block = 0; block < blocks; block++) meter.push(blockAt(block));
    return meter.finish().gain;
  });
  expect(gains[0]).toBe(gains[1]);
  const limiter = createLimiter(format, { ceiling: -1.05, gain: 10 ** (gains[0]! / 20) });
  const loudnessMeter = createLoudnessMeter(format);
  for (let block = 0; block < blocks; block++) {
    const out = limiter.process(blockAt(block));
    if (out) loudnessMeter.push(out);
  }
  const rest = limiter.finish();
  if (rest) loudnessMeter.push(rest);
  expect(loudnessMeter.measure().integrated).toBeCloseTo(-14, 1);
});
