// Whether effects give the same on another kind of processor. See README.md beside this file.
import fs from "node:fs";
import path from "node:path";
import type { Effect } from "#audio/effect.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import { createRandom } from "./random.ts";
import { runEffect } from "./run-effect.ts";

const RATE = 48_000;
/** Level in dB relative to the loudest sample, below which nothing is audible. */
const LIMIT = -100;
const EFFECTS = "breath,clicks,denoise,echo,enhance,reverb,silence,trim,voice,volume";
/** Where a default changes nothing, something that does. */
const VALUES: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  voice: { pitch: 3.5, formant: -2 },
  volume: { gain: -3 },
  trim: { start: 0.5, end: 2 },
};

const root = path.resolve(import.meta.dirname, "../..");
const [folder, task, names = EFFECTS] = process.argv.slice(2);
if (!folder || (task !== "keep" && task !== "compare"))
  throw new Error("Usage: node bench/audio/elsewhere.ts FOLDER keep|compare [EFFECTS]");

/** Syllables of a buzz in hiss with clicks, and an echo; pauses between them. */
function makeSound(): Float32Array[] {
  const random = createRandom(7);
  const dry = Float32Array.from({ length: 3 * RATE }, (_, i) => {
    const time = i / RATE;
    const angle = 2 * Math.PI * 140 * time;
    const tone = Math.sin(angle) + Math.sin(5 * angle) / 2 + Math.sin(17 * angle) / 4;
    const level = time % 1.5 > 1 ? 0 : 0.25 * Math.max(0, Math.sin(time * 21));
    return level * tone + 0.01 * random.normal() + (i % 31_000 === 30_000 ? 0.5 : 0);
  });
  const wet = dry.map((x, i) => x + 0.3 * (dry[i - 9600] ?? 0));
  return [wet, wet.map((x, i) => 0.7 * x + 0.2 * (wet[i - 24] ?? 0))];
}

async function outputOf(name: string): Promise<Float32Array> {
  const { default: effect } = (await import(path.join(root, "audio/effects", `${name}.ts`))) as {
    readonly default: Effect;
  };
  const { samples } = await runEffect(effect, VALUES[name] ?? {}, makeSound(), {
    sampleRate: RATE,
    root,
  });
  const all = new Float32Array(samples.length * framesOf(samples));
  samples.forEach((channel, c) => all.set(channel, c * channel.length));
  return all;
}

function compare(ours: Float32Array, stored: Float32Array): { text: string; isAlike: boolean } {
  if (ours.length !== stored.length)
    return { text: `${ours.length} samples in place of ${stored.length}`, isAlike: false };
  let maxError = 0;
  let peak = 0;
  for (const [i, x] of stored.entries()) {
    maxError = Math.max(maxError, Math.abs(x - ours[i]!));
    peak = Math.max(peak, Math.abs(x));
  }
  if (!(peak > 0)) return { text: "silence", isAlike: false };
  if (maxError === 0) return { text: "every bit", isAlike: true };
  const decibels = 20 * Math.log10(maxError / peak);
  return { text: `${decibels.toFixed(0)} dB`, isAlike: decibels < LIMIT };
}

fs.mkdirSync(folder, { recursive: true });
for (const name of names.split(",")) {
  const file = path.join(folder, `${name}.f32`);
  const ours = await outputOf(name);
  if (task === "keep") {
    fs.writeFileSync(file, new Uint8Array(ours.buffer));
    continue;
  }
  const stored = new Float32Array(new Uint8Array(fs.readFileSync(file)).buffer);
  const { text, isAlike } = compare(ours, stored);
  process.stdout.write(`| ${name} | ${text} |\n`);
  if (!isAlike) process.exitCode = 1;
}
