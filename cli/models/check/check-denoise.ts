import type { Block } from "#audio/effect.ts";
import { denoiseWithNet } from "#audio/restoration/denoise-with-net.ts";
import { loadSpeechNets } from "#audio/restoration/speech-nets.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import type { DenoiseForm } from "#core/models/forms.ts";
import { createResources } from "../../audio/effects/resources.ts";
import { openEffectNet } from "../../audio/nets/open-effect-net.ts";
import { studioThreads } from "../../audio/studio/run-studio.ts";
import { readSpeech, siSdr, SPEECH, whiteNoise } from "./material.ts";
import type { CheckOptions, ModelCheck } from "./model-check.ts";

/** dB of the noise under the speech, and by how much more of it has to go. */
const NOISE = 5;
const LEAST_GAIN = 2;

export async function checkDenoise(form: DenoiseForm, options: CheckOptions): Promise<ModelCheck> {
  const { home, files, signal } = options;
  const sampleRate = 48_000;
  const [speech] = await readSpeech(home, sampleRate);
  const noise = whiteNoise(speech!.length);
  const powerOf = (samples: Float32Array) => samples.reduce((sum, x) => sum + x * x, 0);
  const scale = Math.sqrt(powerOf(speech!) / powerOf(noise) / 10 ** (NOISE / 10));
  const noisy = speech!.map((x, at) => x + scale * noise[at]!);
  const nets = await loadSpeechNets(createResources(home));
  const denoiser = await openEffectNet({ form, files, threads: studioThreads() });
  try {
    const start = performance.now();
    const parts: Block[] = [];
    const format = { sampleRate, channels: 1 };
    async function* once(): AsyncGenerator<Block> {
      signal.throwIfAborted();
      yield [noisy];
    }
    for await (const part of denoiseWithNet(once(), denoiser.net, { strength: 1, format, nets }))
      parts.push(part.map((samples) => samples.slice()));
    const seconds = (performance.now() - start) / 1000;
    const value = siSdr(joinBlocks(parts, 1), [speech!]) - siSdr([noisy], [speech!]);
    return {
      measure: "si-sdr",
      value,
      limit: LEAST_GAIN,
      passed: value >= LEAST_GAIN,
      on: `${SPEECH} with white noise ${NOISE} dB under it: more than before`,
      realTime: noisy.length / sampleRate / seconds,
    };
  } finally {
    await denoiser.close();
  }
}
