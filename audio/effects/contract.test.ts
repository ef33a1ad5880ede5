import path from "node:path";
import fastGlob from "fast-glob";
import { describe, expect, it } from "vitest";
import { createResources } from "#cli/audio/effects/resources.ts";
import type { Block, Effect } from "../effect.ts";
import { type Parameters, type ValuesOf, parseValues } from "../parameters.ts";
import { MAX_SAMPLE } from "../signal/finite.ts";
import { copyFrames, createBlock, framesOf, joinBlocks } from "../signal/blocks.ts";
import { type Step, prepareStep } from "../pipeline/step.ts";
import { runSteps } from "../pipeline/stream.ts";

const home = path.resolve(import.meta.dirname, "../..");
const files = fastGlob.sync("*.ts", { cwd: import.meta.dirname, ignore: ["*.test.ts"] }).sort();
const effects = await Promise.all(
  files.map(async (file) => {
    const module = (await import(path.join(import.meta.dirname, file))) as {
      readonly default: Effect;
    };
    return { id: path.basename(file, ".ts"), effect: module.default };
  }),
);

/** Long enough for a few STFT frames of every effect, short enough to run all of them. */
const SECONDS = 0.3;

/** A speech-like signal: a swelling tone with overtones, hiss and pauses. */
function voice(sampleRate: number, channels: number, seconds = SECONDS): Block {
  let state = 11;
  return Array.from({ length: channels }, (_, channel) =>
    Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
      state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
      const time = i / sampleRate;
      const level = Math.max(0, Math.sin(time * 14 + channel * 0.1)) * 0.3;
      const angle = 2 * Math.PI * 140 * time;
      const tone = Math.sin(angle) + Math.sin(2 * angle) / 2 + Math.sin(5 * angle) / 4;
      return level * tone + (state / 2 ** 31 - 1) * 0.004;
    }),
  );
}

interface Options {
  readonly sizes?: readonly number[];
  readonly signal?: AbortSignal;
}

async function run(step: Step, sampleRate: number, input: Block, options: Options = {}) {
  const { sizes = [4096], signal } = options;
  const source = {
    format: { sampleRate, channels: input.length },
    frames: framesOf(input),
    async *open() {
      for (let at = 0, i = 0; at < framesOf(input); i++) {
        const size = sizes[i % sizes.length]!;
        const block = copyFrames(input, at, at + size);
        yield block;
        // The block was only borrowed; reading it again must yield NaN.
        for (const samples of block) samples.fill(NaN);
        at += size;
      }
    },
  };
  const blocks: Block[] = [];
  const { format } = await runSteps(
    [step],
    source,
    (block) => void blocks.push(block.map((samples) => samples.slice())),
    signal && { signal },
  );
  return joinBlocks(blocks, format.channels);
}

const isFiniteBlock = (block: Block): boolean =>
  block.every((samples) => samples.every((sample) => Number.isFinite(sample)));

/** Largest magnitude; NaN if any sample is NaN. */
const peakOf = (block: Block): number =>
  block.reduce(
    (maximum, samples) => samples.reduce((a, b) => Math.max(a, Math.abs(b)), maximum),
    0,
  );

/** Default values; numbers whose default is neutral get another value. */
function workingValues(effect: Effect): ValuesOf<Parameters> {
  const { values } = parseValues(effect.parameters, {}, effect.id);
  const { neutral } = effect;
  const isNeutral = Object.entries(neutral ?? {}).every(
    ([name, value]) => JSON.stringify(values[name]) === JSON.stringify(value),
  );
  if (!neutral || !isNeutral) return values;
  const changed: Record<string, unknown> = { ...values };
  for (const [name, value] of Object.entries(neutral)) {
    const parameter = effect.parameters[name]!;
    if (parameter.kind !== "number") continue;
    const { min, max, unit } = parameter;
    const far = value === max ? min : max;
    // Seconds: within the signal.
    if (unit === "s") changed[name] = value === max ? 0.35 : Math.min(0.02, max);
    else changed[name] = (Number(value) * 3 + far) / 4;
  }
  return changed as ValuesOf<Parameters>;
}

