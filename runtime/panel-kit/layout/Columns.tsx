import type { ReactNode } from "react";
import css from "./kit.module.css";

/**
 * The sound and, beside it if there is enough room, the settings. The container is the panel
 * (`ToolPanel`).
 */
export function Columns({
  children,
  aside,
  wide = false,
}: {
  readonly children: ReactNode;
  /** Settings and start button; the space is reserved while it is empty. */
  readonly aside: ReactNode;
  /** Whether the sound takes the whole width, with the settings below it. */
  readonly wide?: boolean | undefined;
}) {
  return (
    <div className={css["columns"]} data-wide={wide || undefined}>
      <div className={css["part"]}>{children}</div>
      <div className={css["part"]}>{aside}</div>
    </div>
  );
}
