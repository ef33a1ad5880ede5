import denoise from "#audio/effects/denoise.ts";
import { createRateAdapter, type FixedStep } from "#audio/restoration/rate-adapter.ts";
import { createFullStep, createLowStep, loadSpeechNets } from "#audio/restoration/speech-nets.ts";
import { filterWithFfmpeg, mix, NOISES } from "./material.ts";
import { createResources } from "./resources.ts";
import { runEffect } from "./run-effect.ts";
import { alignTo, runMono, scoreSpeech, showScore } from "./score.ts";
import type { Bench, Table } from "./table.ts";

/** Speech in noise: the input, this program, both of its nets alone, and filters of ffmpeg. */
export async function benchNoise({ material, sampleRate, dnsmos, root }: Bench): Promise<Table> {
  const { speech } = material;
  const nets = await loadSpeechNets(createResources(root));
  const alone = (step: FixedStep, input: Float32Array) =>
    runMono(createRateAdapter(step, sampleRate), input);
  const rows: string[][] = [];
  for (const noise of NOISES) {
    const background = material.makeNoise(noise);
    for (const snr of [0, 5, 10]) {
      const input = mix(speech, background, snr);
      const ours = await runEffect(denoise, {}, [input], { sampleRate, root });
      const filtered = (filter: string) =>
        alignTo(filterWithFfmpeg(input, sampleRate, filter), speech);
      const outputs = [
        input,
        ours.samples[0]!,
        alone(createLowStep(nets), input),
        alone(createFullStep(nets), input),
      ];
      const peers = [filtered("afftdn=nr=24:tn=1"), filtered("anlmdn=s=0.001")];
      const scores = [];
      for (const output of outputs)
        scores.push(await scoreSpeech(output, speech, sampleRate, dnsmos));
      // DNSMOS takes longer than all else, and these leave most of the noise.
      for (const peer of peers) scores.push(await scoreSpeech(peer, speech, sampleRate, null));
      rows.push([`${noise} ${snr} dB`, ...scores.map(showScore)]);
    }
  }
  return {
    title: "denoise: SI-SDR dB / STOI / DNSMOS",
    header: ["noise", "input", "ours", "DTLN", "RNNoise", "afftdn", "anlmdn"],
    rows,
  };
}
