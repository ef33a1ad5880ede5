import type { OutputFormat } from "#audio/media/writers/output-formats.ts";
import { useSaving } from "#runtime/panel-kit/save/use-saving.ts";
import type { PanelProps } from "#runtime/contract/panel.ts";
import { type ExportPart, exportOf } from "./edit-export.ts";
import type { EditorStore } from "./edit-store.ts";

/** Exports a project in a job and saves the result when it is done; several files are saved as one ZIP. */
export function useExport(
  store: EditorStore,
  { tool, jobs }: Pick<PanelProps, "tool" | "jobs">,
): {
  readonly run: (part: ExportPart, output: OutputFormat) => void;
  readonly isBusy: boolean;
} {
  const { saveWhenDone, done } = useSaving();
  return {
    run(part, output) {
      if (done !== null) return;
      const state = store.getState();
      const spec = exportOf(state, part, output);
      const id = jobs.enqueue({ ...spec, tool: tool.slug, title: state.name, cost: 0 });
      saveWhenDone([id], "edit.zip");
    },
    isBusy: done !== null,
  };
}
