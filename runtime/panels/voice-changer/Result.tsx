import BadgeInfo from "lucide-react/icons/badge-info";
import { useEffect, useMemo, useRef } from "react";
import { Compare } from "../../panel-kit/result/Compare.tsx";
import { MatchLoudness } from "../../panel-kit/result/MatchLoudness.tsx";
import type { RunRecord } from "../../audio/records.ts";
import { useComparison } from "../../panel-kit/result/use-comparison.ts";
import { WaveformView } from "../../audio/waveform/WaveformView.tsx";
import { useLocale } from "../../i18n/context.tsx";
import { Save, SavedSize } from "../../panel-kit/save/Save.tsx";
import { nameToSave } from "../../panel-kit/save/saving.ts";
import { ResultNotes } from "../../panel-kit/result/ResultNotes.tsx";
import { SoundSection, WaveBone } from "../../panel-kit/layout/SoundSection.tsx";
import css from "./panel.module.css";
import type { JobResult, Saving, TrayFile } from "../../workspace/contract/file.ts";

/** What became of a voice, beside what it was. */
export function Result({
  file,
  result,
  isNew,
  onFormat,
}: {
  readonly file: TrayFile;
  readonly result: JobResult;
  /** It was made while the panel was there. */
  readonly isNew: boolean;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const { t, format } = useLocale();
  const { record, input, output, player, state, failed } = useComparison(file, result);
  const isAfter = state.side === "after" && output !== null;
  const waves = useMemo(() => {
    if (isAfter) return [{ peaks: output.peaks, tone: "kept" as const }];
    return input ? [{ peaks: input.peaks, tone: "original" as const }] : [];
  }, [input, output, isAfter]);
  const section = useRef<HTMLElement>(null);
  useEffect(() => {
    // What was waited for comes into sight.
    if (isNew) section.current?.scrollIntoView({ block: "nearest" });
  }, [isNew]);
  return (
    <SoundSection
      ref={section}
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
      <Compare player={player} state={state} canSolo={false} failed={failed}>
        <Save result={result} onFormat={onFormat} />
      </Compare>
      {input ? (
        <WaveformView
          waves={waves}
          duration={input.duration}
          time={state.time}
          label={t("panel-kit:position")}
          onSeek={(time) => player?.seek(time)}
        />
      ) : (
        <WaveBone />
      )}
      {!failed && (
        <div>
          <MatchLoudness player={player} record={record} />
        </div>
      )}
      <ResultNotes notes={record?.notes} />
      {record && <LevelsLine record={record} />}
      <p className={css["mark"]} data-mark="">
        <BadgeInfo size={20} aria-hidden="true" />
        <span>
          <strong>{t("panel-voice-changer:mark.title")}</strong>{" "}
          {t("panel-voice-changer:mark.text")}
        </span>
      </p>
    </SoundSection>
  );
}

/** How loud it was and is. */
function LevelsLine({ record: { before, after } }: { readonly record: RunRecord }) {
  const { t } = useLocale();
  const text = (key: "lufs" | "truePeak"): string => {
    const [from, to] = [before[key], after[key]].map((value) =>
      Number.isFinite(value)
        ? // From left to right in every language.
          `\u2066${t(`panel-kit:unit.${key === "lufs" ? "LUFS" : "dBTP"}`, { value })}\u2069`
        : "–",
    );
    return t(`panel-voice-changer:level.${key}`, { from, to });
  };
  return <p className={css["soft"]}>{`${text("lufs")} · ${text("truePeak")}`}</p>;
}
