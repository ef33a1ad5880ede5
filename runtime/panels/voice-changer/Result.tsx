import type { RunRecord } from "../../audio/records.ts";
import { useT } from "../../i18n/context.tsx";
import { MadeMark } from "../../panel-kit/layout/Remark.tsx";
import { ChangedSound } from "../../panel-kit/result/ChangedSound.tsx";
import { useScrollIntoView } from "../../panel-kit/result/use-scroll-into-view.ts";
import type { JobResult, Saving, TrayFile } from "../../contract/file.ts";
import type { SteadyJob } from "../../contract/job.ts";
import css from "./panel.module.css";

/** The changed voice beside its original. */
export function Result({
  file,
  result,
  job,
  isNew,
  onFormat,
}: {
  readonly file: TrayFile;
  readonly result: JobResult;
  readonly job: SteadyJob;
  /** Whether it was finished while the panel was open. */
  readonly isNew: boolean;
  readonly onFormat: (chosen: Saving["chosen"]) => void;
}) {
  const t = useT();
  return (
    <ChangedSound
      ref={useScrollIntoView(isNew)}
      file={file}
      result={result}
      job={job}
      onFormat={onFormat}
    >
      {(record) => (
        <>
          {record && <LevelsLine record={record} />}
          <MadeMark
            title={t("panel-voice-changer:mark.title")}
            text={t("panel-voice-changer:mark.text")}
          />
        </>
      )}
    </ChangedSound>
  );
}

/** Loudness before and after. */
function LevelsLine({ record: { before, after } }: { readonly record: RunRecord }) {
  const t = useT();
  const text = (key: "lufs" | "truePeak"): string => {
    const [from, to] = [before[key], after[key]].map((value) =>
      Number.isFinite(value)
        ? // Left to right in every language.
          `\u2066${t(`panel-kit:unit.${key === "lufs" ? "LUFS" : "dBTP"}`, { value })}\u2069`
        : "–",
    );
    return t(`panel-voice-changer:level.${key}`, { from, to });
  };
  return <p className={css["soft"]}>{`${text("lufs")} · ${text("truePeak")}`}</p>;
}
