import type { Segment } from "#core/dubbing/segment.ts";
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
import { WrittenBy } from "#runtime/panel-kit/transcribe/WrittenBy.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import look from "../segments/segments.module.css";
import { type DubParams, spokenOf } from "../setup/setup.ts";

/** The finished dub, with saving, and the engines that made it. */
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
      <Makers params={params} />
    </SoundSection>
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
