// Fits the weights that tell breaths from fricatives: node bench/audio/breaths/learn-breaths.ts
import { writeFileSync } from "node:fs";
import path from "node:path";
import { listBreathCandidates } from "#audio/restoration/breaths/breath-candidates.ts";
import { secondsOf } from "#audio/restoration/breaths/breath-frames.ts";
import { addBreaths } from "../breaths.ts";
import { cutSpeech } from "../fault-tables.ts";
import { installMaterial, rms } from "../material.ts";
import { createRandom, type Random } from "../random.ts";
import {
  BREATH_PACKAGES,
  breathsOf,
  type Labeled,
  measureFrames,
  RATE,
  readLabeled,
  readPrompts,
  speechIn,
} from "./labeled-speech.ts";

interface Example {
  readonly features: readonly number[];
  readonly breath: boolean;
  readonly weight: number;
}

/** Speech that is lost is worse than a breath that stays. */
const WRONG = 2;
/** dB by which the end of a word falls in a pause, from its first third to its last. */
const DECAY = 8;
const touch = (a: { start: number; end: number }, b: { start: number; end: number }) =>
  a.start < b.end && b.start < a.end;

/** The recording with louder breaths, another tone and a background. */
function vary(
  { samples }: Labeled,
  breaths: readonly { start: number; end: number }[],
  random: Random,
) {
  const out = samples.slice();
  for (const { start, end } of breaths) {
    const more = 10 ** random.uniform() - 1;
    const from = Math.max(0, Math.round((start - 0.02) * RATE));
    const to = Math.min(out.length, Math.round((end + 0.01) * RATE));
    for (let i = from; i < to; i++)
      out[i] = out[i]! * (1 + more * Math.min(1, (i - from) / 160, (to - 1 - i) / 160));
  }
  const tone = 1.6 * (random.uniform() - 0.5);
  const noise = rms(samples) * 10 ** (-(45 + 25 * random.uniform()) / 20);
  return out.map((x, i) => x + tone * (out[i - 1] ?? 0) + noise * random.normal());
}

function collect(): Example[] {
  const random = createRandom(1);
  const examples: Example[] = [];
  const add = (features: readonly number[], breath: boolean) =>
    examples.push({ features, breath, weight: breath ? 1 : WRONG });
  for (const one of readLabeled(1, 4)) {
    const frames = measureFrames(one.samples);
    const breaths = breathsOf(frames, one.pauses);
    const varied = measureFrames(vary(one, breaths, random));
    for (const { first, end, features } of [
      ...listBreathCandidates(frames),
      ...listBreathCandidates(varied),
    ]) {
      const range = { start: secondsOf(first), end: secondsOf(end) };
      const spoken = speechIn(range, one.pauses);
      if (breaths.some((breath) => touch(breath, range))) {
        if (spoken < 0.06) add(features, true);
      } else if (spoken >= 0.04 || features.at(-2)! - features.at(-1)! > DECAY)
        add(features, false);
    }
  }
  for (const voice of ["en_US_f_Allison", "it_IT_m_Carlo"]) {
    const prompts = readPrompts(voice, 40);
    for (const samples of prompts)
      for (const { features } of listBreathCandidates(measureFrames(samples))) add(features, false);
    // Made breaths, too, so that those of mouths far from this one are found.
    const segments = prompts.flatMap((samples) => cutSpeech(samples, RATE));
    const made = addBreaths([...prompts, ...segments], RATE, createRandom(101));
    for (const { first, end, features } of listBreathCandidates(measureFrames(made.samples))) {
      const range = { start: secondsOf(first) * RATE, end: secondsOf(end) * RATE };
      add(
        features,
        made.breaths.some((breath) => touch(breath, range)),
      );
    }
  }
  return examples;
}

/** Logistic regression by Newton's steps, of features at a mean of 0 and a variance of 1. */
function fit(examples: readonly Example[]) {
  const size = examples[0]!.features.length;
  const mean = Array.from({ length: size }, (_, k) => average(examples, k));
  const width = mean.map((m, k) =>
    Math.sqrt(examples.reduce((s, e) => s + (e.features[k]! - m) ** 2, 0) / examples.length + 1e-9),
  );
  const rows = examples.map(({ features }) => [
    ...features.map((x, k) => (x - mean[k]!) / width[k]!),
    1,
  ]);
  const weights = new Float64Array(size + 1);
  for (let round = 0; round < 40; round++) {
    const matrix = Array.from({ length: size + 1 }, (_, k) => {
      const row = new Float64Array(size + 2);
      row[k] = k < size ? 2 : 1e-6;
      row[size + 1] = k < size ? -2 * weights[k]! : 0;
      return row;
    });
    for (const [n, { breath, weight }] of examples.entries()) {
      const row = rows[n]!;
      const p = 1 / (1 + Math.exp(-row.reduce((s, x, k) => s + x * weights[k]!, 0)));
      for (let k = 0; k <= size; k++) {
        const slope = weight * row[k]! * p * (1 - p);
        for (let j = 0; j <= size; j++) matrix[k]![j]! += slope * row[j]!;
        matrix[k]![size + 1]! += weight * row[k]! * ((breath ? 1 : 0) - p);
      }
    }
    for (const [k, step] of solve(matrix).entries()) weights[k]! += step;
  }
  const plain = mean.map((_, k) => weights[k]! / width[k]!);
  const bias = weights[size]! - plain.reduce((s, w, k) => s + w * mean[k]!, 0);
  return { plain, bias };
}

const average = (examples: readonly Example[], k: number) =>
  examples.reduce((sum, { features }) => sum + features[k]!, 0) / examples.length;

/** Gauss's elimination; the last column is the right side. */
function solve(matrix: Float64Array[]): number[] {
  const size = matrix.length;
  for (let k = 0; k < size; k++) {
    let best = k;
    for (let n = k; n < size; n++)
      if (Math.abs(matrix[n]![k]!) > Math.abs(matrix[best]![k]!)) best = n;
    [matrix[k], matrix[best]] = [matrix[best]!, matrix[k]!];
    for (let n = 0; n < size; n++) {
      if (n === k) continue;
      const share = matrix[n]![k]! / matrix[k]![k]!;
      for (let j = k; j <= size; j++) matrix[n]![j]! -= share * matrix[k]![j]!;
    }
  }
  return matrix.map((row, k) => row[size]! / row[k]!);
}

installMaterial((line) => void process.stderr.write(`${line}\n`), BREATH_PACKAGES);
const examples = collect();
const { plain, bias } = fit(examples);
const breaths = examples.filter(({ breath }) => breath).length;
process.stdout.write(`${breaths} breaths, ${examples.length - breaths} other ranges\n`);
const numbers = plain.map((x) => `  ${Number(x.toPrecision(5))},\n`).join("");
writeFileSync(
  path.join(import.meta.dirname, "../../../audio/restoration/breaths/breath-weights.ts"),
  `// Made by bench/audio/breaths/learn-breaths.ts.\nexport const BREATH_BIAS = ${Number(bias.toPrecision(5))};\nexport const BREATH_WEIGHTS: readonly number[] = [\n${numbers}];\n`,
);
