import type { RunRecord } from "../../audio/records.ts";
import type { Levels } from "../../audio/worker/results.ts";
import { useLocale } from "../../i18n/context.tsx";
import css from "./result-summary.module.css";

/** Smallest change that is worth a sentence, in dB. */
const AUDIBLE = 1;

/** Level of the speech over that of the noise, in dB. */
const aboveNoise = ({ lufs, noise }: Levels): number => lufs - noise;

/** What a run has changed, in a sentence or two from its measurements. */
export function ResultSummary({
  record,
}: {
  /** Null until it is loaded, or if it is no longer stored. */
  readonly record: RunRecord | null;
}) {
  const { t, format } = useLocale();
  const sentences: string[] = [];
  if (record) {
    const { before, after, findings, frames } = record;
    // Without their pauses, sounds have other quiet parts, which cannot be compared.
    const gained = frames[0] === frames[1] ? aboveNoise(after) - aboveNoise(before) : 0;
    const removed = findings?.figures?.["removedSeconds"] ?? 0;
    if (Number.isFinite(gained) && gained >= AUDIBLE)
      sentences.push(t("panel-kit:outcome.noise", { value: gained }));
    if (removed > 0)
      sentences.push(t("panel-kit:outcome.pauses", { time: format.duration(removed) }));
    if (Number.isFinite(after.lufs) && Math.abs(after.lufs - before.lufs) >= AUDIBLE)
      sentences.push(
        t("panel-kit:outcome.loudness", {
          value: t("panel-kit:unit.LUFS", { value: after.lufs }),
        }),
      );
  }
  return (
    <p className={css["outcome"]} data-outcome="">
      {sentences.length > 0 ? sentences.join(" ") : t("panel-kit:outcome.ready")}
    </p>
  );
}
