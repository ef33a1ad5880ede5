import type { ReactNode } from "react";
import css from "./kit.module.css";

/**
 * The layout of a panel: what is heard or seen and, beside it if there is enough room, its
 * settings. Each of the two scrolls on its own there; the action bar below never moves.
 */
export function PanelLayout({
  children,
  top,
  settings,
  wide = false,
}: {
  readonly children: ReactNode;
  /** Over the whole width, always in view; the settings are then narrower. */
  readonly top?: ReactNode;
  /** Missing if the sound includes its settings; the space is reserved while they are null. */
  readonly settings?: ReactNode;
  /** Whether the sound takes the whole width, with the settings below it. */
  readonly wide?: boolean | undefined;
}) {
  const hasColumns = settings !== undefined && !wide;
  return (
    <div className={css["bench"]} data-layout={hasColumns ? "columns" : "one"}>
      {top && <div className={css["top"]}>{top}</div>}
      <div className={css["columns"]} data-wide={!hasColumns || undefined}>
        <div className={css["part"]}>{children}</div>
        {settings !== undefined && (
          <div className={css["part"]} data-settings="">
            {settings}
          </div>
        )}
      </div>
    </div>
  );
}
