import path from "node:path";
import type { Problem } from "../../core/errors/errors.ts";
import { problem, ToolkitError } from "../../core/errors/errors.ts";
import type { Model, ModelFile } from "../../core/models/models.ts";
import { mostSimilar } from "../../core/errors/similar.ts";
import { createProgressBar } from "../audio/progress-bar.ts";
import { loadConfig } from "../build/load/config.ts";
import type { Context } from "../command-kit/context.ts";
import { pullFile } from "../models/pull-file.ts";
import { loadRegistry } from "../models/registry.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import { renderTable } from "../command-kit/render-table.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

/** `toolkit models list` */
export async function listModels(context: Context, input: object): Promise<ExitCode> {
  const { json } = input as { readonly json?: boolean };
  const models = loadRegistry(context.root, context.home);
  if (json) {
    context.print(`${JSON.stringify({ ok: true, models })}\n`);
    return 0;
  }
  const rows = models.flatMap(({ id, task, tier, licence, files }) =>
    files.map((file) => [id, task, tier, file.path, sizeText(file), checkText(file), licence]),
  );
  const head = ["model", "task", "kind", "file", "size", "checksum", "license"];
  context.print(renderTable(head, rows, context.printsToTerminal));
  return 0;
}

const sizeText = ({ bytes }: ModelFile): string =>
  bytes === null ? "?" : `${(bytes / 1e6).toFixed(1)} MB`;
const checkText = ({ sha256 }: ModelFile): string => sha256?.slice(0, 12) ?? "none";

interface PullInput {
  readonly ids: readonly string[];
  readonly out: string;
  readonly json?: boolean;
}

/** `toolkit models pull` */
export async function pullModels(context: Context, input: object): Promise<ExitCode> {
  const { ids, out, json } = input as PullInput;
  const models = chooseModels(loadRegistry(context.root, context.home), ids);
  const { baseUrl } = (await loadConfig(context.root)).models;
  const folder = path.resolve(context.root, out);
  const bar = createProgressBar(context.log, context.interactive && !json);
  const files: { readonly file: string; readonly state: string }[] = [];
  const problems: Problem[] = [];
  for (const { id, file } of models.flatMap((model) =>
    model.files.map((file) => ({ id: model.id, file })),
  )) {
    try {
      const state = await pullOne(context, { id, file, folder, baseUrl, bar });
      files.push({ file: file.path, state });
      if (!json) context.log(`${file.path}: ${state}\n`);
    } catch (error) {
      if (context.signal.aborted) throw new ToolkitError("CANCELLED", {}, { cause: error });
      if (!(error instanceof ToolkitError)) throw error;
      problems.push(problem(error.code, error.params as never));
    } finally {
      bar.clear();
    }
  }
  const ok = problems.length === 0;
  if (json) context.print(`${JSON.stringify({ ok, files, problems })}\n`);
  else context.log(renderProblems(problems, context));
  return ok ? 0 : 1;
}

function chooseModels(models: readonly Model[], ids: readonly string[]): readonly Model[] {
  if (ids.length === 0) return models.filter(({ tier }) => tier === "studio");
  return ids.map((id) => {
    const found = models.find((model) => model.id === id);
    if (found) return found;
    const similar = mostSimilar(
      id,
      models.map((model) => model.id),
    );
    throw new ToolkitError("MODEL_UNKNOWN", { id, ...(similar !== undefined && { similar }) });
  });
}

async function pullOne(
  context: Context,
  {
    id,
    file,
    folder,
    baseUrl,
    bar,
  }: {
    readonly id: string;
    readonly file: ModelFile;
    readonly folder: string;
    readonly baseUrl: string;
    readonly bar: ReturnType<typeof createProgressBar>;
  },
): Promise<string> {
  const { path: name, url, sha256, bytes } = file;
  if (url === null) return "ships with the program";
  if (sha256 === null) throw new ToolkitError("MODEL_UNCHECKED", { id, file: name });
  const base = /^https?:/.test(baseUrl) ? `${baseUrl.replace(/\/$/, "")}/` : null;
  return pullFile({
    url: base === null ? url : base + name,
    target: path.join(folder, name),
    sha256,
    bytes,
    fetch: (address, init) => fetch(address, init),
    signal: context.signal,
    onProgress: bar.begin(() => name),
  });
}
