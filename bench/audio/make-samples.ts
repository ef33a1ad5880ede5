// Makes the sounds that visitors hear on tool pages, before and after: all, or those that are named. See
// README.md beside this file.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { createLoudnessMeter } from "#audio/signal/loudness.ts";
import { addBreaths } from "./breaths.ts";
import { convolve } from "./convolve.ts";
import { addClicks, addEcho } from "./faults.ts";
import {
  installMaterial,
  joinSpeech,
  listMaterial,
  mix,
  readAudio,
  rms,
  roomNoise,
  scaled,
} from "./material.ts";
import { createRandom, type Random } from "./random.ts";
import { makeRoom } from "./room.ts";

const RATE = 16_000;
/** Decibels by which two sounds differ without anybody hearing it. */
const ALIKE = 1;
const BITRATE = "48k";
const SEED = 4;
/** Seed of breaths that are both detected: 9 of the first 12 are. */
const BREATHS = 5;

/** What a sample is made from: two sentences, and chance that is the same at every run. */
interface Source {
  readonly sentences: readonly [Float32Array, Float32Array];
  readonly speech: Float32Array;
  readonly random: Random;
}

interface Recipe {
  readonly damage: (source: Source) => Float32Array;
  /** Parameters that the tool's page sets and the effect by itself does not. */
  readonly set?: string;
}

const noisy = (speech: Float32Array, random: Random, ratio: number) =>
  mix(speech, roomNoise(speech.length, RATE, random), ratio);

/** As loud as it was, in a room; `t60` is its reverberation time in seconds. */
function inRoom(speech: Float32Array, t60: number): Float32Array {
  const wet = convolve(speech, makeRoom(t60, RATE));
  return scaled(wet, rms(speech) / rms(wet));
}

/** A breath before each sentence, as people take them; none behind the last. */
function breathing({ sentences }: Source): Float32Array {
  const lead = new Float32Array(0.2 * RATE);
  const { samples, speech } = addBreaths([lead, ...sentences], RATE, createRandom(BREATHS));
  return samples.slice(0, speech.at(-1)!.end + 0.05 * RATE);
}

/** By effect; the names are those of the files. */
const RECIPES: Readonly<Record<string, Recipe>> = {
  denoise: { damage: ({ speech, random }) => noisy(speech, random, 3) },
  breath: { damage: breathing },
  clicks: {
    damage: ({ speech, random }) => addClicks(scaled(speech, 0.6), RATE, 3, random).samples,
  },
  echo: { damage: ({ speech }) => addEcho(speech, Math.round(0.27 * RATE), 0.5) },
  reverb: { damage: ({ speech }) => inRoom(speech, 0.9) },
  silence: {
    damage: ({ sentences: [one, two] }) =>
      Float32Array.from([...one, ...new Float32Array(1.5 * RATE), ...two]),
  },
  enhance: {
    damage: ({ speech, random }) => noisy(inRoom(speech, 0.4), random, 12),
  },
  voice: { damage: ({ speech }) => speech, set: "preset=deep" },
};

const root = path.resolve(import.meta.dirname, "../..");
const published = path.join(root, "runtime/public/samples");
const ffmpeg = (args: readonly string[], input?: Uint8Array) =>
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args], { input });

function writeWav(file: string, samples: Float32Array): void {
  const bytes = new Uint8Array(samples.buffer, samples.byteOffset, samples.byteLength);
  ffmpeg(["-f", "f32le", "-ar", String(RATE), "-ac", "1", "-i", "-", file], bytes);
}

/** Integrated loudness in LUFS. */
function loudnessOf(file: string): number {
  const meter = createLoudnessMeter({ sampleRate: RATE, channels: 1 });
  meter.push([readAudio(file, RATE)]);
  return meter.measure().integrated;
}

/** An MP3, softer by some decibels; marks of synthetic sound stay. */
function encode(file: string, down: number, name: string): void {
  const coding = ["-c:a", "libmp3lame", "-b:a", BITRATE, "-fflags", "+bitexact"];
  const out = path.join(published, `${name}.mp3`);
  ffmpeg(["-i", file, "-af", `volume=${-down}dB`, ...coding, out]);
}

interface Result {
  readonly findings?: { readonly ranges?: readonly { start: number; end: number }[] };
}

function make(name: string, { damage, set }: Recipe, source: Source, folder: string): void {
  const before = path.join(folder, `${name}-before.wav`);
  const after = path.join(folder, `${name}-after.wav`);
  writeWav(before, damage(source));
  const settings = set === undefined ? [] : ["--set", set];
  const args = ["process", name, before, "-o", after, "--json", ...settings];
  const toolkit = path.join(root, "bin/toolkit.mjs");
  const output = execFileSync(process.execPath, [toolkit, ...args], { encoding: "utf8" });
  const louder = loudnessOf(after) - loudnessOf(before);
  const down = Math.abs(louder) > ALIKE ? louder : 0;
  encode(before, Math.max(0, -down), `${name}-before`);
  encode(after, Math.max(0, down), `${name}-after`);
  const { results } = JSON.parse(output) as { results: readonly Result[] };
  const ranges = JSON.stringify(results[0]?.findings?.ranges ?? []);
  process.stdout.write(`${name}: after was ${louder.toFixed(1)} dB louder; ${ranges}\n`);
}

installMaterial((line) => void process.stderr.write(`${line}\n`));
// "He was not an ill disposed young man." "He might even have been made amiable himself."
const sentences = listMaterial(root)
  .sentences.filter((file) => /-0(880|930)\.wav$/.test(file))
  .map((file) => joinSpeech([file], RATE)) as [Float32Array, Float32Array];
const speech = Float32Array.from([...sentences[0], ...sentences[1]]);
const folder = mkdtempSync(path.join(os.tmpdir(), "toolkit-samples-"));
mkdirSync(published, { recursive: true });
try {
  const selected = process.argv.slice(2);
  for (const [name, recipe] of Object.entries(RECIPES))
    if (selected.length === 0 || selected.includes(name))
      make(name, recipe, { sentences, speech, random: createRandom(SEED) }, folder);
} finally {
  rmSync(folder, { recursive: true });
}
