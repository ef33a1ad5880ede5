import { describe, expect, it } from "vitest";
import type { Block } from "../effect.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "./blocks.ts";
import { decibelsToFactor } from "./decibel.ts";
import { createLimiter } from "./limiter.ts";
import { createLoudnessMeter } from "./loudness.ts";

const RATE = 48_000;

/** A tone whose level changes: consecutive `[dBFS, seconds]`. */
function tone(levels: readonly (readonly [number, number])[], frequency = 1000): Float32Array {
  const parts = levels.map(([level, seconds]) =>
    new Float32Array(seconds * RATE).fill(decibelsToFactor(level)),
  );
  const whole = joinBlocks(
    parts.map((part) => [part]),
    1,
  )[0]!;
  return whole.map((factor, i) => factor * Math.sin((2 * Math.PI * frequency * i) / RATE));
}

function measure(block: Block, sampleRate = RATE, size = 10_000) {
  const meter = createLoudnessMeter({ sampleRate, channels: block.length });
  for (let at = 0; at < framesOf(block); at += size) meter.push(copyFrames(block, at, at + size));
  return meter.measure();
}

describe("loudness, on the signals that EBU Tech 3341 and 3342 define", () => {
  it.each([
    [-23, [[-23, 5]]],
    [-33, [[-33, 5]]],
    [
      -23,
      [
        [-36, 3],
        [-23, 20],
        [-36, 3],
      ],
    ],
    [
      -23,
      [
        [-72, 3],
        [-36, 3],
        [-23, 20],
        [-36, 3],
        [-72, 3],
      ],
    ],
  ] as const)("CLI-9 stereo tones of %d LUFS", (expected, levels) => {
    const channel = tone(levels);
    const { integrated } = measure([channel, channel]);
    expect(Math.abs(integrated - expected)).toBeLessThan(0.1);
  });

  it("CLI-9 channels of 5.1 have their weights, the low-frequency one none", () => {
    const [left, center, low, side] = [-28, -24, -3, -30].map((level) => tone([[level, 3]]));
    const { integrated } = measure([left!, left!, center!, low!, side!, side!]);
    expect(Math.abs(integrated + 23)).toBeLessThan(0.1);
  });

  it.each([
    [
      10,
      [
        [-20, 8],
        [-30, 8],
      ],
    ],
    [
      5,
      [
        [-20, 8],
        [-15, 8],
      ],
    ],
    [
      20,
      [
        [-40, 8],
        [-20, 8],
      ],
    ],
  ] as const)("CLI-9 a range of %d LU", (expected, levels) => {
    const channel = tone(levels);
    expect(Math.abs(measure([channel, channel]).range - expected)).toBeLessThan(1);
  });

  it.each([
    [4, 45],
    [6, 60],
    [8, 67.5],
  ])("CLI-9 a peak between samples at a frequency of fs/%d", (divisor, degrees) => {
    const block = [
      Float32Array.from({ length: RATE }, (_, i) => {
        const fade = Math.min(1, i / 2000, (RATE - i) / 2000);
        return 0.5 * fade * Math.sin((2 * Math.PI * i) / divisor + (degrees * Math.PI) / 180);
      }),
    ];
    const { truePeak } = measure(block);
    expect(truePeak).toBeGreaterThan(-6.02 - 0.4);
    expect(truePeak).toBeLessThan(-6.02 + 0.2);
  });

  it("CLI-9 the latest 400 ms and 3 s", () => {
    const meter = createLoudnessMeter({ sampleRate: RATE, channels: 2 });
    const push = (level: number, seconds: number): void => {
      const channel = tone([[level, seconds]]);
      meter.push([channel, channel]);
    };
    push(-20, 0.3);
    expect(meter.latest()).toEqual({ momentary: -Infinity, shortTerm: -Infinity });
    push(-20, 3);
    expect(meter.latest().shortTerm).toBeCloseTo(-20, 1);
    push(-30, 0.5);
    expect(meter.latest().momentary).toBeCloseTo(-30, 1);
    expect(meter.measure().momentary).toBeCloseTo(-20, 1);
  });

  it("TLS-4 silence, nothing, and less than one block", () => {
    expect(measure(createBlock(2, RATE))).toMatchObject({ integrated: -Infinity, range: 0 });
    expect(measure(createBlock(1, 0))).toMatchObject({
      integrated: -Infinity,
      truePeak: -Infinity,
    });
    const short = tone([[-20, 0.2]]);
    expect(Math.abs(measure([short, short]).integrated + 20)).toBeLessThan(0.3);
  });

  it.each([-20, -60, -75, -95, -110])(
    "TLS-18 phrases and pauses have a level at %d dBFS, as a louder copy of them has",
    (peak) => {
      const at = (level: number) =>
        measure([tone(Array.from({ length: 12 }, (_, i) => [level - 12 * (i % 2), 0.6] as const))]);
      expect(at(peak).level - peak).toBeCloseTo(at(-10).level + 10, 1);
    },
  );

  it("TLS-18 the dither of a silent file of 16 bits has no level, also where it starts late", () => {
    let seed = 1;
    const random = () => (seed = (seed * 16_807) % 2_147_483_647) / 2_147_483_647;
    const dither = () => Math.round(random() - random()) / 32_768;
    for (const silent of [0, 0.5]) {
      const plane = Float32Array.from({ length: 5 * RATE }, (_, i) =>
        i < silent * 5 * RATE ? 0 : dither(),
      );
      expect(measure([plane]).level).toBe(-Infinity);
    }
  });

  it("TLS-3 does not depend on blocks", () => {
    const block = [
      tone(
        [
          [-20, 1],
          [-9, 1],
        ],
        5000,
      ),
      tone([[-10, 2]], 77),
    ];
    expect(measure(block, RATE, 777)).toEqual(measure(block, RATE, 100_000));
  });
});

describe("the limiter", () => {
  const limit = (block: Block, gain: number, size = 4096): Block => {
    const format = { sampleRate: RATE, channels: block.length };
    const limiter = createLimiter(format, { ceiling: -1, gain });
    const out: Block[] = [];
    // The output is valid until the next call.
    const keep = (part: Block | null) => void (part && out.push(copyFrames(part, 0)));
    for (let at = 0; at < framesOf(block); at += size)
      keep(limiter.process(copyFrames(block, at, at + size)));
    keep(limiter.finish());
    return joinBlocks(out, block.length);
  };
  // Bursts of several frequencies, with inter-sample peaks.
  const bursts = Float32Array.from({ length: RATE }, (_, i) => {
    const loud = i % 9000 < 1500 ? 0.9 : 0.1;
    return loud * (Math.sin(i * 1.57 + 0.7) * 0.6 + Math.sin(i * 0.13) * 0.4);
  });

  it("CLI-9 holds the true peak and the length", () => {
    const out = limit([bursts, bursts.map((sample) => sample / 3)], 4);
    expect(framesOf(out)).toBe(RATE);
    expect(measure(out).truePeak).toBeLessThan(-0.99);
    expect(measure(out).truePeak).toBeGreaterThan(-1.1);
  });

  it("CLI-9 leaves what stays below as it is, in time", () => {
    expect(limit([bursts.map((sample) => sample / 2)], 1)[0]).toEqual(
      bursts.map((sample) => sample / 2),
    );
  });

  it("TLS-3 does not depend on blocks", () => {
    expect(limit([bursts], 4, 123)).toEqual(limit([bursts], 4, RATE));
  });
});
