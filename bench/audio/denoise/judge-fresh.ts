// The noise remover on voices and noises that no other program here uses. See ../README.md.
//   node bench/audio/denoise/judge-fresh.ts fit|judge [--before CHECKOUT] [--only TEXT] [--above HZ]
// --before: a checkout (git worktree) of what it is compared with, in the same run.
// --above: mixtures are compared above this frequency, since some voices were recorded with rumble.
import path from "node:path";
import { parseArgs } from "node:util";
import type { createSpeechDenoiser } from "#audio/restoration/denoise-speech.ts";
import { createRateAdapter } from "#audio/restoration/rate-adapter.ts";
import { createFullStep, createLowStep, loadSpeechNets } from "#audio/restoration/speech-nets.ts";
import { installMaterial, mix } from "../material.ts";
import { measureSiSdr, measureStoi } from "../metrics.ts";
import { createRandom } from "../random.ts";
import { createResources } from "../resources.ts";
import { resample, runMono } from "../score.ts";
import { FRESH_NOISES, makeFreshNoise } from "./fresh-noises.ts";
import { freshVoices, VOICE_PACKAGES } from "./fresh-voices.ts";
import { createReader, PACKAGES, speak } from "./voices.ts";

const SAMPLE_RATE = 48_000;
const LENGTH = 7 * SAMPLE_RATE;
const MIXTURE_VOICES = 6;
/** A frame of 20 ms is of speech from this level beside the mean on. */
const SPEECH_DB = -15;
const FRAME = 0.02 * SAMPLE_RATE;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    before: { type: "string" },
    only: { type: "string", default: "" },
    above: { type: "string" },
  },
});
const set = positionals[0] === "judge" ? "judge" : "fit";
const root = path.resolve(import.meta.dirname, "../../..");
const { "sonic-pi-samples": loops, "bucklespring-data": keys } = PACKAGES;
installMaterial((line) => void process.stderr.write(`${line}\n`), {
  ...VOICE_PACKAGES,
  "sonic-pi-samples": loops,
  "bucklespring-data": keys,
});

/** One channel, 48 kHz. */
type Run = (input: Float32Array) => Float32Array;

async function openDenoiser(checkout: string): Promise<Run> {
  const load = (file: string) => import(path.join(checkout, "audio/restoration", file));
  const speechNets = (await load("speech-nets.ts")) as { loadSpeechNets: typeof loadSpeechNets };
  const denoiser = (await load("denoise-speech.ts")) as {
    createSpeechDenoiser: typeof createSpeechDenoiser;
  };
  const nets = await speechNets.loadSpeechNets(createResources(checkout));
  const format = { sampleRate: SAMPLE_RATE, channels: 1 };
  return (input) => runMono(denoiser.createSpeechDenoiser(1, format, nets), input);
}

const nets = await loadSpeechNets(createResources(root));
const versions = [
  ...(values.before ? [await openDenoiser(path.resolve(values.before))] : []),
  await openDenoiser(root),
];
const alone: readonly Run[] = [createLowStep, createFullStep].map(
  (createStep) => (input) => runMono(createRateAdapter(createStep(nets), SAMPLE_RATE), input),
);
const read = createReader(SAMPLE_RATE);
const voices = freshVoices(set);
const seedOf = (...numbers: readonly number[]): number =>
  numbers.reduce((seed, x) => 37 * seed + x, set === "fit" ? 3 : 5);
const speechOf = (voice: number) =>
  speak(voices[voice]![1], {
    length: LENGTH,
    sampleRate: SAMPLE_RATE,
    random: createRandom(seedOf(voice)),
    read,
  });
const show = (...cells: readonly string[]): void =>
  void process.stdout.write(`| ${cells.join(" | ")} |\n`);
const head = (...cells: readonly string[]): void => {
  show(...cells);
  show(...cells.map(() => "---"));
};

/** Share in percent of the frames of speech that lose over 10 dB. */
function lostFrames(result: Float32Array, speech: Float32Array): number {
  const powerAt = (samples: Float32Array, at: number) =>
    samples.subarray(at, at + FRAME).reduce((sum, x) => sum + x * x, 0) / FRAME;
  const mean = speech.reduce((sum, x) => sum + x * x, 0) / speech.length;
  let [frames, lost] = [0, 0];
  for (let at = 0; at + FRAME <= speech.length; at += FRAME) {
    const power = powerAt(speech, at);
    if (power < mean * 10 ** (SPEECH_DB / 10)) continue;
    frames++;
    if (powerAt(result, at) < 0.1 * power) lost++;
  }
  return (100 * lost) / frames;
}

