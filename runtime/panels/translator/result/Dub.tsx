import { splitWords } from "#audio/speech/split-words.ts";
import type { Segment } from "#core/dubbing/segment.ts";
import { type Side, linesOfSide } from "#core/dubbing/segment-cues.ts";
import { cuesOf } from "#core/transcript/save/cues.ts";
import { writeSrt, writeVtt } from "#core/transcript/save/subtitles.ts";
import Download from "lucide-react/icons/download";
import { useState } from "react";
import { useVoices } from "#runtime/audio/voices/use-voices.ts";
import { isHostedVoice, nameOfVoice } from "#runtime/audio/voices/voices.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import css from "../../../panel-kit/layout/kit.module.css";
import { SoundSection } from "#runtime/panel-kit/layout/SoundSection.tsx";
import { PlayButton, PreviewLine } from "#runtime/panel-kit/player/PreviewLine.tsx";
import { OutdatedBadge } from "#runtime/panel-kit/start/Outdated.tsx";
import { useRecords } from "#runtime/panel-kit/result/use-records.ts";
import { Save, SavedSize } from "#runtime/panel-kit/save/Save.tsx";
import { useSaveFile } from "#runtime/panel-kit/save/use-rendering.ts";
import { WrittenBy } from "#runtime/panel-kit/transcribe/WrittenBy.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import { stemLength } from "#runtime/contract/texts.ts";
import look from "../segments/segments.module.css";
import { useLanguageName } from "../setup/LanguageSelect.tsx";
import { type DubParams, spokenOf } from "../setup/setup.ts";

/** The finished dub, with saving, subtitles, and the engines that made it. */
export function Dub({
  job,
  result,
  name,
  outdated,
}: {
  readonly job: SteadyJob;
  readonly result: JobResult;
  /** Name of the recording. */
  readonly name: string;
  readonly outdated: boolean;
}) {
  const { t, format } = useLocale();
  const { preview, jobs } = useWorkspace();
  const params = job.params as unknown as DubParams;
  const [given] = useState([result]);
  const cut = useRecords(given).get(result.id)?.findings?.figures?.["cut"] ?? 0;
  return (
    <SoundSection
      label={t("panel-kit:result")}
      name={name}
      facts={
        <>
          {format.duration(result.saving?.seconds ?? 0)}
          <SavedSize result={result} />{" "}
          <OutdatedBadge freshness={outdated ? "outdated" : "current"} />
        </>
      }
    >
      <div className={look["made"]}>
        <PlayButton
          id={result.id}
          name={name}
          disabled={false}
          onPlay={() => preview.toggle(result.id, () => jobs.openResult(result))}
        />
        <Save
          result={result}
          outdated={outdated}
          onFormat={(chosen) => jobs.saveAs([result.id], chosen)}
        />
      </div>
      <PreviewLine id={result.id} name={name} />
      {cut > 0 && <Notice weight="attention">{t("panel-translator:cut", { count: cut })}</Notice>}
      <SaveSubtitles params={params} name={name} />
      <Makers params={params} />
    </SoundSection>
  );
}

const FORMATS = ["srt", "vtt"] as const;

/** Subtitles in both languages, divided into readable lines. */
function SaveSubtitles({
  params: { segments, from, to },
  name,
}: {
  readonly params: DubParams;
  readonly name: string;
}) {
  const t = useLocale().t;
  const nameOf = useLanguageName();
  const saveFile = useSaveFile();
  const [format, setFormat] = useState<(typeof FORMATS)[number]>("srt");
  const save = (side: Side, language: string): Promise<boolean> => {
    const cues = cuesOf(linesOfSide(segments, side, splitWords));
    const text = format === "srt" ? writeSrt(cues, []) : writeVtt(cues, []);
    const type = format === "srt" ? "application/x-subrip" : "text/vtt";
    const stem = name.slice(0, stemLength(name));
    return saveFile(
      new Blob([text], { type: `${type};charset=utf-8` }),
      `${stem}-${language}.${format}`,
    );
  };
  return (
    <div className={css["named"]}>
      <Select
        label={t("panel-translator:subtitles.label")}
        value={format}
        onChange={({ target }) => setFormat(target.value as (typeof FORMATS)[number])}
      >
        {FORMATS.map((one) => (
          <option key={one} value={one}>
            {one.toUpperCase()}
          </option>
        ))}
      </Select>
      {(
        [
          ["source", from],
          ["target", to],
        ] as const
      ).map(([side, language]) => (
        <Button key={side} icon={<Download />} onClick={() => void save(side, language)}>
          {t("panel-translator:subtitles.save", { language: nameOf(language) })}
        </Button>
      ))}
    </div>
  );
}

/** The engines that translated and spoke, with a note that no person did. */
function Makers({ params: { segments, voice, under } }: { readonly params: DubParams }) {
  const { t, format } = useLocale();
  const voices = useVoices();
  const kinds = [...new Set(spokenOf(segments).map(({ by }) => by ?? "hand"))] satisfies (
    | Segment["by"]
    | "hand"
  )[];
  return (
    <>
      <p className={css["note"]}>
        {t(isHostedVoice(voice) ? "panel-kit:hosted.made" : "panel-translator:made.voice", {
          name: nameOfVoice(voices, voice) || "—",
        })}
      </p>
      <p className={css["soft"]}>
        {t("panel-translator:made.translation", {
          list: format.list(kinds.map((kind) => t(`panel-translator:made.by.${kind}`))),
        })}{" "}
        {under === "background" && t("panel-translator:made.background")}
      </p>
      {segments[0]?.written && <WrittenBy by={segments[0].written} />}
    </>
  );
}
