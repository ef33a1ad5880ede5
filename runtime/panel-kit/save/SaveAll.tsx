import { useState } from "react";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { thrownText } from "../../workspace/contract/texts.ts";
import type { Job } from "../../workspace/contract/job.ts";

/** All results of this tool as one file. */
export function SaveAll({
  name,
  jobs,
  open,
}: {
  /** Of the file, without ending. */
  readonly name: string;
  readonly jobs: readonly Job[];
  /** What is saved in place of a result, where it is not the result itself. */
  readonly open?: (result: File, job: Job) => Promise<File>;
}) {
  const { t } = useLocale();
  const { jobs: store, save, notices } = useWorkspace();
  const [busy, setBusy] = useState(false);
  const results = jobs
    .filter(({ state }) => state === "done")
    .flatMap((job) => job.results.map((result) => ({ job, result })))
    .filter(({ result }) => result.state !== "missing");
  if (results.length < 2) return null;
  const pack = async (): Promise<void> => {
    setBusy(true);
    try {
      const { downloadZip } = await import("client-zip");
      const files: File[] = [];
      for (const { job, result } of results) {
        const file = await store.openResult(result);
        files.push(open ? await open(file, job) : file);
      }
      const blob = await downloadZip(distinct(files)).blob();
      if (!(await save(blob, `${name}.zip`))) notices.warn("errors:download");
    } catch (error) {
      notices.warn(thrownText(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <Button busy={busy} onClick={() => void (busy || pack())}>
        {t("workspace:queue.saveAll", { count: results.length })}
      </Button>
    </div>
  );
}

/** Files of one name get a number each. */
function distinct(files: readonly File[]): { readonly name: string; readonly input: File }[] {
  const seen = new Map<string, number>();
  return files.map((input) => {
    const count = (seen.get(input.name) ?? 0) + 1;
    seen.set(input.name, count);
    const name = count === 1 ? input.name : input.name.replace(/(\.[^.]*)?$/, ` (${count})$1`);
    return { name, input };
  });
}
