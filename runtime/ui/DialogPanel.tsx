import type { ReactNode } from "react";
import css from "./dialog-panel.module.css";

/** The visible panel of a dialog; `Dialog` wraps it in a `<dialog>`. */
export function DialogPanel({
  titleId,
  title,
  children,
  actions,
  corner,
}: {
  readonly titleId: string;
  readonly title: string;
  readonly children: ReactNode;
  readonly actions?: ReactNode;
  /** Beside the title: the close button. */
  readonly corner?: ReactNode;
}) {
  return (
    <div className={css["dialog"]}>
      <div className={css["head"]}>
        <h2 className={css["title"]} id={titleId} tabIndex={-1} data-title="">
          {title}
        </h2>
        {corner}
      </div>
      {children && <div className={css["body"]}>{children}</div>}
      {actions && <div className={css["actions"]}>{actions}</div>}
    </div>
  );
}
