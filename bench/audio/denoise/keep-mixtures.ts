// Keeps mixtures with what both nets make of them, for the fit of how they are mixed. See ../README.md.
//   node bench/audio/denoise/keep-mixtures.ts FOLDER judge
//   node bench/audio/denoise/keep-mixtures.ts FOLDER learn FIRST COUNT
//   node bench/audio/denoise/keep-mixtures.ts FOLDER voices|turns FIRST COUNT
// Writes NAME.f32: floats of 48 kHz, one channel: speech, mixture, DTLN's, RNNoise's, behind each other.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createRateAdapter } from "#audio/restoration/rate-adapter.ts";
import { createFullStep, createLowStep, loadSpeechNets } from "#audio/restoration/speech-nets.ts";
import { mix, SONGS } from "../material.ts";
import { createRandom, type Random } from "../random.ts";
import { createResources } from "../resources.ts";
import { runMono } from "../score.ts";
import { JUDGED_NOISES, leveled, makeJudgedNoise } from "./judged-noises.ts";
import { MADE_NOISES, makeNoiseOf } from "./made-noises.ts";
import { createReader, installAll, judgedVoices, learnVoices, speak } from "./voices.ts";

const SAMPLE_RATE = 48_000;
const JUDGED_SECONDS = 10;
const LEARN_SECONDS = 5;
const MULDJORD = "/usr/share/games/fretsonfire/data/songs/muldjord";
const LEARN_SONGS = [
  ...["War of freedom", "Escape from chaosland", "Metal madness"].map((song) =>
    path.join(SONGS, song),
  ),
  ...["armygeddon", "chaos_god", "internal_degeneration"].map((song) => path.join(MULDJORD, song)),
];

const [folder, set, first = "0", count = "0"] = process.argv.slice(2);
if (!folder || !set) throw new Error("keep-mixtures FOLDER judge|learn|voices|turns [FIRST COUNT]");
const root = path.resolve(import.meta.dirname, "../../..");
mkdirSync(folder, { recursive: true });
installAll((line) => void process.stderr.write(`${line}\n`));
const nets = await loadSpeechNets(createResources(root));

function keep(name: string, speech: Float32Array, input: Float32Array): void {
  const alone = [createLowStep(nets), createFullStep(nets)].map((step) =>
    runMono(createRateAdapter(step, SAMPLE_RATE), input),
  );
  const all = [speech, input, ...alone];
  writeFileSync(
    path.join(folder!, `${name}.f32`),
    Buffer.concat(all.map((x) => Buffer.from(x.buffer, x.byteOffset, x.byteLength))),
  );
}

const pick = <T>(list: readonly T[], random: Random): T =>
  list[Math.floor(random.uniform() * list.length)]!;

function judge(): void {
  const read = createReader(SAMPLE_RATE);
  const length = JUDGED_SECONDS * SAMPLE_RATE;
  for (const [v, [voice, files]] of Object.entries(judgedVoices(root)).entries())
    for (const [n, noise] of JUDGED_NOISES.entries()) {
      const random = createRandom(7000 + 100 * v + n);
      const speech = speak(files, { length, sampleRate: SAMPLE_RATE, random, read });
      const background = makeJudgedNoise(noise, { length, sampleRate: SAMPLE_RATE, random });
      for (const snr of [0, 5, 10])
        keep(`${noise}-${voice}-${snr}`, speech, mix(speech, background, snr));
      process.stderr.write(`${noise} ${voice}\n`);
    }
}

