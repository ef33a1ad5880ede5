import { useT } from "#runtime/i18n/context.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import type { GainPlan } from "../parts/gain-plan.ts";
import css from "../parts/panel.module.css";

/** Gain reduction from which a limiter is audible, in dB. */
const AUDIBLE_REDUCTION = 6;

/**
 * Notes about peaks. They appear after the files are measured, and stand last so that nothing
 * moves.
 */
export function VolumeNotes({
  hasLimiter,
  plans,
}: {
  readonly hasLimiter: boolean;
  /** Plans of all measured files. */
  readonly plans: readonly GainPlan[];
}) {
  const t = useT();
  const clipping = plans.filter(({ clips }) => clips);
  const maxReduction = plans.reduce((sum, { limited }) => Math.max(sum, limited), 0);
  const maxPeak = clipping.reduce((peak, { truePeak }) => Math.max(peak, truePeak), -Infinity);
  // The note is about the file that misses the target by the most.
  const [furthest] = plans
    .filter(({ missedTarget: missed }) => missed !== null)
    .sort((one, other) => one.lufs! - other.lufs!);
  return (
    <>
      {furthest && (
        <Notice weight="attention">
          <p>
            {t("panel-editor:limited.short", {
              target: furthest.missedTarget,
              value: furthest.lufs,
            })}
          </p>
        </Notice>
      )}
      {clipping.length > 0 && (
        <Notice weight="attention" title={t("panel-editor:clip.title")}>
          <p>{t("panel-editor:clip.text", { value: maxPeak })}</p>
        </Notice>
      )}
      {hasLimiter && maxReduction > 0.05 && (
        <p className={css["soft"]}>
          {t(
            maxReduction > AUDIBLE_REDUCTION
              ? "panel-editor:limited.much"
              : "panel-editor:limited.some",
            {
              value: maxReduction,
            },
          )}
        </p>
      )}
    </>
  );
}