describe.each(effects)("the effect $id", ({ id, effect }) => {
  const prepared = prepareStep(effect, workingValues(effect), createResources(home));

  it("CLI-9 bears the name of its file and parameters that can be given", () => {
    expect(effect.id).toBe(id);
    for (const [name, parameter] of Object.entries(effect.parameters)) {
      const given = { [name]: parameter.default };
      expect(parseValues(effect.parameters, given, id).problems).toEqual([]);
    }
  });

  it("TLS-1 gives back its input bit for bit with neutral values", async () => {
    if (!effect.neutral) return;
    const values = { ...workingValues(effect), ...effect.neutral } as ValuesOf<Parameters>;
    const step = await prepareStep(effect, values, createResources(home));
    const input = voice(44_100, 2);
    expect(await run(step, 44_100, input)).toEqual(input);
  });

  it("TLS-1 keeps its law of length, for one frame and none, too", async () => {
    const step = await prepared;
    expect(step.neutral).toBe(false);
    for (const frames of [0, 1, 1000, 8192]) {
      const out = await run(step, 48_000, copyFrames(voice(48_000, 1), 0, frames));
      if (effect.length === "same") expect(framesOf(out)).toBe(frames);
      expect(isFiniteBlock(out)).toBe(true);
    }
  });

  it("TLS-3 does not depend on how its input is cut into blocks", async () => {
    const step = await prepared;
    const input = voice(16_000, 1);
    const whole = await run(step, 16_000, input, { sizes: [65_536] });
    expect(await run(step, 16_000, input, { sizes: [1, 7, 480, 1024, 63] })).toEqual(whole);
    const start = copyFrames(input, 0, 700);
    const wholeStart = await run(step, 16_000, start, { sizes: [65_536] });
    expect(await run(step, 16_000, start, { sizes: [1] })).toEqual(wholeStart);
  });

  it("TLS-4 makes no sound out of silence", async () => {
    const out = await run(await prepared, 48_000, createBlock(2, 12_000));
    expect(peakOf(out)).toBeLessThan(1e-4);
  });

  it("TLS-4 stays finite and bounded for a constant, a click and full scale", async () => {
    const step = await prepared;
    const constant = createBlock(1, 6000).map((samples) => samples.fill(0.5));
    const click = createBlock(1, 6000);
    click[0]![3000] = 1;
    const square = createBlock(1, 6000).map((samples) =>
      samples.map((_, i) => (i % 80 < 40 ? 1 : -1)),
    );
    for (const input of [constant, click, square]) {
      expect(peakOf(await run(step, 16_000, input))).toBeLessThan(32);
    }
  });

  it.each([
    [8000, 1],
    [16_000, 2],
    [22_050, 1],
    [44_100, 2],
    [48_000, 6],
    [96_000, 2],
    [192_000, 1],
  ])("TLS-2 works at %i Hz with %i channels", async (sampleRate, channels) => {
    const input = voice(sampleRate, channels, channels > 2 ? 0.15 : SECONDS);
    const out = await run(await prepared, sampleRate, input);
    expect(out).toHaveLength(channels);
    if (effect.length === "same") expect(framesOf(out)).toBe(framesOf(input));
    expect(isFiniteBlock(out)).toBe(true);
    expect(out.some((samples) => samples.some((sample) => sample !== 0))).toBe(true);
  });

  it("TLS-4 is not poisoned by samples that are no numbers", async () => {
    const input = voice(16_000, 1).map((samples) => samples.slice());
    const clean = input.map((samples) => samples.slice());
    for (const [i, bad] of [NaN, Infinity, -Infinity, 1e20, -1e20, 65_537].entries()) {
      input[0]![3000 + i] = bad;
      clean[0]![3000 + i] = 0;
    }
    const step = await prepared;
    expect(await run(step, 16_000, input)).toEqual(await run(step, 16_000, clean));
  });

  it("TLS-4 stays finite with the largest sample that counts", async () => {
    const input = voice(16_000, 1).map((samples) => samples.slice());
    input[0]![3000] = -MAX_SAMPLE;
    expect(isFiniteBlock(await run(await prepared, 16_000, input))).toBe(true);
  });

  it("TLS-1 leaves its input as it is, and gives the same again", async () => {
    const step = await prepared;
    const input = voice(16_000, 2);
    const first = await run(step, 16_000, input);
    expect(input).toEqual(voice(16_000, 2));
    expect(await run(step, 16_000, input)).toEqual(first);
  });

  it("TLS-1 stops on abort", async () => {
    const signal = AbortSignal.abort(new Error("enough"));
    await expect(run(await prepared, 16_000, voice(16_000, 1), { signal })).rejects.toThrow(
      "enough",
    );
  });
});
