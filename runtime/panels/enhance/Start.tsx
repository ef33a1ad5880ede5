import { useStore } from "zustand";
import { JobStart } from "../../workspace/JobStart.tsx";
import { useT } from "../../i18n/context.tsx";
import { useWorkspace } from "../../workspace/Context.tsx";
import type { Job, Json, PanelProps, TrayFile } from "../../workspace/types.ts";
import { chosenOf, writtenAs } from "./params.ts";
import type { Setup } from "./use-setup.ts";

/** Starts the work on the files. */
export function Start({
  tool,
  preset,
  input,
  jobs,
  setup,
  again,
  ...earlier
}: Pick<PanelProps, "tool" | "preset" | "jobs"> & {
  readonly input: readonly TrayFile[];
  /** Jobs of this tool. */
  readonly earlier: readonly Job[];
  /** Seconds of a file of the tray; null where nobody knows. */
  readonly lengthOf: (fileId: string) => number | null;
  readonly setup: Setup;
  /** Whether there is a result already. */
  readonly again: boolean;
}) {
  const t = useT();
  const { models } = useWorkspace();
  const { effect, values, output, model } = setup;
  const isModelHere = useStore(
    models,
    ({ entries }) => model === null || entries[model.id]?.state === "kept",
  );
  const action = t(`panel-enhance:start.${preset}`);
  return (
    <JobStart
      tool={tool}
      jobs={jobs}
      input={input}
      run={{
        panel: "enhance",
        preset,
        params: {
          values,
          output: writtenAs(output),
          ...(model && { model: chosenOf(model) as unknown as Json }),
        },
      }}
      action={
        input.length > 1 ? t("panel-enhance:startMany", { action, count: input.length }) : action
      }
      disabled={effect === null || !isModelHere}
      note={isModelHere ? null : t("panel-enhance:quality.needed")}
      estimated={{ effect: preset, ...earlier }}
      again={again}
    />
  );
}
