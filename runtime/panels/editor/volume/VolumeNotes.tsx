import { useT } from "#runtime/i18n/context.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import type { GainPlan } from "../parts/gain-plan.ts";
import css from "../parts/panel.module.css";

/** dB from which a limiter is heard. */
const MUCH = 6;

/** What becomes of the peaks. It is known when the files have been measured, and moves nothing where it comes last. */
export function VolumeNotes({
  hasLimiter,
  plans,
}: {
  readonly hasLimiter: boolean;
  /** What will be done to each file that has been measured. */
  readonly plans: readonly GainPlan[];
}) {
  const t = useT();
  const clipping = plans.filter(({ clips }) => clips);
  const most = plans.reduce((sum, { limited }) => Math.max(sum, limited), 0);
  const over = clipping.reduce((peak, { truePeak }) => Math.max(peak, truePeak), -Infinity);
  // Of several files, the one that falls shortest.
  const [short] = plans
    .filter(({ missed }) => missed !== null)
    .sort((one, other) => one.lufs! - other.lufs!);
  return (
    <>
      {short && (
        <Notice weight="attention">
          <p>{t("panel-editor:limited.short", { target: short.missed, value: short.lufs })}</p>
        </Notice>
      )}
      {clipping.length > 0 && (
        <Notice weight="attention" title={t("panel-editor:clip.title")}>
          <p>{t("panel-editor:clip.text", { value: over })}</p>
        </Notice>
      )}
      {hasLimiter && most > 0.05 && (
        <p className={css["soft"]}>
          {t(most > MUCH ? "panel-editor:limited.much" : "panel-editor:limited.some", {
            value: most,
          })}
        </p>
      )}
    </>
  );
}
