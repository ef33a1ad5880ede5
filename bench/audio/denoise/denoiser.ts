import path from "node:path";
import denoise from "#audio/effects/denoise.ts";
import { denoiseWithNet } from "#audio/restoration/denoise-with-net.ts";
import { loadSpeechNets } from "#audio/restoration/speech-nets.ts";
import { joinBlocks } from "#audio/signal/blocks.ts";
import { openEffectNet } from "#cli/audio/nets/open-effect-net.ts";
import { loadRegistry } from "#cli/models/registry.ts";
import { isEffectForm } from "#core/models/forms.ts";
import { createResources } from "../resources.ts";
import { runEffect } from "../run-effect.ts";

/** Denoises one channel at full strength. */
type Denoiser = (samples: Float32Array) => Promise<Float32Array>;

/**
 * @param engine id of a model; undefined for the built-in engine
 * @param folder of the models
 */
export async function openDenoiser(
  root: string,
  sampleRate: number,
  { engine, folder }: { readonly engine?: string | undefined; readonly folder: string },
): Promise<Denoiser> {
  if (engine === undefined)
    return async (samples) =>
      (await runEffect(denoise, {}, [samples], { sampleRate, root })).samples[0]!;
  const model = loadRegistry(root, root).find(({ id }) => id === engine);
  if (!model?.form || !isEffectForm(model.form)) throw new TypeError(`${engine} does not denoise`);
  const files = model.files.map(({ role, path: file }) => [role, path.join(folder, file)]);
  const { net } = await openEffectNet({
    form: model.form,
    files: Object.fromEntries(files) as Record<string, string>,
    threads: 1,
  });
  const nets = await loadSpeechNets(createResources(root));
  const format = { sampleRate, channels: 1 };
  return async (samples) => {
    async function* blocks() {
      for (let at = 0; at < samples.length; at += 16_384) yield [samples.subarray(at, at + 16_384)];
    }
    const parts = [];
    for await (const part of denoiseWithNet(blocks(), net, { strength: 1, format, nets }))
      parts.push(part.map((channel) => channel.slice()));
    return joinBlocks(parts, 1)[0]!;
  };
}
