import Download from "lucide-react/icons/download";
import { useEffect, useRef, useState } from "react";
import { estimateSize } from "../../audio/estimate-size.ts";
import type { RunRecord } from "../../audio/records.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { OutputFormat } from "../../audio/worker/formats.ts";
import { OUTPUT_FORMATS } from "../../audio/worker/formats.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { useWorkspace } from "../../workspace/Context.tsx";
import { FaultError } from "../../workspace/fault.ts";
import { createPatchwork } from "../../workspace/session/patchwork.ts";
import { thrownText } from "../../workspace/tray-actions.ts";
import type { SinkChunk } from "../../workspace/job-runner.ts";
import type { JobResult } from "../../workspace/types.ts";
import css from "./panel.module.css";
import { OutputSelect } from "./Settings.tsx";

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

  async function convert(file: File, signal: AbortSignal): Promise<Blob> {
    const bytes = createPatchwork();
    const sink = new WritableStream<SinkChunk>({
      write(chunk) {
        if ("position" in chunk) bytes.write(chunk.position, chunk.data);
      },
    });
    await sharedEngine().run(
      { effect: null, file, values: {}, output },
      { signal, sink, onProgress: (part) => setDone(part ?? 0) },
    );
    return new Blob([bytes.toBlob()], { type: OUTPUT_FORMATS[output].type });
  }
  const run = async (): Promise<void> => {
    if (done !== null) return;
    abort.current = new AbortController();
    const { signal } = abort.current;
    try {
      const file = await jobs.openResult(result);
      let blob: Blob = file;
      if (output !== written) {
        setDone(0);
        blob = await convert(file, signal);
      }
      const name = result.name.replace(/\.[^.]*$/, `.${OUTPUT_FORMATS[output].ending}`);
      if (!(await save(blob, name))) notices.warn("errors:download");
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
          ? t("panel-enhance:download")
          : t("panel-enhance:converting", { part: format.percent(done) })}
      </Button>
      {size !== null && (
        <span className={css["size"]}>
          {output === written ? format.bytes(size) : `≈ ${format.bytes(size)}`}
        </span>
      )}
    </div>
  );
}
