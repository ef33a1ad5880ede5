import CircleAlert from "lucide-react/icons/circle-alert";
import CircleCheck from "lucide-react/icons/circle-check";
import Info from "lucide-react/icons/info";
import TriangleAlert from "lucide-react/icons/triangle-alert";
import type { ReactNode } from "react";
import type { Weight } from "./Feedback.tsx";
import css from "./toast.module.css";

const WEIGHT_ICONS = {
  plain: Info,
  good: CircleCheck,
  bad: TriangleAlert,
  attention: CircleAlert,
} as const;

/** A short message above all content; its container determines how screen readers announce it. */
export function Toast({
  weight = "plain",
  title,
  children,
  actions,
  corner,
  brief = false,
}: {
  readonly weight?: Weight;
  readonly title?: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Beside the text: the dismiss button. */
  readonly corner?: ReactNode;
  /** On a narrow screen only the title and the actions are visible. */
  readonly brief?: boolean;
}) {
  const Icon = WEIGHT_ICONS[weight];
  return (
    <div className={`${css["toast"]} ${css[weight]}`} data-brief={brief || undefined}>
      <Icon className={css["icon"]} size={20} aria-hidden="true" />
      <div className={css["text"]}>
        {title && <strong className={css["title"]}>{title}</strong>}
        <div className={css["words"]}>{children}</div>
        {actions && <div className={css["actions"]}>{actions}</div>}
      </div>
      {corner && <div className={css["corner"]}>{corner}</div>}
    </div>
  );
}
