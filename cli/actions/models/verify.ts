import path from "node:path";
import { type Problem, problem } from "#core/errors/errors.ts";
import { type LockedFile, type LockedModel, lockState } from "#core/models/lock.ts";
import { loadConfig } from "../../build/load/config.ts";
import type { Context } from "../../command-kit/context.ts";
import type { ExitCode } from "../../command-kit/exit-code.ts";
import { renderProblems } from "../../command-kit/render-error.ts";
import { renderTable } from "../../command-kit/render-table.ts";
import { chooseModels, folderOf, STORE_FOLDER } from "../../models/choose-models.ts";
import { digestOfFile } from "../../files/hash.ts";
import { sizeOf } from "../../models/pull-file.ts";
import { readRefusedDownloads } from "../../models/refused-downloads.ts";
import { loadLock, loadRegistry } from "../../models/registry.ts";

interface VerifyInput {
  readonly ids: readonly string[];
  readonly out?: string;
  readonly report?: boolean;
  readonly json?: boolean;
}

/** A file of a model, as the lock has it and as it is on the disk. */
interface VerifiedFile {
  readonly model: string;
  readonly file: string;
  readonly state: "ok" | "missing" | "damaged";
  readonly expected: { readonly bytes: number; readonly sha256: string };
  /** Null where there is no file; without a digest where the size is another one. */
  readonly found: { readonly bytes: number; readonly sha256?: string } | null;
}

/** `toolkit models verify` */
export default async function verifyModels(context: Context, input: object): Promise<ExitCode> {
  const { ids, out, report, json } = input as VerifyInput;
  const { root } = context;
  const config = await loadConfig(root);
  const lock = loadLock(root, context.home);
  const folder = folderOf(root, out, config);
  const isFetched = out === undefined && config.models.pullThrough;
  // What the site's server has fetched is stored apart.
  const folders = isFetched ? [folder, path.join(root, STORE_FOLDER)] : [folder];
  const models = chooseModels(
    loadRegistry(root, context.home),
    ids,
    ({ id }) => lock.models[id] !== undefined,
  );
  const files: VerifiedFile[] = [];
  const problems: Problem[] = [];
  for (const model of models) {
    const { id } = model;
    const state = lockState(model, lock.models[id]);
    if (state === "unlocked") problems.push(problem("MODEL_UNCHECKED", { id }));
    if (state === "stale") problems.push(problem("MODEL_STALE", { id }));
    for (const file of lock.models[id]?.files ?? []) {
      const verified = await verifyFile(id, file, folders);
      files.push(verified);
      const target = path.join(folder, file.path);
      // The server fetches what was not requested yet.
      if (verified.state === "missing" && !isFetched)
        problems.push(problem("MODEL_ABSENT", { file: target }));
      if (verified.state === "damaged") problems.push(problem("MODEL_ALTERED", { file: target }));
      if (!json && !report) context.log(`${file.path}: ${verified.state}\n`);
    }
  }
  const ok = problems.length === 0;
  const refused = report ? readRefusedDownloads(root) : {};
  if (json) {
    const shown = report
      ? { models: reportOf(files, lock.models, refused) }
      : { files: files.map(({ file, state }) => ({ file, state })) };
    context.print(`${JSON.stringify({ ok, folder, ...shown, problems })}\n`);
  } else {
    if (report) context.print(tableOf(files, refused, context.printsToTerminal));
    context.log(renderProblems(problems, context));
  }
  return ok ? 0 : 1;
}

async function verifyFile(
  model: string,
  { path: name, bytes, sha256 }: LockedFile,
  folders: readonly string[],
): Promise<VerifiedFile> {
  const common = { model, file: name, expected: { bytes, sha256 } };
  for (const folder of folders) {
    const target = path.join(folder, name);
    const size = await sizeOf(target);
    if (size === null) continue;
    const digest = await digestOfFile(target);
    const state = size === bytes && digest === sha256 ? "ok" : "damaged";
    return { ...common, state, found: { bytes: size, sha256: digest } };
  }
  return { ...common, state: "missing", found: null };
}

type Refused = ReturnType<typeof readRefusedDownloads>;

const reportOf = (
  files: readonly VerifiedFile[],
  models: Readonly<Record<string, LockedModel>>,
  refused: Refused,
) =>
  [...Map.groupBy(files, ({ model }) => model)].map(([id, own]) => ({
    id,
    source: models[id]!.source,
    files: own.map(({ model: _, ...file }) => file),
    refused: refused[id] ?? [],
  }));

/** A line for each file, and one for each download that was refused. */
function tableOf(files: readonly VerifiedFile[], refused: Refused, pads: boolean): string {
  const verified = files.map(({ model, file, state, expected, found }) => [
    model,
    file,
    state,
    expected.sha256,
    found?.sha256 ?? "",
  ]);
  const models = new Set(files.map(({ model }) => model));
  const downloads = Object.entries(refused)
    .filter(([id]) => models.has(id))
    .flatMap(([id, own]) =>
      own.map(({ url, expected, found }) => [id, url, "refused", expected, found]),
    );
  return renderTable(
    ["model", "file", "state", "locked digest", "found digest"],
    [...verified, ...downloads],
    pads,
  );
}
