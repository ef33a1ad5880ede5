import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import type { SteadyJob } from "../../contract/job.ts";
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
  const { t, format } = useLocale();
  const { zip, done } = useSaving();
  const results = jobs
    .filter(({ state }) => state === "done")
    .flatMap((job) => job.results)
    .filter(({ state }) => state !== "missing");
  if (results.length < 2) return null;
  return (
    <div>
      <Button busy={done !== null} onClick={() => zip(results, `${name}.zip`)}>
        {done === null
          ? t("workspace:queue.saveAll", { count: results.length })
          : t("panel-kit:converting", { part: format.percent(done) })}
      </Button>
    </div>
  );
}
