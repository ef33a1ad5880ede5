// What is rebuilt of clipped speech, beside ffmpeg's `adeclip`. See ../README.md.
//   node bench/audio/declip/judge.ts [--voices 21] [--seconds 6]
import { execFileSync } from "node:child_process";
import path from "node:path";
import { parseArgs } from "node:util";
import declip from "#audio/effects/declip.ts";
import { createReader, speak } from "../denoise/voices.ts";
import { installMaterial } from "../material.ts";
import { createRandom } from "../random.ts";
import { dryVoices, VOICE_PACKAGES } from "../reverb/dry-voices.ts";
import { runEffect } from "../run-effect.ts";

const RATE = 44_100;
const root = path.resolve(import.meta.dirname, "../../..");
const { values } = parseArgs({
  options: {
    voices: { type: "string", default: "21" },
    seconds: { type: "string", default: "6" },
  },
});
installMaterial((line) => void process.stderr.write(`${line}\n`), VOICE_PACKAGES);
const read = createReader(RATE);
const voices = dryVoices("judge").slice(0, Number(values.voices));
const SECONDS = Number(values.seconds);

/** Signal-to-distortion ratio in dB; a gain of the estimate does not count. */
function sdr(truth: Float32Array, estimate: Float32Array): number {
  let [product, power] = [0, 0];
  for (const [i, one] of truth.entries()) {
    product += one * (estimate[i] ?? 0);
    power += (estimate[i] ?? 0) ** 2;
  }
  const gain = product / Math.max(power, 1e-20);
  let [signal, error] = [0, 0];
  for (const [i, one] of truth.entries()) {
    signal += one ** 2;
    error += (one - gain * (estimate[i] ?? 0)) ** 2;
  }
  return 10 * Math.log10(signal / Math.max(error, 1e-20));
}
const clip = (samples: Float32Array, level: number): Float32Array =>
  samples.map((one) => Math.max(-level, Math.min(level, one)));

/** The sound clipped so that its SDR is as given, as other programs define degrees of clipping. */
function clipTo(samples: Float32Array, decibels: number): Float32Array {
  let [low, high] = [1e-4, 1];
  for (let round = 0; round < 40; round++) {
    const middle = Math.sqrt(low * high);
    if (sdrPlain(samples, clip(samples, middle)) > decibels) high = middle;
    else low = middle;
  }
  return clip(samples, high);
}
function sdrPlain(truth: Float32Array, estimate: Float32Array): number {
  let [signal, error] = [0, 0];
  for (const [i, one] of truth.entries()) {
    signal += one ** 2;
    error += (one - estimate[i]!) ** 2;
  }
  return 10 * Math.log10(signal / Math.max(error, 1e-20));
}

const RAW = ["-f", "f32le", "-ar", String(RATE), "-ac", "1"];
const pipe = (args: readonly string[], input: Float32Array | Buffer): Buffer =>
  execFileSync("ffmpeg", ["-v", "error", ...args], {
    input: input instanceof Buffer ? input : Buffer.from(input.buffer, 0, input.byteLength),
    maxBuffer: 2 ** 30,
  });
const samplesOf = (bytes: Buffer): Float32Array =>
  new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
const through = (input: Float32Array, format: readonly string[]): Float32Array =>
  samplesOf(
    pipe(["-i", "-", ...RAW, "-"], pipe([...RAW, "-i", "-", ...format, "-"], input)),
  ).subarray(0, input.length);
const adeclip = (input: Float32Array): Float32Array =>
  samplesOf(pipe([...RAW, "-i", "-", "-af", "adeclip", ...RAW, "-"], input));

/** What happens to a clipped sound before it is repaired. */
const KINDS: Readonly<Record<string, (clipped: Float32Array) => Float32Array>> = {
  "as it is": (clipped) => clipped,
  "16 bits, −6 dB": (clipped) => clipped.map((one) => Math.round(16_384 * one) / 32_768),
  "8 bits": (clipped) => clipped.map((one) => Math.round(127 * one) / 128),
  "MP3, 128 kbit/s": (clipped) =>
    through(clipped, ["-c:a", "libmp3lame", "-b:a", "128k", "-f", "mp3"]),
  "AAC, 128 kbit/s": (clipped) => through(clipped, ["-c:a", "aac", "-b:a", "128k", "-f", "adts"]),
  "Opus, 96 kbit/s": (clipped) => through(clipped, ["-c:a", "libopus", "-b:a", "96k", "-f", "ogg"]),
};
const CODED = /kbit/;
/** Delay of a codec in samples, by which the truth is moved. */
function delayOf(truth: Float32Array, coded: Float32Array): number {
  let [best, delay] = [-Infinity, 0];
  for (let lag = 0; lag < 4096; lag++) {
    let sum = 0;
    for (let i = 0; i < truth.length; i++) sum += truth[i]! * (coded[i + lag] ?? 0);
    if (sum > best) [best, delay] = [sum, lag];
  }
  return delay;
}

const mean = (list: readonly number[]): string =>
  (list.reduce((sum, one) => sum + one, 0) / Math.max(1, list.length)).toFixed(1);
const speech = voices.map(([, voice], v) => {
  const random = createRandom(1700 + v);
  const samples = speak(voice, { length: SECONDS * RATE, sampleRate: RATE, random, read });
  const peak = samples.reduce((max, one) => Math.max(max, Math.abs(one)), 0);
  return samples.map((one) => (0.9 * one) / peak);
});

process.stdout.write(
  "| clipped to | kind | clipped | declip | adeclip | worst of declip | found in |\n",
);
process.stdout.write("|---|---|---|---|---|---|---|\n");
let cpu = 0;
for (const degree of [5, 10, 15])
  for (const [kind, treat] of Object.entries(KINDS)) {
    const rows: { before: number; ours: number; theirs: number; found: boolean }[] = [];
    for (const truth of speech) {
      const input = treat(clipTo(truth, degree));
      const delay = CODED.test(kind) ? delayOf(truth, input) : 0;
      const moved = Float32Array.from({ length: truth.length }, (_, i) => input[i + delay] ?? 0);
      const run = await runEffect(declip, {}, [moved], { sampleRate: RATE, root });
      cpu += run.seconds / SECONDS;
      const before = sdr(truth, moved);
      const ours = sdr(truth, run.samples[0]!);
      const theirs = sdr(truth, adeclip(moved));
      rows.push({ before, ours, theirs, found: run.findings!.changes! > 0 });
    }
    const row = [
      `${degree} dB`,
      kind,
      mean(rows.map(({ before }) => before)),
      mean(rows.map(({ ours }) => ours)),
      mean(rows.map(({ theirs }) => theirs)),
      Math.min(...rows.map(({ ours, before }) => ours - before)).toFixed(1),
      `${rows.filter(({ found }) => found).length} of ${rows.length}`,
    ];
    process.stdout.write(`| ${row.join(" | ")} |\n`);
  }
const runs = speech.length * 3 * Object.keys(KINDS).length;
process.stdout.write(`\nCPU: ${(cpu / runs).toFixed(2)} s a second of sound\n`);
let falsely = 0;
for (const truth of speech) {
  const run = await runEffect(declip, {}, [truth], { sampleRate: RATE, root });
  if (run.findings!.changes! > 0) falsely++;
}
process.stdout.write(`Found in voices that are not clipped: ${falsely} of ${speech.length}\n`);
