import { modelOf } from "#core/models/engine.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import { toolCallsOf } from "#core/jobs/tool-calls.ts";
import { FaultError } from "../../contract/fault.ts";
import type { JobRun } from "../../contract/job-runner.ts";
import type { CoverParams } from "./cover-params.ts";
import type { JobResult, TrayFile } from "../../contract/file.ts";
import type { SteadyJob } from "../../contract/job.ts";

/** The vocals that an earlier job has separated from the only song: another voice needs no other separation. */
export function earlierVocals(
  jobs: readonly SteadyJob[],
  [file, ...others]: readonly TrayFile[],
  model: Pick<OfferedModel, "id"> | null,
): JobResult | undefined {
  if (!file || others.length > 0) return undefined;
  return jobs
    .filter((job) => job.fileIds[0] === file.id && modelOf(job.params) === (model?.id ?? null))
    .flatMap(({ results }) => results)
    .find(({ role, state }) => role === "vocals" && state !== "missing");
}

/**
 * Opens the vocals that an earlier job has separated.
 * @returns null if the song has to be separated
 * @throws {FaultError} if they are missing, and the visitor has seen a price without a separation
 */
export async function openEarlierVocals({
  params: { vocals },
  engine,
  result,
}: Pick<JobRun<Pick<CoverParams, "vocals">>, "params" | "engine" | "result">) {
  const found = vocals === undefined ? null : await result(vocals).catch(() => null);
  if (vocals !== undefined && found === null && engine.isPaidByTask)
    throw new FaultError("panel-cover:vocalsMissing");
  return found;
}

/** Shares of the tool's price that a cover costs on the site's servers. */
export function sharesOf(vocals: JobResult | undefined): readonly number[] {
  const { separate = 0, cover = 0 } = toolCallsOf("cover", "").calls;
  return vocals ? [cover] : [separate, cover];
}
