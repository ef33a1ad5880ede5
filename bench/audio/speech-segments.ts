// What the recognizer of speech receives of recordings with music and noise between sentences,
// without and with voice activity: see README.md.
//   node bench/audio/speech-segments.ts
import path from "node:path";
import { splitSpeech } from "#audio/nets/studio/split-speech.ts";
import { createResources } from "#cli/audio/effects/resources.ts";
import { JUDGED_NOISES, makeJudgedNoise } from "./denoise/judged-noises.ts";
import { createReader, judgedVoices } from "./denoise/voices.ts";
import { levelsOf } from "./pauses.ts";
import { createRandom } from "./random.ts";
import { rms, scaled } from "./material.ts";

const RATE = 16_000;
const SECONDS = 40;
/** Seconds between two sentences. */
const GAPS = [3, 12] as const;
/** Level of a speaking voice below its loudest 10 ms, as a factor. */
const SOFTEST = 10 ** (-35 / 20);
/** Noises that are people who speak. */
const SPOKEN: readonly string[] = ["babble", "speaker"];

const root = path.resolve(import.meta.dirname, "../..");
const activity = await createResources(root).bytes("silero.f16");
const read = createReader(RATE);

/** Sentences with gaps between them, and marks of speech in units of 10 ms. */
function speakWithGaps(files: readonly string[], seed: number) {
  const random = createRandom(seed);
  const speech = new Float32Array(SECONDS * RATE);
  for (let at = 0; ;) {
    const gap = GAPS[0] + (GAPS[1] - GAPS[0]) * random.uniform();
    const file = read(files[Math.floor(random.uniform() * files.length)]!).slice(0, 8 * RATE);
    at += Math.round(gap * RATE);
    if (at + file.length >= speech.length) break;
    if (rms(file) > 0) speech.set(scaled(file, 10 ** (-23 / 20) / rms(file)), at);
    at += file.length;
  }
  const levels = levelsOf(speech, RATE);
  const loudest = levels.reduce((max, level) => Math.max(max, level), 0);
  return { speech, active: Array.from(levels, (level) => level > SOFTEST * loudest) };
}

/** Marks of what is sent to the recognizer, in units of 10 ms. */
async function sentOf(samples: Float32Array, weights: ArrayBuffer | null, length: number) {
  const sent = Array.from({ length }, () => false);
  async function* blocks() {
    for (let at = 0; at < samples.length; at += 4096) yield [samples.subarray(at, at + 4096)];
  }
  for await (const segment of splitSpeech(blocks(), RATE, weights)) {
    const from = Math.round(100 * segment.start);
    sent.fill(true, from, from + Math.ceil((100 * segment.samples.length) / RATE));
  }
  return sent;
}

interface Sums {
  speech: number;
  silence: number;
  readonly lost: number[];
  readonly idle: number[];
}
const sums = new Map<string, Sums>();
for (const [voice, files] of Object.entries(judgedVoices(root)))
  for (const [at, noise] of JUDGED_NOISES.entries()) {
    if (SPOKEN.includes(noise)) continue;
    const seed = 100 * at + voice.length;
    const { speech, active } = speakWithGaps(files, seed);
    const target = { length: speech.length, sampleRate: RATE, random: createRandom(seed + 7) };
    const made = makeJudgedNoise(noise, target);
    const loudness = Math.sqrt(
      speech.reduce((sum, value) => sum + value ** 2, 0) /
        Math.max(1, (RATE / 100) * active.filter(Boolean).length),
    );
    for (const snr of [10, 0]) {
      const factor = loudness / rms(made) / 10 ** (snr / 20);
      const input = speech.map((value, i) => value + factor * made[i]!);
      const engines = [
        await sentOf(input, null, active.length),
        await sentOf(input, activity, active.length),
      ];
      for (const key of [noise, `all at ${snr} dB`]) {
        const sum = sums.get(key) ?? { speech: 0, silence: 0, lost: [0, 0], idle: [0, 0] };
        sums.set(key, sum);
        for (const [i, isActive] of active.entries()) {
          if (isActive) sum.speech++;
          else sum.silence++;
          for (const [engine, sent] of engines.entries()) {
            if (isActive && !sent[i]) sum.lost[engine]!++;
            if (!isActive && sent[i]) sum.idle[engine]!++;
          }
        }
      }
    }
  }
const percent = (part: number, whole: number, digits: number): string =>
  `${((100 * part) / Math.max(1, whole)).toFixed(digits)} %`;
process.stdout.write(
  "| noise | levels: idle sent, speech lost | with voice activity |\n|---|---|---|\n",
);
for (const [key, { speech, silence, lost, idle }] of sums) {
  const cells = [0, 1].map(
    (engine) => `${percent(idle[engine]!, silence, 1)}, ${percent(lost[engine]!, speech, 2)}`,
  );
  process.stdout.write(`| ${[key, ...cells].join(" | ")} |\n`);
}
process.exit(0);
