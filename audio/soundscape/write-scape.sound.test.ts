import { describe, expect, it } from "vitest";
import { isLong } from "#tests/left-out.ts";
import { createLiveScape } from "./live-scape.ts";
import { QUANTUM } from "./kit/layer.ts";
import { createScapePlayer } from "./play-scape.ts";
import { PRESET_LAYERS, SCAPE_PRESETS } from "./presets.ts";
import { type Scape, type ScapeLength, LAYERS, DEFAULT_SETTING } from "./scape.ts";
import { writeScape } from "./write-scape.ts";

const RATE = 48_000;
const only = (name: (typeof LAYERS)[number], setting = {}, binaural = false): Scape => ({
  seed: 9,
  binaural,
  layers: { [name]: { ...DEFAULT_SETTING, ...setting } },
});
function write(scape: Scape, length: Partial<ScapeLength>, rate = RATE): Float32Array[] {
  const whole = { seconds: 10, loop: false, fade: 0, ...length };
  const planes = [0, 1].map(() => new Float32Array(Math.round(whole.seconds * rate)));
  let at = 0;
  for (const block of writeScape({ scape, length: whole }, rate)) {
    for (const [side, samples] of block.entries()) planes[side]!.set(samples, at);
    at += block[0]!.length;
  }
  expect(at).toBe(planes[0]!.length);
  return planes;
}
const rms = (samples: Float32Array): number =>
  Math.sqrt(samples.reduce((sum, one) => sum + one ** 2, 0) / samples.length);
const largest = (samples: Float32Array): number =>
  samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
/** Differences of adjacent samples, sorted. */
const steps = (samples: Float32Array): Float32Array =>
  samples.subarray(1).map((one, i) => one - samples[i]!);
const quantile = (values: Float32Array, part: number): number =>
  values.map(Math.abs).toSorted()[Math.floor(part * (values.length - 1))]!;

describe("a loop", () => {
  it.each([
    ...LAYERS.map((name) => [name, only(name)] as const),
    ...SCAPE_PRESETS.map(
      (name) =>
        [name, { seed: 4, binaural: name === "salon", layers: PRESET_LAYERS[name] }] as const,
    ),
  ])(
    "TLS-1 of %s goes on in its beginning: no step or bend at its seam is beyond its own",
    (_, scape) => {
      for (const samples of write(scape, { loop: true, seconds: 6 })) {
        const turned = new Float32Array([...samples.subarray(-64), ...samples.subarray(0, 64)]);
        const first = steps(turned);
        const second = steps(first);
        const own = steps(samples);
        expect(Math.abs(first[63]!)).toBeLessThanOrEqual(quantile(own, 0.999));
        for (const at of [62, 63])
          expect(Math.abs(second[at]!)).toBeLessThanOrEqual(quantile(steps(own), 0.999));
      }
    },
  );

  it("TLS-1 is as loud in its seam as elsewhere", () => {
    const [left] = write(only("fan"), { loop: true, seconds: 30 });
    const seam = rms(left!.subarray(25 * RATE, 29 * RATE));
    expect(Math.abs(20 * Math.log10(seam / rms(left!.subarray(5 * RATE, 20 * RATE))))).toBeLessThan(
      1,
    );
  });
});

describe("a file", () => {
  it("TLS-1 fades in and out, and ends with the sleep timer if requested", () => {
    const [plain] = write(only("fan"), { seconds: 20 });
    expect(largest(plain!.subarray(0, 200))).toBeLessThan(0.002);
    expect(largest(plain!.subarray(-200))).toBeLessThan(0.002);
    const [asleep] = write(only("fan"), { seconds: 20, fade: 16 });
    const levels = [5, 9, 13, 17, 19].map((at) =>
      rms(asleep!.subarray(at * RATE, (at + 1) * RATE)),
    );
    expect(levels).toEqual(levels.toSorted((a, b) => b - a));
    expect(levels[4]!).toBeLessThan(0.1 * levels[0]!);
  });

  // An hour in long runs, otherwise ten minutes: leaks would grow with events and blocks.
  it("TLS-1 of an hour takes as much memory as one of a minute", { timeout: 480_000 }, () => {
    const [seconds, rate] = isLong ? [3600, 48_000] : [600, 8000];
    const scape: Scape = { seed: 3, binaural: isLong, layers: PRESET_LAYERS.study };
    let frames = 0;
    let early = 0;
    const used = (): number => {
      globalThis.gc?.();
      const { heapUsed, arrayBuffers } = process.memoryUsage();
      return heapUsed + arrayBuffers;
    };
    let max = 0;
    for (const block of writeScape({ scape, length: { seconds, loop: true, fade: 0 } }, rate)) {
      const before = Math.floor(frames / rate);
      frames += block[0]!.length;
      if (Math.floor(frames / rate) === before) continue;
      if (early === 0 && before >= 60) early = used();
      if (before > 60 && before % 20 === 0) max = Math.max(max, used());
    }
    expect(frames).toBe(seconds * rate);
    // Garbage is not a leak: it takes tens of MB at any length.
    expect(max - early).toBeLessThan(80e6);
  });

  it("TLS-1 is the same each time it is written", () => {
    const scape: Scape = { seed: 8, binaural: true, layers: PRESET_LAYERS.close };
    const [first, again] = [write(scape, { seconds: 5 }), write(scape, { seconds: 5 })];
    expect(first.map((one) => Buffer.from(one.buffer).toString("base64"))).toEqual(
      again.map((one) => Buffer.from(one.buffer).toString("base64")),
    );
  });
});

