import { describe, expect, it } from "vitest";
import { makeVowel } from "#bench/audio/vowel.ts";
import { createColor } from "../voice/color-voice.ts";
import { createVoiceAnalyzer } from "./voice-ranges.ts";
import { createMatchingReverb } from "./voice-reverb.ts";

const RATE = 16_000;
const AT = { sampleRate: RATE, channels: 1 };
const SECONDS = 12;
/** Phrases of more than a second, each followed by a pause. */
const PHRASES = [
  [0.5, 1.6, 196],
  [3, 4.2, 262],
  [6, 7.1, 220],
  [9, 10, 294],
] as const;

/** A voice that sings notes of one vowel; each stops within 30 ms. */
function sing(): Float32Array {
  const out = new Float32Array(SECONDS * RATE);
  for (const [from, to, hertz] of PHRASES) {
    const vowel = makeVowel(hertz, RATE, { seconds: 2, sway: 0.02 });
    const loudest = vowel.reduce((max, value) => Math.max(max, Math.abs(value)), 0);
    const count = Math.round((to - from) * RATE);
    for (let i = 0; i < count; i++) {
      const slope = Math.min(1, i / (0.03 * RATE), (count - i) / (0.03 * RATE));
      out[Math.round(from * RATE) + i] = ((0.3 * slope) / loudest) * vowel[i + 4000]!;
    }
  }
  return out;
}
const dry = sing();
const inRoom = (decay: number, level: number): Float32Array => {
  const wet = dry.slice();
  createColor({ room: { decay, level } }, AT)!.run(wet, 0, 0);
  return wet;
};
function analyze(samples: Float32Array) {
  const listener = createVoiceAnalyzer(AT, false);
  listener.push([samples], [samples]);
  return listener.finish();
}
const levelAt = (samples: Float32Array, time: number): number => {
  let sum = 1e-20;
  for (let i = Math.round(time * RATE); i < (time + 0.1) * RATE; i++) sum += samples[i]! ** 2;
  return 10 * Math.log10(sum / (0.1 * RATE));
};

describe("the room of a voice", () => {
  it.each([
    [0.6, 0.15],
    [1.2, 0.2],
    [2, 0.15],
  ])("TLS-1 of %d s is detected, and reproduced with tails of equal level", (decay, level) => {
    const wet = inRoom(decay, level);
    const { room } = analyze(wet);
    expect(room!.decay / decay).toBeGreaterThan(0.75);
    expect(room!.decay / decay).toBeLessThan(1.25);
    const again = dry.slice();
    createColor({ room: createMatchingReverb(room!, RATE) }, AT)!.run(again, 0, 0);
    for (const after of [0.1, 0.3]) {
      const off = PHRASES.map(([, to]) => levelAt(again, to + after) - levelAt(wet, to + after));
      expect(Math.abs(off.reduce((sum, one) => sum + one, 0) / off.length)).toBeLessThan(5);
    }
  });

  it("TLS-1 of a dry voice is none", () => {
    expect(analyze(dry).room).toBeNull();
  });

  it("TLS-1 is estimated from the voice alone", () => {
    const { dry: ranges } = analyze(inRoom(1.2, 0.2));
    const sung = PHRASES.reduce((sum, [from, to]) => sum + to - from, 0);
    const remainingSeconds = ranges.reduce((sum, [start, end]) => sum + end - start, 0);
    expect(remainingSeconds).toBeLessThan(1.25 * sung);
    for (const [from, to] of PHRASES)
      expect(ranges.some(([start, end]) => start <= from && end >= to - 0.05)).toBe(true);
  });
});
