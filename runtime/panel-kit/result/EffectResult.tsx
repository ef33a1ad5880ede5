import { useMemo } from "react";
import { type OutputFormat, OUTPUT_FORMATS } from "#audio/media/writers/output-formats.ts";
import { FileWaveform } from "../layout/FileWaveform.tsx";
import { useLocale } from "../../i18n/context.tsx";
import { ToneKey } from "../../ui/figures/Waveform.tsx";
import { ResultNotes } from "./ResultNotes.tsx";
import { Compare } from "./Compare.tsx";
import { Cuts } from "./Cuts.tsx";
import { ResultSummary } from "./ResultSummary.tsx";
import { MeasuredSound } from "./MeasuredSound.tsx";
import { Measurements } from "./Measurements.tsx";
import { MatchLoudness } from "./MatchLoudness.tsx";
import { type Freshness, OutdatedBadge } from "../start/Outdated.tsx";
import { Save, SavedSize } from "../save/Save.tsx";
import { nameToSave } from "../save/saved-format.ts";
import { savedRecord } from "../save/saved-levels.ts";
import { useComparison } from "./use-comparison.ts";
import { useCuts } from "./use-cuts.ts";
import type { Controls } from "../settings/controls.ts";
import type { EffectSetup } from "../settings/use-effect-setup.ts";
import css from "../layout/kit.module.css";
import { SoundSection, WaveformPlaceholder } from "../layout/SoundSection.tsx";
import type { WorkspaceTool } from "#core/page/app-data.ts";
import type { SteadyJob } from "../../contract/job.ts";
import type { JobResult, Saving, TrayFile } from "../../contract/file.ts";

/** The result of an effect beside its original. */
export function EffectResult({
  tool,
  file,
  job,
  result,
  busy,
  setup,
  controls,
  freshness,
  onFormat,
}: {
  readonly tool: WorkspaceTool;
  readonly file: TrayFile;
  readonly job: SteadyJob;
  readonly result: JobResult;
  /** Whether a job is running on the file. */
  readonly busy: boolean;
  readonly setup: EffectSetup;
  readonly controls: Controls;
  readonly freshness: Freshness;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const { t, format } = useLocale();
  const { record, input, output, player, state, failed } = useComparison(file, result);
  const cuts = useCuts(job, record?.findings?.ranges ?? null);
  const written = result.saving?.stored ?? (job.params["output"] as OutputFormat);
  const shown = record && savedRecord(record, result).record;
  const inStep = record !== null && record.frames[0] === record.frames[1];
  const isLevelled = controls.levels ?? false;
  const beneath = isLevelled ? ("original" as const) : ("removed" as const);
  const duration = input?.duration ?? 0;
  const waves = useMemo(() => {
    if (!input) return [];
    const original = { peaks: input.peaks, tone: "original" as const };
    // Positions in both sounds correspond only if their lengths are the same.
    return output && inStep
      ? [
          { ...original, tone: beneath },
          { peaks: output.peaks, tone: "kept" as const },
        ]
      : [original];
  }, [input, output, inStep, beneath]);
  const ranges = cuts.ranges.map(({ isRetained, ...range }) => ({
    ...range,
    state: isRetained ? ("kept" as const) : ("removed" as const),
  }));

  return (
    <SoundSection
      label={t("panel-kit:result")}
      name={nameToSave(result)}
      facts={
        <>
          {input && format.duration(input.duration)}
          {input && output && !inStep && ` → ${format.duration(output.duration)}`}
          <SavedSize result={result} /> <OutdatedBadge freshness={freshness} />
        </>
      }
    >
      {job.unchanged === null && <ResultSummary record={shown} />}
      <Compare
        player={player}
        state={state}
        canSolo={inStep && !isLevelled && OUTPUT_FORMATS[written].lossless}
        failed={failed}
      >
        <Save
          result={result}
          outdated={freshness !== "current"}
          unchanged={job.unchanged !== null}
          onFormat={onFormat}
        />
      </Compare>
      {input ? (
        <FileWaveform
          file={file}
          waves={waves}
          duration={duration}
          time={state.time}
          ranges={ranges}
          selected={cuts.selected}
          label={t("panel-kit:position")}
          onSeek={(time) => player?.seek(time)}
        />
      ) : (
        <WaveformPlaceholder />
      )}
      <div className={css["row"]}>
        {waves.length > 1 && <ToneKey tones={["kept", beneath]} />}
        {!failed && <MatchLoudness player={player} record={record} />}
      </div>
      <ResultNotes record={record && { ...record, notes: shown?.notes ?? [] }} job={job} />
      {record && shown && (
        <Measurements record={shown}>
          <MeasuredSound record={record} result={result} />
        </Measurements>
      )}
      {ranges.length > 0 && (
        <Cuts {...{ tool, file, job, cuts, busy, setup }} onListen={(at) => player?.seek(at)} />
      )}
    </SoundSection>
  );
}
