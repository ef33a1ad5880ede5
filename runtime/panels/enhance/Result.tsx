import { useMemo } from "react";
import type { OutputFormat } from "../../audio/worker/formats.ts";
import { OUTPUT_FORMATS } from "../../audio/worker/formats.ts";
import { WaveformView } from "../../audio/waveform/WaveformView.tsx";
import { useLocale } from "../../i18n/context.tsx";
import { ToneKey } from "../../ui/Waveform.tsx";
import { ResultNotes } from "../../workspace/ResultNotes.tsx";
import type { Job, JobResult, TrayFile } from "../../workspace/types.ts";
import { Compare } from "../../audio/Compare.tsx";
import { savedLike } from "./convert-result.ts";
import { CONTROLS } from "./controls.ts";
import { Cuts } from "./Cuts.tsx";
import { Figures } from "./Figures.tsx";
import css from "./panel.module.css";
import { nothingFound } from "./nothing-found.ts";
import { Save } from "./Save.tsx";
import { useComparison } from "../../audio/use-comparison.ts";
import { useCuts } from "./use-cuts.ts";
import type { Setup } from "./use-setup.ts";

/** What became of a sound, beside what it was. */
export function Result({
  file,
  job,
  result,
  busy,
  setup,
}: {
  readonly file: TrayFile;
  readonly job: Job;
  readonly result: JobResult;
  /** The file is being worked on again. */
  readonly busy: boolean;
  readonly setup: Setup;
}) {
  const { t, format } = useLocale();
  const { record, input, output, codec, player, state, failed } = useComparison(file, result);
  const cuts = useCuts(job, record?.findings?.ranges ?? null);
  const written = job.params["output"] as OutputFormat;
  const usual = setup.output === "keep" ? savedLike(codec, written) : written;
  const inStep = record !== null && record.frames[0] === record.frames[1];
  const isLevelled = CONTROLS[job.preset]?.levels ?? false;
  const beneath = isLevelled ? ("original" as const) : ("removed" as const);
  const duration = input?.duration ?? 0;
  const waves = useMemo(() => {
    if (!input) return [];
    const original = { peaks: input.peaks, tone: "original" as const };
    // Without the same length there is no place in one that is a place in the other.
    return output && inStep
      ? [
          { ...original, tone: beneath },
          { peaks: output.peaks, tone: "kept" as const },
        ]
      : [original];
  }, [input, output, inStep, beneath]);
  const ranges = cuts.ranges.map(({ start, end, kept }) => ({
    start,
    end,
    state: kept ? ("kept" as const) : ("removed" as const),
  }));

  return (
    <section className={css["sound"]} aria-label={t("panel-enhance:result")}>
      <div className={css["head"]}>
        <h2 className={css["name"]}>
          <bdi>{result.name}</bdi>
        </h2>
        <span className={css["soft"]}>
          {input && format.duration(input.duration)}
          {input && output && !inStep && ` → ${format.duration(output.duration)}`}
        </span>
      </div>
      {input ? (
        <WaveformView
          waves={waves}
          duration={duration}
          time={state.time}
          ranges={ranges}
          selected={cuts.selected}
          label={t("panel-enhance:position")}
          onSeek={(time) => player?.seek(time)}
        />
      ) : (
        <div className={css["bone"]} aria-hidden="true" />
      )}
      {waves.length > 1 && <ToneKey tones={["kept", beneath]} />}
      <Compare
        player={player}
        state={state}
        record={record}
        canSolo={inStep && !isLevelled && OUTPUT_FORMATS[written].lossless}
        failed={failed}
        texts={{
          play: t("panel-enhance:play"),
          pause: t("panel-enhance:pause"),
          hear: t("panel-enhance:hear"),
          match: t("panel-enhance:match"),
          noListening: t("panel-enhance:noListening"),
        }}
      />
      <ResultNotes notes={record?.notes} />
      {record && nothingFound(record) && (
        <p className={css["note"]}>{t(`panel-enhance:nothing.${job.preset}`)}</p>
      )}
      {record && <Figures record={record} />}
      {ranges.length > 0 && (
        <Cuts job={job} cuts={cuts} busy={busy} setup={setup} onListen={(at) => player?.seek(at)} />
      )}
      <Save result={result} written={written} usual={usual} record={record} />
    </section>
  );
}
