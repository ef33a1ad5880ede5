import LayoutGrid from "lucide-react/icons/layout-grid";
import { useLocale } from "../i18n/context.tsx";
import css from "./pane-bar.module.css";
import type { Sheet } from "./panes.ts";
import { type PaneButton, usePaneButtons } from "./use-pane-buttons.ts";

/** On narrow screens, the bar that opens the other panes (WSP-4). */
export function PaneBar({
  open,
  onToggle,
}: {
  readonly open: Sheet | null;
  readonly onToggle: (sheet: Sheet) => void;
}) {
  const { t, format } = useLocale();
  const { entries: others, overall } = usePaneButtons();
  const entries: readonly PaneButton[] = [
    ["menu", LayoutGrid, t("workspace:bar.menu"), null],
    ...others,
  ];
  return (
    <nav className={css["bar"]} aria-label={t("workspace:bar.label")}>
      {entries.map(([sheet, Icon, name, number]) => (
        <button
          key={sheet}
          type="button"
          className={css["button"]}
          data-bar={sheet}
          aria-expanded={open === sheet}
          onClick={() => onToggle(sheet)}
        >
          <Icon size={20} aria-hidden="true" />
          <span>
            {name}
            {number !== null && number > 0 && (
              <span className={css["count"]}> {format.number(number)}</span>
            )}
          </span>
          {sheet === "queue" && overall !== null && (
            <svg
              className={css["progress"]}
              viewBox="0 0 100 3"
              preserveAspectRatio="none"
              aria-hidden="true"
            >
              <rect width={Math.max(3, overall.part * 100)} height="3" />
            </svg>
          )}
        </button>
      ))}
    </nav>
  );
}
