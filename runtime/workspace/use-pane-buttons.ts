import FileAudio from "lucide-react/icons/file-audio";
import ListChecks from "lucide-react/icons/list-checks";
import { useStore } from "zustand";
import { useWorkspace } from "../contract/context.ts";
import { useT } from "../i18n/context.tsx";
import type { Sheet } from "./panes.ts";
import { countsOf, overallOf } from "./queue/queue-view.ts";

/** A pane with its icon, its name, and the number of its entries; null without one. */
export type PaneButton = readonly [
  pane: Sheet,
  Icon: typeof FileAudio,
  name: string,
  number: number | null,
];

/** Files and queue as buttons show them: icon, name and number; and the progress of all jobs. */
export function usePaneButtons(): {
  readonly entries: readonly PaneButton[];
  readonly overall: ReturnType<typeof overallOf>;
} {
  const t = useT();
  const { files, jobs } = useWorkspace();
  const count = useStore(files, (state) => state.files.length);
  const all = useStore(jobs, (state) => state.jobs);
  const { working, waiting } = countsOf(all);
  return {
    entries: [
      ["files", FileAudio, t("workspace:tray.title"), count],
      ["queue", ListChecks, t("workspace:queue.title"), working + waiting],
    ],
    overall: overallOf(all),
  };
}