function learn(from: number, until: number): void {
  const voices = learnVoices(root);
  const readers = [0.92, 1, 1.08].map((rate) => createReader(Math.round(rate * SAMPLE_RATE)));
  const songReader = createReader(SAMPLE_RATE);
  const length = LEARN_SECONDS * SAMPLE_RATE;
  const talk = (random: Random) => {
    const reader = pick(readers, random);
    // Of each voice some files, so that few need to be read.
    return speak(pick(voices, random).slice(0, 25), {
      length,
      sampleRate: SAMPLE_RATE,
      random,
      read: reader,
    });
  };
  let crowded = false;
  const crowds: string[] = [];
  const crowd = (random: Random) => {
    crowded = true;
    const out = new Float32Array(length);
    const many = 1 + Math.floor(8 * random.uniform() ** 1.3);
    for (let i = 0; i < many; i++) talk(random).forEach((x, k) => (out[k] = out[k]! + x));
    return out;
  };
  const background = (random: Random, seed: number): Float32Array => {
    const kind = random.uniform();
    if (kind < 0.2) return crowd(random);
    if (kind < 0.32) {
      const song = songReader(path.join(pick(LEARN_SONGS, random), "song.ogg"));
      const start = Math.floor(random.uniform() * (song.length - length));
      return song.slice(start, start + length);
    }
    return makeNoiseOf(pick(MADE_NOISES, random), seed, length, SAMPLE_RATE);
  };
  for (let i = from; i < until; i++) {
    const random = createRandom(100_000 + i);
    crowded = false;
    const noise = leveled(background(random, 3 * i));
    // Nothing fell or rang in these seconds.
    if (noise.every((x) => x === 0)) continue;
    if (random.uniform() < 0.3) {
      const other = leveled(background(random, 3 * i + 1));
      const part = random.uniform();
      for (let k = 0; k < length; k++) noise[k] = noise[k]! + part * other[k]!;
    }
    const tilt = 0.7 * random.uniform() - 0.2;
    const raw = talk(random);
    const speech = raw.map((x, k) => x - tilt * (raw[k - 1] ?? 0));
    const level = 10 ** ((22 * random.uniform() - 14) / 20);
    const drawn = random.uniform();
    const snr = drawn < 0.85 ? 18 * random.uniform() - 4 : 14 + 26 * random.uniform();
    const input = mix(speech, noise, snr);
    const silent = drawn > 0.97;
    const target = speech.map((x) => (silent ? 0 : level * x));
    if (crowded) crowds.push(`learn-${i}`);
    keep(
      `learn-${i}`,
      target,
      input.map((x, k) => level * (silent ? x - speech[k]! : x)),
    );
  }
  // Those with other voices, which the files' names do not tell.
  writeFileSync(path.join(folder!, `crowds-${from}.json`), JSON.stringify(crowds));
}

/** A voice other than these, drawn. */
const otherThan = (voices: readonly number[], count: number, random: Random): number => {
  const left = Array.from({ length: count }, (_, i) => i).filter((i) => !voices.includes(i));
  return pick(left, random);
};

/**
 * What the guard is fitted on: one or two other voices beside the speaker, and some noise beneath a part of
 * them; or, where `turns` says so, two who speak in turn, both of them wanted, in noise.
 */
function voices(turns: boolean, from: number, until: number): void {
  const all = learnVoices(root).map((files) => files.slice(0, 25));
  const readers = [0.85, 0.92, 1, 1.08, 1.18].map((rate) =>
    createReader(Math.round(rate * SAMPLE_RATE)),
  );
  const length = LEARN_SECONDS * SAMPLE_RATE;
  for (let i = from; i < until; i++) {
    const random = createRandom((turns ? 400_000 : 300_000) + i);
    const talk = (voice: number) =>
      speak(all[voice]!, { length, sampleRate: SAMPLE_RATE, random, read: pick(readers, random) });
    const named = [Math.floor(random.uniform() * all.length)];
    const speech = talk(named[0]!);
    const noise = new Float32Array(length);
    const count = !turns && random.uniform() < 0.3 ? 2 : 1;
    for (let other = 0; other < count; other++) {
      named.push(otherThan(named, all.length, random));
      talk(named.at(-1)!).forEach((x, k) => (noise[k] = noise[k]! + x));
    }
    const made = makeNoiseOf(pick(MADE_NOISES, random), i, length, SAMPLE_RATE);
    if (turns) {
      const middle = Math.floor((0.3 + 0.4 * random.uniform()) * length);
      speech.set(noise.subarray(middle), middle);
      noise.set(made);
    } else {
      const part = Math.max(0, 0.6 * random.uniform() - 0.3);
      const sum = leveled(noise);
      made.forEach((x, k) => (noise[k] = sum[k]! + part * x));
    }
    const snr = turns ? 22 * random.uniform() - 2 : 14 * random.uniform() - 2;
    // Nothing fell or rang in these seconds.
    if (noise.some((x) => x !== 0))
      keep(
        `${turns ? "turns" : "voices"}-${named.join("-")}-${i}`,
        speech,
        mix(speech, noise, snr),
      );
  }
}

const [from, until] = [Number(first), Number(first) + Number(count)];
if (set === "judge") judge();
else if (set === "voices" || set === "turns") voices(set === "turns", from, until);
else learn(from, until);