describe("where a layer is", () => {
  const levels = (setting: object, binaural = false) =>
    write(only("fan", setting, binaural), { seconds: 6 }).map(rms) as [number, number];

  it("TLS-1 is left, right or between, at one loudness", () => {
    const [left, right] = levels({ pan: -1 });
    expect(right).toBeLessThan(0.001 * left);
    const [a, b] = levels({ pan: 0 });
    expect(Math.abs(20 * Math.log10(a / b))).toBeLessThan(1);
    expect(Math.abs(20 * Math.log10(Math.hypot(a, b) / Math.hypot(left, right)))).toBeLessThan(1.5);
  });

  it("TLS-1 moves where it is let, and stays where it is not", () => {
    const balance = (movement: number): number => {
      const [left, right] = write(only("fan", { movement }), { seconds: 40 });
      const sides = Array.from({ length: 38 }, (_, i) => {
        const part = (samples: Float32Array) =>
          rms(samples.subarray((i + 1) * RATE, (i + 2) * RATE));
        return 20 * Math.log10(part(left!) / part(right!));
      });
      return Math.max(...sides) - Math.min(...sides);
    };
    expect(balance(0)).toBeLessThan(3);
    expect(balance(1)).toBeGreaterThan(6);
  });

  it("TLS-1 for headphones reaches the far ear later and darker (Brown and Duda)", () => {
    const [left, right] = write(only("brush", { pan: 1, character: 1 }, true), { seconds: 8 });
    let best = { lag: 0, sum: -Infinity };
    for (let lag = -60; lag <= 60; lag++) {
      let sum = 0;
      for (let i = 2 * RATE; i < 6 * RATE; i += 3) sum += right![i]! * (left![i + lag] ?? 0);
      if (sum > best.sum) best = { lag, sum };
    }
    // Woodworth: 0.0875 m / 343 m/s · (80° + sin 80°) = 0.61 ms.
    expect(best.lag / RATE).toBeGreaterThan(0.000_45);
    expect(best.lag / RATE).toBeLessThan(0.000_75);
    expect(20 * Math.log10(rms(right!) / rms(left!))).toBeGreaterThan(5);
    const bright = (samples: Float32Array): number => rms(steps(samples)) / rms(samples);
    expect(bright(right!)).toBeGreaterThan(1.05 * bright(left!));
  });
});

describe("a soundscape that is adjusted during playback", () => {
  it("TLS-1 changes within a tenth of a second and without a click", () => {
    const live = createLiveScape(only("fan"), RATE);
    const out = [new Float32Array(RATE), new Float32Array(RATE)];
    live.read(out);
    live.read(out);
    const typical = largest(steps(out[0]!));
    live.change({ ...only("fan", { level: -36, pan: 1, character: 0.9 }), binaural: true });
    live.read(out);
    expect(largest(steps(out[0]!))).toBeLessThan(2.5 * typical);
    const before = rms(out[0]!.subarray(0, 0.01 * RATE));
    expect(rms(out[0]!.subarray(0.3 * RATE))).toBeLessThan(0.2 * before);
    live.change(only("rain"));
    live.read(out);
    expect(rms(out[0]!.subarray(0.3 * RATE))).toBeGreaterThan(0.003);
    live.change({ ...only("rain"), seed: 77 });
    live.read(out);
    expect(rms(out[0]!)).toBeGreaterThan(0.003);
    live.change({ ...only("rain"), seed: 77, layers: {} });
    live.read(out);
    live.read(out);
    expect(largest(out[0]!)).toBe(0);
  });

  it("TLS-1 never passes full scale, with all layers as loud as they get", () => {
    const setting = { ...DEFAULT_SETTING, level: 6, character: 1 };
    const layers = Object.fromEntries(LAYERS.map((name) => [name, setting]));
    const player = createScapePlayer({ seed: 2, binaural: false, layers }, RATE);
    let max = 0;
    for (let at = 0; at < 4 * RATE; at += QUANTUM)
      for (const samples of player.next()) max = Math.max(max, largest(samples));
    expect(max).toBeLessThan(1);
    expect(max).toBeGreaterThan(0.2);
  });
});
