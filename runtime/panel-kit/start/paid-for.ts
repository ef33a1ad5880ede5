import { INPUT_FREE_FOR } from "../../../core/credits/credits.ts";
import type { Job } from "../../workspace/contract/job.ts";
import type { TrayFile } from "../../workspace/contract/file.ts";

/**
 * Whether a tool works on a file again without credits, as the server will find (USR-10): it has been
 * paid for within a day.
 * @param now epoch ms
 */
export const isPaidFor = (
  jobs: readonly Pick<Job, "tool" | "fileIds" | "params" | "state" | "cost" | "ended">[],
  {
    tool,
    file,
    now,
  }: { readonly tool: string; readonly file: TrayFile["id"]; readonly now: number },
): boolean =>
  jobs.some(
    (job) =>
      job.tool === tool &&
      job.state === "done" &&
      job.cost > 0 &&
      // A part of it was.
      job.params["part"] === undefined &&
      job.fileIds.includes(file) &&
      job.ended !== null &&
      now - job.ended < INPUT_FREE_FOR * 1000,
  );
