import type { RunRecord } from "../../audio/records.ts";
import type { Levels } from "#audio/tasks/measure/levels.ts";
import { useLocale } from "../../i18n/context.tsx";
import { DotLine } from "../../ui/figures/DotLine.tsx";
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
  const changes = record ? changesOf(record) : null;
  const lufs = (value: number): string => t("panel-kit:unit.LUFS", { value });
  const sentences: string[] = [];
  if (changes?.noise)
    sentences.push(t("panel-kit:outcome.noise", { value: changes.noise[1] - changes.noise[0] }));
  if (changes && changes.removed > 0)
    sentences.push(t("panel-kit:outcome.pauses", { time: format.duration(changes.removed) }));
  if (changes?.loudness)
    sentences.push(t("panel-kit:outcome.loudness", { value: lufs(changes.loudness[1]) }));
  return (
    <>
      <p className={css["outcome"]} data-outcome="">
        {sentences.length > 0 ? sentences.join(" ") : t("panel-kit:outcome.ready")}
      </p>
      {changes?.noise && (
        <DotLine
          name={t("panel-kit:figure.aboveNoise")}
          before={changes.noise[0]}
          after={changes.noise[1]}
          text={(value) => format.decibels(value)}
        />
      )}
      {changes?.loudness && (
        <DotLine
          name={t("panel-kit:figure.lufs")}
          before={changes.loudness[0]}
          after={changes.loudness[1]}
          target={changes.target}
          text={lufs}
        />
      )}
    </>
  );
}

type Change = readonly [before: number, after: number];

/** What a run has audibly changed; null for what it has not, or what cannot be compared. */
function changesOf({ before, after, findings, frames, values }: RunRecord): {
  /** Level of the speech over that of the noise, in dB. */
  readonly noise: Change | null;
  /** LUFS. */
  readonly loudness: Change | null;
  /** LUFS that the run was to reach; null without such a setting. */
  readonly target: number | null;
  /** Seconds of pauses. */
  readonly removed: number;
} {
  const noise: Change = [aboveNoise(before), aboveNoise(after)];
  const loudness: Change = [before.lufs, after.lufs];
  // Without their pauses, sounds have other quiet parts, which cannot be compared.
  const isCleaner = frames[0] === frames[1] && noise[1] - noise[0] >= AUDIBLE;
  const isLouder = Math.abs(loudness[1] - loudness[0]) >= AUDIBLE;
  const target = values["target"];
  return {
    noise: isCleaner && noise.every(Number.isFinite) ? noise : null,
    loudness: isLouder && loudness.every(Number.isFinite) ? loudness : null,
    target: typeof target === "number" ? target : null,
    removed: findings?.figures?.["removedSeconds"] ?? 0,
  };
}
