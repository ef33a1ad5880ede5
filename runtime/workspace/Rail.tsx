import FileAudio from "lucide-react/icons/file-audio";
import ListChecks from "lucide-react/icons/list-checks";
import { useStore } from "zustand";
import { useWorkspace } from "../contract/context.ts";
import { useLocale } from "../i18n/context.tsx";
import { countsOf, overallOf } from "./queue/queue-view.ts";
import type { Sheet } from "./panes.ts";
import css from "./rail.module.css";

/** In place of files and queue where a panel needs the width: their counts, which open them. */
export function Rail({ onOpen }: { readonly onOpen: (pane: Sheet) => void }) {
  const { t, format } = useLocale();
  const { files, jobs } = useWorkspace();
  const count = useStore(files, (state) => state.files.length);
  const all = useStore(jobs, (state) => state.jobs);
  const { working, waiting } = countsOf(all);
  const overall = overallOf(all);
  const entries = [
    ["files", FileAudio, t("workspace:tray.title"), count],
    ["queue", ListChecks, t("workspace:queue.title"), working + waiting],
  ] as const;
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
          {number > 0 && <span className={css["count"]}>{format.number(number)}</span>}
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
