import { useEffect } from "react";
import type { SteadyJob, JobsStore } from "../../contract/job.ts";

/** Removes results that followed the settings without a click, except the last one. */
export function useKeepNewestOnly(
  jobs: JobsStore,
  all: readonly SteadyJob[],
  newest: SteadyJob | null,
): void {
  useEffect(() => {
    if (!newest) return;
    for (const { id, params, state, fileIds, created } of all)
      if (
        params["automatic"] === true &&
        state === "done" &&
        created < newest.created &&
        fileIds[0] === newest.fileIds[0]
      )
        jobs.remove(id);
  }, [jobs, all, newest]);
}
