import { useLocale } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import css from "../layout/kit.module.css";
import type { PreviewState } from "./use-preview.ts";

/** State of the preview, with a button for another one. */
export function PreviewStatus({
  made: { preview, working, problem, cancel },
  isRequested: isShown,
  length,
  onRequest,
}: {
  readonly made: PreviewState;
  /** Whether a preview is requested at all. */
  readonly isRequested: boolean;
  /** Length in seconds. */
  readonly length: number;
  /** Renders a preview from the playhead on; null if it would be the same. */
  readonly onRequest: (() => void) | null;
}) {
  const { t, format } = useLocale();
  const time = format.duration(length);
  const unchanged = preview?.unchanged ?? null;
  const ready = () =>
    unchanged === "neutral"
      ? t("panel-kit:nothing.neutral")
      : t(unchanged === null ? "panel-kit:preview.ready" : "panel-kit:preview.nothing", { time });
  const text = working ? t("panel-kit:preview.working", { time }) : preview && ready();
  if (problem)
    return (
      <Notice weight="bad">
        <p>{formatText(problem, t)}</p>
      </Notice>
    );
  return (
    <div className={css["status"]}>
      <output className={css["soft"]}>{text}</output>
      {working ? (
        <Button small onClick={cancel}>
          {t("common:zone.cancel")}
        </Button>
      ) : (
        isShown &&
        onRequest && (
          <Button small onClick={onRequest}>
            {t("panel-kit:preview.here")}
          </Button>
        )
      )}
    </div>
  );
}
