import type { ReactNode } from "react";
import type { RunRecord } from "../../audio/records.ts";
import type { Levels } from "#audio/tasks/measure/levels.ts";
import { useLocale } from "../../i18n/context.tsx";
import figures from "../layout/figures.module.css";
import css from "../layout/kit.module.css";
import { EngineInfo } from "./EngineInfo.tsx";

/** Findings of effects that are shown if they are present. */
const SHOWN_FINDINGS = [
  "delayMilliseconds",
  "removedSeconds",
  "decaySeconds",
  "clippedSeconds",
] as const;
const ROWS = ["lufs", "truePeak", "aboveNoise"] as const;

/** Measurements before and after. */
export function Measurements({
  record,
  children,
}: {
  readonly record: RunRecord;
  /** What the measurements are of. */
  readonly children: ReactNode;
}) {
  const { t, format } = useLocale();
  // After pauses were removed, the quiet parts are different ones, so that noise cannot be
  // compared.
  const { before, after, findings, frames } = record;
  const found = SHOWN_FINDINGS.flatMap((name) => {
    const value = findings?.figures?.[name];
    if (value === undefined || !Number.isFinite(value)) return [];
    return [t(`panel-kit:found.${name}`, { value, time: format.duration(value) })];
  });
  const text = (name: (typeof ROWS)[number], levels: Levels): string => {
    // The level of the noise relative to loudness. Pauses may be digital silence: −∞ dB.
    if (name === "aboveNoise") return format.decibels(levels.lufs - levels.noise);
    const value = levels[name];
    if (!Number.isFinite(value)) return "–";
    return t(`panel-kit:unit.${name === "lufs" ? "LUFS" : "dBTP"}`, { value });
  };
  return (
    <>
      {found.length > 0 && <p className={css["soft"]}>{found.join(" · ")}</p>}
      <table className={figures["figures"]}>
        <thead>
          <tr>
            <th scope="col">{t("panel-kit:figure.title")}</th>
            <th scope="col">{t("common:sound.before")}</th>
            <th scope="col">{t("common:sound.after")}</th>
          </tr>
        </thead>
        <tbody>
          {ROWS.filter((name) => name !== "aboveNoise" || frames[0] === frames[1]).map((name) => (
            <tr key={name}>
              <th scope="row">{t(`panel-kit:figure.${name}`)}</th>
              <td>
                <bdi dir="ltr">{text(name, before)}</bdi>
              </td>
              <td>
                <bdi dir="ltr">{text(name, after)}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {children}
      <EngineInfo model={record.model} runsWith={record.runsWith} />
    </>
  );
}