function showClean(): void {
  head("voice", ...(values.before ? ["before"] : []), "now", "frames that lose over 10 dB");
  const below = versions.map(() => 0);
  for (const [v, [name]] of voices.entries()) {
    if (!`clean ${name}`.includes(values.only)) continue;
    const speech = speechOf(v);
    const results = versions.map((run) => run(speech));
    const ratios = results.map((result) => measureSiSdr(result, speech));
    for (const [i, ratio] of ratios.entries()) if (ratio < 35) below[i]!++;
    const lost = results.map((result) => `${lostFrames(result, speech).toFixed(1)} %`).join(", ");
    show(name, ...ratios.map((ratio) => ratio.toFixed(1)), lost);
  }
  show("below 35 dB", ...below.map(String), "");
}

interface Mixture {
  readonly siSdr: readonly number[];
  readonly stoi: readonly number[];
}

/** Four high-pass filters of one pole each. */
function highPass(samples: Float32Array, frequency: number): Float32Array {
  const factor = 1 - Math.exp((-2 * Math.PI * frequency) / SAMPLE_RATE);
  let filtered = samples;
  for (let pole = 0; pole < 4; pole++) {
    let low = 0;
    filtered = filtered.map((x) => x - (low += factor * (x - low)));
  }
  return filtered;
}
const compared = (samples: Float32Array): Float32Array =>
  values.above === undefined ? samples : highPass(samples, Number(values.above));

function judgeMixture(speech: Float32Array, input: Float32Array): Mixture {
  const results = [input, ...[...alone, ...versions].map((run) => run(input))];
  const at = (samples: Float32Array) => resample(samples, SAMPLE_RATE, 10_000);
  const target = at(speech);
  return {
    siSdr: results.map((result) => measureSiSdr(compared(result), compared(speech))),
    stoi: results.map((result) => measureStoi(at(result), target)),
  };
}

const mean = (list: readonly number[]) => list.reduce((sum, x) => sum + x, 0) / list.length;

/** Means, worst beside the better net, and how many are below the input. */
function showGroup(name: string, rows: readonly Mixture[]): void {
  const means = Array.from({ length: 3 + versions.length }, (_, i) =>
    mean(rows.map(({ siSdr }) => siSdr[i]!)).toFixed(2),
  );
  const cells = versions.map((_, version) => {
    const overNets = rows.map(({ siSdr }) => siSdr[3 + version]! - Math.max(siSdr[1]!, siSdr[2]!));
    const gains = rows.map(({ siSdr }) => siSdr[3 + version]! - siSdr[0]!);
    const stoi = mean(rows.map((row) => row.stoi[3 + version]!));
    const below = gains.filter((gain) => gain < 0).length;
    return `${Math.min(...overNets).toFixed(2)} · ${below}, ${Math.min(...gains).toFixed(2)} · ${stoi.toFixed(3)}`;
  });
  show(name, ...means, ...cells);
}

function showMixtures(): void {
  head(
    "noise",
    "input",
    "DTLN",
    "RNNoise",
    ...(values.before ? ["before"] : []),
    "now",
    ...versions.map(() => "worst beside the nets · below the input, worst · STOI"),
  );
  const all: Mixture[] = [];
  for (const [n, noise] of FRESH_NOISES.entries()) {
    if (!noise.includes(values.only)) continue;
    const rows: Mixture[] = [];
    for (let i = 0; i < MIXTURE_VOICES; i++) {
      // Another third of the voices in each noise.
      const v = (3 * i + n) % voices.length;
      const speech = speechOf(v);
      const background = makeFreshNoise(noise, set, {
        seed: seedOf(v, n),
        length: LENGTH,
        sampleRate: SAMPLE_RATE,
        others: voices.filter((_, other) => other !== v).map(([, files]) => files),
        read,
      });
      rows.push(judgeMixture(speech, mix(speech, background, [0, 5, 10][i % 3]!)));
    }
    showGroup(noise, rows);
    all.push(...rows);
  }
  if (all.length > 0) showGroup("all", all);
}

if ("clean".includes(values.only) || values.only.startsWith("clean")) showClean();
if (!values.only.startsWith("clean")) showMixtures();
process.exit(0);
