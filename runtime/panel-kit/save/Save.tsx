import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import { estimateSize } from "../../audio/estimate-size.ts";
import type { RunRecord } from "../../audio/records.ts";
import type { OutputFormat } from "../../../audio/media/writers/output-formats.ts";
import { OUTPUT_FORMATS } from "../../../audio/media/writers/output-formats.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import { thrownText } from "../../workspace/contract/texts.ts";
import { convertResult } from "./convert-result.ts";
import css from "../layout/kit.module.css";
import { OutputSelect } from "../settings/OutputSelect.tsx";
import type { JobResult } from "../../workspace/contract/file.ts";

const FORMATS = Object.keys(OUTPUT_FORMATS) as OutputFormat[];

/** Saves a result, as it is or in another format. */
export function Save({
  result,
  written,
  usual,
  record,
}: {
  readonly result: JobResult;
  /** The format that it has. */
  readonly written: OutputFormat;
  /** The one that is offered first. */
  readonly usual: OutputFormat;
  readonly record: RunRecord | null;
}) {
  const { t, format } = useLocale();
  const { jobs, save, notices, report } = useWorkspace();
  const [chosen, choose] = useState<OutputFormat | null>(null);
  const output = chosen ?? usual;
  const [done, setDone] = useState<number | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  const run = async (): Promise<void> => {
    if (done !== null) return;
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      let file = await jobs.openResult(result);
      if (output !== written) {
        setDone(0);
        const onProgress = (part: number | null): void => setDone(part ?? 0);
        file = await convertResult(file, output, { signal, onProgress });
      }
      if (!(await save(file, file.name))) notices.warn("errors:download");
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FaultError)) report(error);
      notices.warn(error instanceof FaultError ? thrownText(error) : "errors:job.failed");
    } finally {
      setDone(null);
    }
  };
  const size =
    output !== written && record
      ? estimateSize(output, record.output, record.frames[1] / record.output.sampleRate)
      : result.size;
  return (
    <div className={css["save"]}>
      <OutputSelect value={output} formats={FORMATS} onChange={choose} />
      <Button look="primary" icon={<Download />} busy={done !== null} onClick={() => void run()}>
        {done === null
          ? t("panel-kit:download")
          : t("panel-kit:converting", { part: format.percent(done) })}
      </Button>
      {size !== null && (
        <span className={css["size"]}>
          {output === written ? format.bytes(size) : `≈ ${format.bytes(size)}`}
        </span>
      )}
    </div>
  );
}
