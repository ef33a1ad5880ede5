import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { ProgressArc } from "#runtime/ui/Feedback.tsx";
import css from "../context/edit.module.css";

/** Progress of work on clips, with a button that cancels it. */
export function WorkProgress({
  done,
  onCancel,
}: {
  /** From 0 to 1; null while nothing runs. */
  readonly done: number | null;
  readonly onCancel: () => void;
}) {
  const { t, format } = useLocale();
  if (done === null) return null;
  return (
    <div className={css["row"]}>
      <ProgressArc value={done} label={t("panel-editor:progress")} size={48} />
      <span>{format.percent(done)}</span>
      <Button small onClick={onCancel}>
        {t("common:zone.cancel")}
      </Button>
    </div>
  );
}
