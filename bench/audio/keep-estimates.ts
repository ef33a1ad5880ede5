// Keeps what both nets make of speech in noise, for trials of how they are mixed. See README.md.
//   node bench/audio/keep-estimates.ts FOLDER judge|choose|learn
// Writes floats of 48 kHz, one channel: NAME-speech, and of each mixture NAME-NOISE-SNR-in, -low, -full.
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createRateAdapter, type FixedStep } from "#audio/restoration/rate-adapter.ts";
import { createFullStep, createLowStep, loadSpeechNets } from "#audio/restoration/speech-nets.ts";
import { installMaterial, mix, NOISES } from "./material.ts";
import { CHOICE_PACKAGES, loadChoice, loadJudgement, type NetMaterial } from "./net-material.ts";
import { createResources } from "./resources.ts";
import { runMono } from "./score.ts";

const SAMPLE_RATE = 48_000;
/** Kinds of noise by which weights are found: of each as much as of the others. */
const VARIANTS = [1, 2, 3] as const;

const [folder, set] = process.argv.slice(2);
if (!folder || !set) throw new Error("keep-estimates FOLDER judge|choose|learn");
const root = path.resolve(import.meta.dirname, "../..");
const log = (line: string) => void process.stderr.write(`${line}\n`);
const nets = await loadSpeechNets(createResources(root));
mkdirSync(folder, { recursive: true });

function keep(name: string, material: NetMaterial, ratios: readonly number[]): void {
  const save = (part: string, samples: Float32Array) =>
    writeFileSync(path.join(folder!, `${name}-${part}.f32`), samples);
  save("speech", material.speech);
  for (const noise of NOISES) {
    const background = material.makeNoise(noise);
    for (const snr of ratios) {
      const input = mix(material.speech, background, snr);
      const alone = (step: FixedStep) => runMono(createRateAdapter(step, SAMPLE_RATE), input);
      save(`${noise}-${snr}-in`, input);
      save(`${noise}-${snr}-low`, alone(createLowStep(nets)));
      save(`${noise}-${snr}-full`, alone(createFullStep(nets)));
      log(`${name} ${noise} ${snr} dB`);
    }
  }
}

installMaterial(log);
if (set !== "judge") installMaterial(log, CHOICE_PACKAGES);
if (set === "judge") keep(set, loadJudgement(SAMPLE_RATE, root), [0, 5, 10]);
if (set === "choose") keep(set, loadChoice(SAMPLE_RATE, root), [0, 5, 10]);
if (set === "learn")
  for (const variant of VARIANTS)
    keep(`${set}${variant}`, loadChoice(SAMPLE_RATE, root, variant), [-3, 2, 7, 13]);
