import { type ReactNode, type Ref, useMemo } from "react";
import type { RunRecord } from "../../audio/records.ts";
import { FileWaveform } from "../layout/FileWaveform.tsx";
import { useLocale } from "../../i18n/context.tsx";
import type { JobResult, Saving, TrayFile } from "../../contract/file.ts";
import type { SteadyJob } from "../../contract/job.ts";
import { SoundSection, WaveformPlaceholder } from "../layout/SoundSection.tsx";
import { Save, SavedSize } from "../save/Save.tsx";
import { nameToSave } from "../save/saved-format.ts";
import { savedRecord } from "../save/saved-levels.ts";
import { Compare } from "./Compare.tsx";
import { MeasuredSound } from "./MeasuredSound.tsx";
import { MatchLoudness } from "./MatchLoudness.tsx";
import { ResultSummary } from "./ResultSummary.tsx";
import { ResultNotes } from "./ResultNotes.tsx";
import { useComparison } from "./use-comparison.ts";

/** A sound and its conversion of the same length; one at a time is played and drawn. */
export function ChangedSound({
  ref,
  file,
  result,
  job,
  onFormat,
  children,
}: {
  readonly ref?: Ref<HTMLElement>;
  readonly file: TrayFile;
  readonly result: JobResult;
  /** The job that made it, if it runs an effect. */
  readonly job?: SteadyJob;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
  /** Content below it, from the record of the run, with the levels of the saved file; null until it is loaded. */
  readonly children: (record: RunRecord | null) => ReactNode;
}) {
  const { t, format } = useLocale();
  const { record, input, output, player, state, failed } = useComparison(file, result);
  const shown = record && savedRecord(record, result).record;
  const isAfter = state.side === "after" && output !== null;
  const waves = useMemo(() => {
    if (isAfter) return [{ peaks: output.peaks, tone: "kept" as const }];
    return input ? [{ peaks: input.peaks, tone: "original" as const }] : [];
  }, [input, output, isAfter]);
  return (
    <SoundSection
      {...(ref && { ref })}
      label={t("panel-kit:result")}
      name={nameToSave(result)}
      facts={
        input && (
          <>
            {format.duration(input.duration)}
            <SavedSize result={result} />
          </>
        )
      }
    >
      <ResultSummary record={shown} />
      <Compare player={player} state={state} canSolo={false} failed={failed}>
        <Save result={result} onFormat={onFormat} />
      </Compare>
      {input ? (
        <FileWaveform
          file={file}
          waves={waves}
          duration={input.duration}
          time={state.time}
          label={t("panel-kit:position")}
          onSeek={(time) => player?.seek(time)}
        />
      ) : (
        <WaveformPlaceholder />
      )}
      {!failed && (
        <div>
          <MatchLoudness player={player} record={record} />
        </div>
      )}
      <ResultNotes
        record={record && { ...record, notes: shown?.notes ?? [] }}
        {...(job && { job })}
      />
      {children(shown)}
      {record && <MeasuredSound record={record} result={result} />}
    </SoundSection>
  );
}
