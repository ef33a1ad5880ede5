import { useT } from "#runtime/i18n/context.tsx";
import { JobStart } from "#runtime/panel-kit/start/JobStart.tsx";
import { RunStates } from "#runtime/panel-kit/start/RunStates.tsx";
import { TRANSCRIPT_RUN, transcriptParams } from "#runtime/panel-kit/transcribe/params.ts";
import type { TranscriptChoice } from "#runtime/panel-kit/transcribe/use-engines.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { isActive } from "#runtime/contract/job.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { useTranscribing } from "./use-transcribing.ts";

/** Starts a job that transcribes the recording. */
export function Transcribing({
  tool,
  jobs,
  file,
  from,
  choice,
}: Pick<PanelProps, "tool" | "jobs"> & {
  readonly file: TrayFile;
  /** Locale of the recording. */
  readonly from: string;
  readonly choice: TranscriptChoice;
}) {
  const t = useT();
  const { speech } = useWorkspace();
  const { latest } = useTranscribing(tool, jobs, file);
  return (
    <>
      <JobStart
        tool={tool}
        jobs={jobs}
        input={[file]}
        run={{
          ...TRANSCRIPT_RUN,
          params: transcriptParams(choice, { language: from, text: "", speech }),
          ...(choice.engine === "hosted" && { hosted: "length" }),
        }}
        action={t("panel-kit:transcript.write")}
        isLocal={choice.engine !== "hosted"}
        disabled={latest.some(isActive)}
      />
      <RunStates latest={latest} jobs={jobs} />
    </>
  );
}
