import { rangeOf } from "#audio/profile/voice-measures.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import { formatText } from "#runtime/notices/notices.ts";
import { Notice } from "#runtime/ui/Feedback.tsx";
import css from "../looks/cloning.module.css";
import type { SampleState } from "./use-sample.ts";

/** Whether a sample can be used, with advice if it cannot. */
export function SampleReport({ sample, problem }: SampleState) {
  const { t, format } = useLocale();
  if (problem) return <Notice weight="bad">{formatText(problem, t)}</Notice>;
  if (!sample) return <output className={css["soft"]}>{t("panel-cloning:sample.hearing")}</output>;
  const { voice, judgement } = sample;
  const faults = judgement.faults.map((fault) => (
    <li key={fault}>{t(`panel-cloning:fault.${fault}`)}</li>
  ));
  if (!judgement.isUsable)
    return (
      <Notice weight="bad" title={t("panel-cloning:sample.bad")}>
        <ul className={css["faults"]}>{faults}</ul>
      </Notice>
    );
  return (
    <Notice
      weight={faults.length > 0 ? "attention" : "good"}
      title={t(`panel-cloning:sample.${faults.length > 0 ? "fair" : "good"}`)}
    >
      {faults.length > 0 && <ul className={css["faults"]}>{faults}</ul>}
      <p>
        {t("panel-cloning:sample.heard", {
          hertz: Math.round(voice.pitch.median),
          range: Math.round(rangeOf(voice)),
          time: format.duration(Math.round(voice.voiced)),
        })}
      </p>
    </Notice>
  );
}
