import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import { useState } from "react";
import { useLocale } from "../../../i18n/context.tsx";
import { Button } from "../../../ui/Button.tsx";
import { useWorkspace } from "../../../workspace/contract/context.ts";
import { PlayButton } from "../../../panel-kit/player/PreviewLine.tsx";
import { ResultNotes } from "../../../panel-kit/result/ResultNotes.tsx";
import { thrownText } from "../../../workspace/contract/texts.ts";
import css from "./panel.module.css";
import { useRecords } from "../../../panel-kit/result/use-records.ts";
import type { Job } from "../../../workspace/contract/job.ts";
import type { JobResult } from "../../../workspace/contract/file.ts";

/** The results of jobs: each to be heard and saved, or all of them as one file. */
export function Results({
  done,
  preset,
  facts,
}: {
  readonly done: readonly Job[];
  readonly preset: string;
  /** What is shown beside a result. */
  readonly facts?: (result: JobResult) => ReactNode;
}) {
  const { t, format } = useLocale();
  const { jobs, save, notices, preview } = useWorkspace();
  const [busy, setBusy] = useState(false);
  const results = done.flatMap((job) => job.results).filter(({ state }) => state !== "missing");
  const records = useRecords(results);
  if (results.length === 0) return null;

  const saving = async (name: string, pack: () => Promise<Blob>): Promise<void> => {
    setBusy(true);
    try {
      if (!(await save(await pack(), name))) notices.warn("errors:download");
    } catch (error) {
      notices.warn(thrownText(error));
    } finally {
      setBusy(false);
    }
  };
  const zip = async (): Promise<Blob> => {
    const { downloadZip } = await import("client-zip");
    const files = await Promise.all(results.map((result) => jobs.openResult(result)));
    return downloadZip(distinct(files)).blob();
  };
  return (
    <section className={css["results"]} aria-label={t("panel-editor:results")}>
      <h2 className={css["title"]}>{t("panel-editor:results")}</h2>
      <ul className={`${css["list"]} ${css["files"]}`}>
        {results.map((result) => (
          <li key={result.id}>
            <PlayButton
              id={result.id}
              name={result.name}
              disabled={false}
              onPlay={() => preview.toggle(result.id, () => jobs.openResult(result))}
            />
            <span className={css["what"]}>
              <bdi>{result.name}</bdi>
              <span className={css["soft"]}>
                {facts?.(result)} {format.bytes(result.size)}
              </span>
            </span>
            <Button
              small
              icon={<Download />}
              aria-label={t("panel-editor:downloadOne", { name: result.name })}
              onClick={() => void saving(result.name, () => jobs.openResult(result))}
            >
              {t("panel-kit:download")}
            </Button>
            <div className={css["notes"]}>
              <ResultNotes notes={records.get(result.id)?.notes} />
            </div>
          </li>
        ))}
      </ul>
      {results.length > 1 && (
        <div className={css["row"]}>
          <Button
            look="primary"
            icon={<Download />}
            busy={busy}
            onClick={() => void (busy || saving(`${preset}.zip`, zip))}
          >
            {t("panel-editor:zip", { count: results.length })}
          </Button>
        </div>
      )}
    </section>
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
