import type { ReactNode } from "react";
import css from "./kit.module.css";

/**
 * What is heard, and what is set beside it where there is room, else below it. Its room is that of the
 * panel (`ToolPanel`).
 */
export function Columns({
  children,
  aside,
  wide = false,
}: {
  readonly children: ReactNode;
  /** Settings, and what starts the work; its place is held while it is empty. */
  readonly aside: ReactNode;
  /** Whether what is heard needs all the room: what is set comes below it then. */
  readonly wide?: boolean | undefined;
}) {
  return (
    <div className={css["columns"]} data-wide={wide || undefined}>
      <div className={css["part"]}>{children}</div>
      <div className={css["part"]}>{aside}</div>
    </div>
  );
}
