import { createHash } from "node:crypto";
import type { Effect } from "#audio/effect.ts";
import { isFiniteAndAudible } from "#audio/nets/studio/verify-net.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { type EffectForm, isEffectForm } from "#core/models/forms.ts";
import { type EffectEngine, openEffectNet } from "../audio/nets/open-effect-net.ts";
import { studioThreads } from "../audio/studio/run-studio.ts";
import { createSpeedCache } from "../audio/studio/speed-cache.ts";
import type { Context } from "../command-kit/context.ts";
import { chooseModels } from "./choose-models.ts";
import { type OpenOptions, openModel } from "./open-model.ts";
import { loadRegistry } from "./registry.ts";

/** Files that a model processes at once, and the threads of each. */
function planEngineThreads(
  { kind }: EffectForm,
  atOnce: number,
): { readonly atOnce: number; readonly threads: number } {
  // Each copy of a large model would take gigabytes.
  if (kind === "mdx") return { atOnce: 1, threads: studioThreads() };
  // A frame of a spectrum is too little work for several threads.
  const isSingle = atOnce > 1 || kind === "spectral-stream";
  return { atOnce, threads: isSingle ? 1 : studioThreads() };
}

/**
 * The model that takes over a part of an effect. At its first use on a machine it has to process a
 * known sound.
 * @param atOnce files that would be processed at once by the built-in engine
 * @throws {ToolkitError} MODEL_UNKNOWN, MODEL_NO_EFFECT, MODEL_WRONG, and what `openModel` throws
 */
export async function findEffectEngine(
  context: Context,
  { id: effect, net }: Effect,
  {
    id,
    atOnce: builtInCount,
    ...options
  }: OpenOptions & { readonly id: string; readonly atOnce: number },
): Promise<{ readonly engine: EffectEngine; readonly atOnce: number }> {
  const [model] = chooseModels(loadRegistry(context.root, context.home), [id], () => false);
  const { form, task } = model!;
  if (net?.task !== task || !form || !isEffectForm(form))
    throw new ToolkitError("MODEL_NO_EFFECT", { id, task, effect });
  const { files, locked } = await openModel(context, model!, options);
  const { atOnce, threads } = planEngineThreads(form, builtInCount);
  const engine = { id, form, files, threads };
  const digests = locked.files.map(({ sha256 }) => sha256).join(" ");
  const digest = createHash("sha256").update(digests).digest("hex");
  const cache = createSpeedCache(context.env, digest);
  if (cache.read() === null) {
    options.log(`${id} processes a known sound first, once on this machine …\n`);
    cache.write(await testEngine(engine));
  }
  return { engine, atOnce };
}

/** @returns seconds @throws {ToolkitError} MODEL_WRONG */
async function testEngine(engine: EffectEngine): Promise<number> {
  const { measure, close } = await openEffectNet(engine);
  try {
    const start = performance.now();
    if (!isFiniteAndAudible(await measure()))
      throw new ToolkitError("MODEL_WRONG", { id: engine.id });
    return (performance.now() - start) / 1000;
  } finally {
    await close();
  }
}
