import { useLocale } from "../i18n/context.tsx";
import type { Sheet } from "./panes.ts";
import css from "./rail.module.css";
import { usePaneButtons } from "./use-pane-buttons.ts";

/** In place of files and queue where a panel needs the width: their counts, which open them. */
export function Rail({ onOpen }: { readonly onOpen: (pane: Sheet) => void }) {
  const { t, format } = useLocale();
  const { entries, overall } = usePaneButtons();
  return (
    <nav className={css["rail"]} aria-label={t("workspace:bar.rail")}>
      {entries.map(([pane, Icon, name, number]) => (
        <button
          key={pane}
          type="button"
          className={css["button"]}
          data-bar={pane}
          aria-expanded={false}
          title={name}
          onClick={() => onOpen(pane)}
        >
          <Icon size={20} aria-hidden="true" />
          <span className="visually-hidden">{name} </span>
          {number !== null && number > 0 && (
            <span className={css["count"]}>{format.number(number)}</span>
          )}
          {pane === "queue" && overall !== null && (
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
