import TriangleAlert from "lucide-react/icons/triangle-alert";
import { Fragment } from "react";
import type { RunRecord } from "#runtime/audio/records.ts";
import { useLocale } from "#runtime/i18n/context.tsx";
import figures from "../../../panel-kit/layout/figures.module.css";
import type { GainPlan } from "../parts/gain-plan.ts";
import css from "../parts/panel.module.css";
import type { LevelsById } from "./use-levels.ts";
import { MeasuredSound } from "#runtime/panel-kit/result/MeasuredSound.tsx";
import { savedRecord } from "#runtime/panel-kit/save/saved-levels.ts";
import type { JobResult, TrayFile } from "#runtime/contract/file.ts";

/**
 * The widest level: digits have equal widths, and a level has at most three before the decimal
 * point.
 */
const WIDEST_LEVEL = -888.8;

/** Loudness and peak of each file: measured, expected, and measured in the result. */
export function LevelTable({
  files,
  levels,
  measured,
  plans,
}: {
  readonly files: readonly TrayFile[];
  readonly levels: LevelsById;
  /** Results by file id. */
  readonly measured: ReadonlyMap<
    string,
    { readonly record: RunRecord; readonly result: JobResult }
  >;
  /** Plans by file id. */
  readonly plans: ReadonlyMap<string, GainPlan>;
}) {
  const { t } = useLocale();
  const unit = (name: "lufs" | "truePeak", value: number | null | undefined): string =>
    value === undefined || value === null || !Number.isFinite(value)
      ? "–"
      : t(`panel-editor:unit.${name}`, { value });
  const widest = (["lufs", "truePeak"] as const).map((name) => unit(name, WIDEST_LEVEL)).join("\n");
  const measuring = t("panel-editor:figure.measuring");
  const hasResults = files.some(({ id }) => measured.has(id));
  return (
    <div className={css["levels"]}>
      {files.map(({ id, name }) => {
        const known = levels.get(id);
        const plan = plans.get(id);
        const made = measured.get(id);
        const result = made && savedRecord(made.record, made.result).record.after;
        return (
          <Fragment key={id}>
            <table className={figures["figures"]}>
              <caption>
                <bdi>{name}</bdi>
                {plan?.clips && (
                  <span className={css["warn"]}>
                    <TriangleAlert size={16} aria-hidden="true" /> {t("panel-editor:clip.short")}
                  </span>
                )}
              </caption>
              <thead>
                <tr>
                  <th scope="col">{t("panel-kit:figure.title")}</th>
                  <th scope="col">{t("panel-editor:figure.now")}</th>
                  <th scope="col">{t("panel-editor:figure.expected")}</th>
                  {hasResults && <th scope="col">{t("panel-kit:result")}</th>}
                </tr>
              </thead>
              <tbody>
                {(["lufs", "truePeak"] as const).map((row) => (
                  <tr key={row}>
                    <th scope="row">{t(`panel-kit:figure.${row}`)}</th>
                    <td data-reserve={`${measuring}\n${widest}`}>
                      {known === undefined ? (
                        measuring
                      ) : (
                        <bdi dir="ltr">{unit(row, known?.[row])}</bdi>
                      )}
                    </td>
                    <td
                      data-reserve={`${measuring}\n${widest}`}
                      data-clips={(row === "truePeak" && plan?.clips) || undefined}
                    >
                      {plan?.[row] === null ? (
                        measuring
                      ) : (
                        <bdi dir="ltr">{unit(row, plan?.[row])}</bdi>
                      )}
                    </td>
                    {hasResults && (
                      <td data-reserve={widest}>
                        <bdi dir="ltr">{unit(row, result?.[row])}</bdi>
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
            {made && <MeasuredSound {...made} />}
          </Fragment>
        );
      })}
    </div>
  );
}
