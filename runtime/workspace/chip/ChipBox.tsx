import X from "lucide-react/icons/x";
import type { ReactNode } from "react";
import { useT } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import { ProgressArc } from "../../ui/Feedback.tsx";
import css from "./work-chip.module.css";

/** A way back into the workspace, fixed above the page. */
export function ChipBox({
  label,
  progress,
  title,
  facts,
  back,
  onOpen,
  onDismiss,
  children,
}: {
  readonly label: string;
  /** 0 to 1; null if unknown. */
  readonly progress: number | null;
  readonly title: string;
  readonly facts: ReactNode;
  /** What the button does, for screen readers; missing if the facts say it. */
  readonly back?: string | null;
  readonly onOpen: () => void;
  /** Missing while it cannot be hidden. */
  readonly onDismiss?: (() => void) | null;
  readonly children?: ReactNode;
}) {
  const t = useT();
  return (
    <aside className={css["chip"]} aria-label={label} data-chip="">
      <button type="button" className={css["back"]} onClick={onOpen}>
        <span aria-hidden="true">
          <ProgressArc value={progress} label="" size={40} />
        </span>
        <span className={css["text"]}>
          <bdi className={css["name"]}>{title}</bdi>
          <span className={css["facts"]}>{facts}</span>
        </span>
        {back && <span className="visually-hidden">{back}</span>}
      </button>
      {onDismiss && (
        <IconButton label={t("account:notices.dismiss")} onClick={onDismiss}>
          <X />
        </IconButton>
      )}
      {children}
    </aside>
  );
}
