import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { Notice } from "#runtime/ui/Feedback.tsx";
import css from "./lyrics.module.css";
import type { Timing } from "./use-lyrics.ts";

/** The state of the synchronization, with a button that repeats it. */
export function TimingNote({
  timing,
  canTime,
  onTime,
}: {
  readonly timing: Timing;
  readonly canTime: boolean;
  readonly onTime: () => void;
}) {
  const { t, format } = useLocale();
  const again = (
    <Button small onClick={onTime}>
      {t("panel-karaoke:timing.again")}
    </Button>
  );
  if (timing.state === "busy")
    return (
      <output className={css["soft"]} data-timing="">
        {t("panel-karaoke:timing.busy")}
        {timing.done !== null && ` · ${format.percent(timing.done)}`}
      </output>
    );
  if (timing.state === "failed")
    return (
      <Notice weight="bad" actions={again}>
        {t("panel-karaoke:timing.failed")}
      </Notice>
    );
  if (timing.state === "unlike")
    return (
      <Notice weight="attention" actions={again}>
        {t("panel-karaoke:timing.unlike")}
      </Notice>
    );
  return canTime ? <div>{again}</div> : null;
}
