import { useT } from "../../i18n/context.tsx";
import type { SteadyJob } from "../../contract/job.ts";
import { SaveButton } from "./SaveButton.tsx";
import { useSaving } from "./use-saving.ts";

/** Saves all results of a tool as one file. */
export function SaveAll({
  name,
  jobs,
}: {
  /** File name without extension. */
  readonly name: string;
  readonly jobs: readonly SteadyJob[];
}) {
  const t = useT();
  const saving = useSaving();
  const results = jobs
    .filter(({ state }) => state === "done")
    .flatMap((job) => job.results)
    .filter(({ state }) => state !== "missing");
  if (results.length < 2) return null;
  return (
    <div>
      <SaveButton
        label={t("workspace:queue.saveAll", { count: results.length })}
        rendering={saving}
        onClick={() => saving.zip(results, `${name}.zip`)}
      />
    </div>
  );
}
