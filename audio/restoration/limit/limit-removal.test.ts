import { describe, expect, it } from "vitest";
import { measureSiSdr } from "#bench/audio/metrics.ts";
import { createRandom } from "#bench/audio/random.ts";
import { copyFrames, joinBlocks } from "../../signal/blocks.ts";
import { createRemovalLimit } from "./limit-removal.ts";

const RATE = 16_000;
const SECONDS = 8;
const LENGTH = SECONDS * RATE;
/** Words of 0.7 s with pauses of 0.3 s. */
const isWord = (at: number): boolean => at % RATE < 0.7 * RATE;
const words = Float32Array.from({ length: LENGTH }, (_, at) =>
  isWord(at) ? 0.2 * Math.sin((2 * Math.PI * 300 * at) / RATE) : 0,
);
function addNoise(level: number): Float32Array {
  const random = createRandom(3);
  return words.map((x) => x + level * random.normal());
}
const powerOf = (samples: Float32Array): number =>
  samples.reduce((sum, x) => sum + x * x, 0) / samples.length;

interface Case {
  readonly input: Float32Array;
  readonly output: Float32Array;
  readonly strength?: number;
  readonly size?: number;
}

function limit({ input, output, strength = 1, size = 1000 }: Case): Float32Array {
  const format = { sampleRate: RATE, channels: 1 };
  const processor = createRemovalLimit(format, { strength, estimates: 0 });
  const parts = [];
  for (let at = 0; at < input.length; at += size) {
    const block = [input, output].map((samples) => samples.subarray(at, at + size));
    const part = processor.process(block);
    parts.push(part && copyFrames(part, 0));
  }
  return joinBlocks([...parts, processor.finish()], 1)[0]!;
}

describe("the limit of what a denoiser removes", () => {
  it("TLS-1 returns words that the denoiser has made softer where the pauses are silent", () => {
    const output = words.map((x, at) => (at > 3.1 * RATE && at < 5.3 * RATE ? 0.35 * x : x));
    expect(measureSiSdr(output, words)).toBeLessThan(15);
    expect(measureSiSdr(limit({ input: words, output }), words)).toBeGreaterThan(40);
  });

  it("TLS-1 returns soft syllables that the denoiser has removed whole where the pauses are silent", () => {
    const soft = (at: number): boolean => isWord(at) && at % (2 * RATE) > RATE;
    const input = words.map((x, at) => (soft(at) ? 0.03 * x : x));
    const output = input.map((x, at) => (soft(at) ? 0 : x));
    expect(measureSiSdr(output, input)).toBeLessThan(35);
    expect(measureSiSdr(limit({ input, output }), input)).toBeGreaterThan(40);
  });

  it("TLS-1 leaves removal alone where the noise is loud", () => {
    const input = addNoise(0.05);
    const limited = limit({ input, output: words });
    expect(measureSiSdr(limited, words)).toBeGreaterThan(60);
  });

  it("TLS-1 lets soft noise be removed in the pauses, but not more than that in words", () => {
    const input = addNoise(0.0006);
    const output = words.map((x) => 0.8 * x);
    const limited = limit({ input, output });
    const pauses = (samples: Float32Array) => samples.filter((_, at) => !isWord(at));
    expect(powerOf(pauses(limited))).toBeLessThan(0.05 * powerOf(pauses(input)));
    expect(powerOf(limited)).toBeGreaterThan(0.97 * powerOf(words));
  });

  it("TLS-1 leaves removal of loud rumble alone, also where no pause is found", () => {
    const rumble = words.map((x, at) => x + 0.6 * Math.sin((2 * Math.PI * 31 * at) / RATE));
    const format = { sampleRate: RATE, channels: 1 };
    // A network that takes the rumble for speech keeps all pauses.
    const processor = createRemovalLimit(format, { strength: 1, estimates: 1 });
    const first = processor.process([rumble, words, rumble]);
    const parts = [first && copyFrames(first, 0), processor.finish()];
    expect(measureSiSdr(joinBlocks(parts, 1)[0]!, words)).toBeGreaterThan(20);
  });

  it.each([1, 100, 4096, LENGTH])("TLS-1 keeps length and timing in blocks of %i", (size) => {
    const input = addNoise(0.05).subarray(0, size === 1 ? 3000 : LENGTH);
    const output = words.subarray(0, input.length);
    const limited = limit({ input, output, size });
    expect(limited.length).toBe(input.length);
    const whole = limit({ input, output });
    expect(limited.every((x, at) => Math.abs(x - whole[at]!) < 1e-6)).toBe(true);
  });

  it("TLS-1 keeps to the strength", () => {
    const input = addNoise(0.05);
    const halved = input.map((x, at) => (x + words[at]!) / 2);
    const limited = limit({ input, output: halved, strength: 0.5 });
    expect(measureSiSdr(limited, halved)).toBeGreaterThan(60);
  });
});
