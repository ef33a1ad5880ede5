import { InferenceError } from "#audio/nets/inference/inference-error.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import type { ModelLock } from "#core/models/lock.ts";
import type { Model } from "#core/models/models.ts";
import type { Config } from "#core/site/config.ts";
import { studioThreads } from "../../audio/studio/run-studio.ts";
import { loadConfig } from "../../build/load/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { inferenceModelOf } from "../../inference/inference-model.ts";
import { openEndpoint } from "../../inference/open-endpoint.ts";
import { proveModel } from "../../inference/prove-model.ts";
import type { ModelCheck } from "../../models/check/model-check.ts";
import { checkModel } from "../../models/check/check-model.ts";
import { chooseModels, folderOf } from "../../models/choose-models.ts";
import { modelFiles } from "../../models/model-files.ts";
import { loadLock, loadRegistry } from "../../models/registry.ts";

interface CheckInput {
  readonly ids: readonly string[];
  readonly out?: string;
  readonly json?: boolean;
  readonly endpoint?: string;
}

/** Access to a server that the configuration does not name. */
const UNCONFIGURED = { seconds: 60, tokenVariable: null };

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
  const { ids, out, json, endpoint } = input as CheckInput;
  const lock = loadLock(context.root, context.home);
  const config = await loadConfig(context.root);
  const folder = folderOf(context.root, out, config);
  const models = chooseModels(loadRegistry(context.root, context.home), ids, () => false);
  if (endpoint !== undefined)
    return await proveModels(context, { models, lock, folder, config, endpoint, json });
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

interface ProveInput {
  readonly models: readonly Model[];
  readonly lock: ModelLock;
  readonly folder: string;
  readonly config: Config;
  readonly endpoint: string;
  readonly json: boolean | undefined;
}

/** `toolkit models check --endpoint` */
async function proveModels(
  context: Context,
  { models, lock, folder, config, endpoint: given, json }: ProveInput,
): Promise<ExitCode> {
  const url = given.replace(/(?<!\/)\/+$/, "");
  const server = config.jobs.inference.find((one) => one.url === url);
  const endpoint = openEndpoint(server ?? { ...UNCONFIGURED, url }, context.env);
  const { signal } = context;
  const results: object[] = [];
  for (const model of models) {
    const { id } = model;
    const provable = inferenceModelOf(model);
    const { files } = await modelFiles(model, lock, folder);
    if (!json) context.log(`${id}: this takes up to a minute …\n`);
    try {
      const proof = { endpoint, model: provable, files, threads: studioThreads(), signal };
      const difference = await proveModel(proof);
      // JSON has no infinite numbers.
      const decibels = Number.isFinite(difference) ? difference : null;
      results.push({ id, endpoint: url, passed: true, difference: decibels });
      const found = decibels === null ? "no difference" : `${decibels.toFixed(0)} dB`;
      if (!json) context.print(`${id} on ${url}: works (${found} from this machine)\n`);
    } catch (error) {
      if (!(error instanceof InferenceError)) throw error;
      const { fault, message } = error;
      results.push({ id, endpoint: url, passed: false, fault, message });
      if (!json) context.print(`${id} on ${url}: does not work. ${message}.\n`);
    }
  }
  const ok = results.every((one) => "passed" in one && one.passed === true);
  if (json) context.print(`${JSON.stringify({ ok, results })}\n`);
  return ok ? 0 : 1;
}
