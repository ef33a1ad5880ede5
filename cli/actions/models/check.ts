import { ToolkitError } from "#core/errors/errors.ts";
import type { Model } from "#core/models/models.ts";
import { loadConfig } from "../../build/load/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import type { ModelCheck } from "../../models/check/model-check.ts";
import { checkModel } from "../../models/check/check-model.ts";
import { chooseModels, folderOf } from "../../models/choose-models.ts";
import { modelFiles } from "../../models/model-files.ts";
import { loadLock, loadRegistry } from "../../models/registry.ts";

interface CheckInput {
  readonly ids: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
}

const UNITS = {
  wer: "% of the words wrong",
  "si-sdr": "dB SI-SDR",
  pace: "seconds a word, each of them heard",
  frames: "% of the frames right",
  distance: "farther is another voice than the same one",
} as const;

/** Published results of a model with the same or a similar metric. */
const publishedOf = ({ quality }: Model): string =>
  quality.map(({ measure, value, on }) => `${measure} ${value} on ${on}`).join("; ") || "nothing";

function line(model: Model, found: ModelCheck): string {
  const { value, measure, limit, passed, on, realTime } = found;
  const verdict = passed ? "works" : `does not work: ${limit} ${UNITS[measure]} were expected`;
  return `${model.id}: ${verdict}
  ${value.toFixed(1)} ${UNITS[measure]}, on ${on}
  published: ${publishedOf(model)}
  ${realTime.toFixed(2)} × real time
`;
}

/** `toolkit models check` */
export async function checkModels(context: Context, input: object): Promise<ExitCode> {
  const { ids, out, json } = input as CheckInput;
  const lock = loadLock(context.root, context.home);
  const folder = folderOf(context.root, out, await loadConfig(context.root));
  const models = chooseModels(loadRegistry(context.root, context.home), ids, () => false);
  const results: (ModelCheck & { readonly id: string })[] = [];
  for (const model of models) {
    const { id, form } = model;
    if (!lock.models[id]) throw new ToolkitError("MODEL_UNCHECKED", { id });
    if (!form) throw new ToolkitError("MODEL_NO_CHECK", { id });
    const { files } = await modelFiles(model, lock, folder);
    if (!json) context.log(`${id}: this takes up to a minute …\n`);
    const found = await checkModel(form, { home: context.home, files, signal: context.signal });
    results.push({ id, ...found });
    if (!json) context.print(line(model, found));
  }
  const ok = results.every(({ passed }) => passed);
  if (json) context.print(`${JSON.stringify({ ok, results })}\n`);
  return ok ? 0 : 1;
}
