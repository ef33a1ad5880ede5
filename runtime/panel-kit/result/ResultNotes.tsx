import { reductionToFit } from "#audio/media/problems/notes.ts";
import type { RunRecord } from "../../audio/records.ts";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import { useWorkspace } from "../../contract/context.ts";
import type { SteadyJob } from "../../contract/job.ts";

type Noted = Pick<RunRecord, "notes" | "clippedPeak" | "after">;

/**
 * Notes about a finished file.
 * @param job the job that made the result; with it, a result with clipped peaks can be made again
 *   at a lower level
 */
export function ResultNotes({
  record,
  job,
}: {
  readonly record: Noted | null | undefined;
  readonly job?: SteadyJob;
}) {
  const t = useT();
  if (!record) return null;
  // Records of earlier builds do not have this field.
  const { notes = [], clippedPeak = record.after.truePeak } = record;
  return notes.map((note) => (
    <Notice
      key={note}
      weight="attention"
      actions={
        note === "overload" && job ? (
          <FitPeaks job={job} peak={Math.max(clippedPeak, record.after.truePeak)} />
        ) : null
      }
    >
      <p>{t(`errors:note.${note}`, { peak: clippedPeak })}</p>
    </Notice>
  ));
}

/**
 * Runs a job again with a gain at which its peaks fit. @param peak true peak of its result in dBTP
 */
function FitPeaks({ job, peak }: { readonly job: SteadyJob; readonly peak: number }) {
  const t = useT();
  const { jobs } = useWorkspace();
  const { panel, preset, tool, title, fileIds, params, cost } = job;
  const lowerBy = Number(params["lowerBy"] ?? 0) + reductionToFit(peak);
  return (
    <Button
      small
      onClick={() =>
        jobs.enqueue({
          panel,
          preset,
          tool,
          title,
          fileIds,
          params: { ...params, lowerBy },
          cost,
        })
      }
    >
      {t("panel-kit:fitPeaks", { value: lowerBy })}
    </Button>
  );
}
