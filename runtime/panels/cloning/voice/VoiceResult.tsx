import { useEffect, useMemo, useState } from "react";
import type { VoiceMeasures } from "#audio/profile/voice-measures.ts";
import { WaveformView } from "#runtime/audio/waveform/WaveformView.tsx";
import { type OwnVoice, isOwnVoice } from "#runtime/audio/voices/own-voice.ts";
import { voiceStore } from "#runtime/audio/voices/voice-store.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { MadeMark } from "#runtime/panel-kit/layout/Remark.tsx";
import { SoundSection, WaveformPlaceholder } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { Compare } from "#runtime/panel-kit/result/Compare.tsx";
import { useComparison } from "#runtime/panel-kit/result/use-comparison.ts";
import { Save } from "#runtime/panel-kit/save/Save.tsx";
import type { JobResult, Saving, TrayFile } from "#runtime/contract/file.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import css from "../looks/cloning.module.css";
import { ToSpeech } from "./ToSpeech.tsx";

/** The name of the voice when it was made. */
const nameOf = ({ params }: SteadyJob): string =>
  typeof params["name"] === "string" ? params["name"] : "";

/** The sample and a sentence in the new voice side by side, and how similar they are. */
export function VoiceResult({
  file,
  job,
  result,
  outdated,
  onFormat,
}: {
  readonly file: TrayFile;
  readonly job: SteadyJob;
  readonly result: JobResult;
  /** Whether it was made with other settings. */
  readonly outdated: boolean;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const { t } = useLocale();
  const { input, output, player, state, failed } = useComparison(file, result);
  const isAfter = state.side === "after" && output !== null;
  const shown = isAfter ? output : input;
  const tone = isAfter ? "kept" : "original";
  const waves = useMemo(
    () => (shown ? [{ peaks: shown.peaks, tone } as const] : []),
    [shown, tone],
  );
  const id = job.params["voice"];
  const voice = useOwnVoice(isOwnVoice(id) ? id : null);
  return (
    <SoundSection label={t("panel-kit:result")} name={nameOf(job)}>
      <Compare player={player} state={state} canSolo={false} failed={failed}>
        <Save result={result} outdated={outdated} onFormat={onFormat} />
      </Compare>
      {shown ? (
        <WaveformView
          waves={waves}
          duration={shown.duration}
          time={state.time}
          label={t("panel-kit:position")}
          onSeek={(time) => player?.seek(time)}
        />
      ) : (
        <WaveformPlaceholder />
      )}
      <MadeMark title={t("panel-cloning:mark.title")} text={t("panel-cloning:mark.text")} />
      {voice && <Nearness {...voice.measures} />}
      {voice && (
        <div>
          <ToSpeech voice={voice.id} />
        </div>
      )}
    </SoundSection>
  );
}

function useOwnVoice(id: OwnVoice["id"] | null): OwnVoice | null {
  const [voice, setVoice] = useState<OwnVoice | null>(null);
  useEffect(() => {
    if (id === null) return undefined;
    let isShown = true;
    const look = (): void =>
      void voiceStore.find(id).then(
        (found) => isShown && setVoice(found),
        () => {},
      );
    look();
    const end = voiceStore.onChange(look);
    return () => {
      isShown = false;
      end();
    };
  }, [id]);
  return voice;
}

/** Measurements of the sample, the new voice and the built-in voice. */
function Nearness({ sample, voice, plain }: OwnVoice["measures"]) {
  const { t, format } = useLocale();
  const rows: readonly [key: string, value: (measures: VoiceMeasures) => string][] = [
    ["pitch", ({ pitch }) => t("panel-kit:unit.Hz", { value: pitch.median })],
    [
      "range",
      ({ pitch }) =>
        `${format.number(Math.round(pitch.low))}–${t("panel-kit:unit.Hz", { value: pitch.high })}`,
    ],
    ["tilt", ({ tilt }) => format.decibels(tilt, 1)],
    ["pace", ({ pace }) => format.number(Math.round(10 * pace) / 10)],
  ];
  return (
    <div className={css["table"]}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t("panel-cloning:near.title")}</th>
            {(["sample", "voice", "plain"] as const).map((one) => (
              <th key={one} scope="col">
                {t(`panel-cloning:near.${one}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([key, value]) => (
            <tr key={key}>
              <th scope="row">{t(`panel-cloning:near.${key}`)}</th>
              {[sample, voice, plain].map((one, at) => (
                <td key={at}>
                  <bdi dir="ltr">{value(one)}</bdi>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
