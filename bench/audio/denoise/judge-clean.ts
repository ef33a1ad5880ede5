// What the noise remover, the reverb remover and the enhancer leave of clean speech. See ../README.md.
//   node bench/audio/denoise/judge-clean.ts judge|fit [--levels]
// --levels: one voice in white noise and in that of a room, at −30 to −72 dBFS.
import path from "node:path";
import { parseArgs } from "node:util";
import denoise from "#audio/effects/denoise.ts";
import enhance from "#audio/effects/enhance.ts";
import reverb from "#audio/effects/reverb.ts";
import { createEstimateMixer } from "#audio/restoration/denoise-speech.ts";
import { createFullStep, createLowStep, loadSpeechNets } from "#audio/restoration/speech-nets.ts";
import { makeNoise, rms } from "../material.ts";
import { measureSiSdr } from "../metrics.ts";
import { createRandom } from "../random.ts";
import { createResources } from "../resources.ts";
import { runEffect } from "../run-effect.ts";
import { runMono } from "../score.ts";
import { cleanVoices } from "./clean-voices.ts";
import { createReader, installAll, speak } from "./voices.ts";

const SAMPLE_RATE = 48_000;
const SECONDS = 12;
/** Without what changes the sound on purpose; so soft that the limiter has no peaks to hold back. */
const REMOVAL_ONLY = { equalise: false, deess: false, target: -31 } as const;
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { levels: { type: "boolean", default: false } },
});
const set = positionals[0] === "fit" ? "fit" : "judge";
const root = path.resolve(import.meta.dirname, "../../..");
installAll((line) => void process.stderr.write(`${line}\n`));
const nets = await loadSpeechNets(createResources(root));
const format = { sampleRate: SAMPLE_RATE, channels: 1 };
const run = async (input: Float32Array) =>
  (await runEffect(denoise, {}, [input], { sampleRate: SAMPLE_RATE, root })).samples[0]!;

const voices = Object.entries(cleanVoices(root, set)).map(([name, files], i) => ({
  name,
  speech: speak(files, {
    length: SECONDS * SAMPLE_RATE,
    sampleRate: SAMPLE_RATE,
    random: createRandom(9000 + i),
    read: createReader(SAMPLE_RATE),
  }),
}));

async function showVoices(): Promise<void> {
  process.stdout.write(
    "| voice | noise: without the limit | with it | reverb | enhancer |\n|---|---|---|---|---|\n",
  );
  for (const { name, speech } of voices) {
    const steps = [createLowStep(nets), createFullStep(nets)] as const;
    const options = { sampleRate: SAMPLE_RATE, root };
    const results = [
      runMono(createEstimateMixer(1, format, { steps }), speech),
      await run(speech),
      (await runEffect(reverb, {}, [speech], options)).samples[0]!,
      (await runEffect(enhance, REMOVAL_ONLY, [speech], options)).samples[0]!,
    ];
    const cells = results.map((result) => measureSiSdr(result, speech).toFixed(1));
    process.stdout.write(`| ${[name, ...cells].join(" | ")} |\n`);
  }
}

async function showLevels(): Promise<void> {
  const { speech } = voices[0]!;
  process.stdout.write("| noise dBFS | white: input, output | room |\n|---|---|---|\n");
  for (let level = -30; level >= -72; level -= 3) {
    const cells = [];
    for (const kind of ["white", "room"] as const) {
      const noise = makeNoise(kind, speech.length, SAMPLE_RATE);
      const gain = 10 ** (level / 20) / rms(noise);
      const input = speech.map((x, i) => x + gain * noise[i]!);
      const ratios = [input, await run(input)].map((one) => measureSiSdr(one, speech).toFixed(1));
      cells.push(ratios.join(", "));
    }
    process.stdout.write(`| ${[level, ...cells].join(" | ")} |\n`);
  }
}

await (values.levels ? showLevels() : showVoices());
process.exit(0);
