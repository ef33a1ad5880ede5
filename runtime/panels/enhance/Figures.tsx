import type { RunRecord } from "../../audio/records.ts";
import { useLocale } from "../../i18n/context.tsx";
import css from "./panel.module.css";

const ROWS = ["lufs", "truePeak", "noise"] as const;

/** What was measured before and after. */
export function Figures({ record: { before, after } }: { readonly record: RunRecord }) {
  const { t, format } = useLocale();
  const text = (name: (typeof ROWS)[number], value: number): string =>
    Number.isFinite(value)
      ? name === "noise"
        ? format.decibels(value)
        : t(`panel-enhance:unit.${name === "lufs" ? "LUFS" : "dBTP"}`, { value })
      : "–";
  return (
    <table className={css["figures"]}>
      <thead>
        <tr>
          <th scope="col">{t("panel-enhance:figure.title")}</th>
          <th scope="col">{t("common:sound.before")}</th>
          <th scope="col">{t("common:sound.after")}</th>
        </tr>
      </thead>
      <tbody>
        {ROWS.map((name) => (
          <tr key={name}>
            <th scope="row">{t(`panel-enhance:figure.${name}`)}</th>
            <td>{text(name, before[name])}</td>
            <td>{text(name, after[name])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
