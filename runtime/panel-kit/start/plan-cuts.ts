import type { TimeRange } from "#audio/parameters.ts";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import type { RequestedFormat } from "../../audio/requested-format.ts";
import type { TrayFile } from "../../contract/file.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { Json, JsonObject } from "../../contract/json.ts";
import type { StartRequest } from "../../contract/start.ts";
import { planStart } from "./start-plan.ts";

/**
 * A start that makes the result of a job again, with other ranges that the effect leaves unchanged:
 * with the engine that found them, in the same place.
 */
export function planCuts(
  { panel, preset, params, onServer }: SteadyJob,
  {
    file,
    values,
    keep,
    output,
  }: {
    /** The input of the job. */
    readonly file: Pick<TrayFile, "id" | "name" | "duration">;
    /** The present settings of the effect. */
    readonly values: JsonObject;
    readonly keep: readonly TimeRange[];
    readonly output: RequestedFormat;
  },
  context: Parameters<typeof planStart>[2] & { readonly tool: WorkspaceTool },
): StartRequest {
  const { part, model } = params;
  const [start, end] = (part ?? [0, file.duration]) as readonly [number, number | null];
  const { jobs, due, dues } = planStart(
    [{ ...file, duration: end === null ? null : end - start }],
    {
      panel,
      preset,
      params: {
        values: { ...values, keep: keep as unknown as Json },
        output,
        ...(part && { part }),
        ...(model && { model }),
      },
      ...(onServer && { onServer }),
    },
    context,
  );
  return { jobs, due, dues, cost: context.tool.cost, takesPart: false };
}
