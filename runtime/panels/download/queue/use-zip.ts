import { useT } from "#runtime/i18n/context.tsx";
import { formatText } from "#runtime/notices/notices.ts";
import {
  type Rendering,
  useRendering,
  useSaveFile,
} from "#runtime/panel-kit/save/use-rendering.ts";
import { distinctNames, zipFile } from "#runtime/panel-kit/save/zip-file.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { SteadyJob } from "#runtime/contract/job.ts";
import { faultText } from "#runtime/contract/texts.ts";

interface SavePicker {
  showSaveFilePicker?: (options: {
    readonly suggestedName: string;
  }) => Promise<{ createWritable(): Promise<WritableStream<Uint8Array>> }>;
}

/** Saves all downloads as one ZIP file, with a report of missing ones. */
export function useZip(): {
  readonly save: (all: readonly SteadyJob[]) => void;
} & Pick<Rendering, "done" | "isMade"> {
  const t = useT();
  const { jobs } = useWorkspace();
  const { start, done, isMade } = useRendering();
  const saveFile = useSaveFile();
  const reportOf = (all: readonly SteadyJob[], names: ReadonlyMap<string, string>): string => {
    const lines = all.map((job) => {
      const name = names.get(job.id);
      const why = job.error
        ? formatText(faultText(job.error), t)
        : t(`workspace:state.${job.state}`);
      return name === undefined
        ? `– ${job.title}: ${why}${job.text === null ? "" : `\r\n  ${job.text}`}`
        : `+ ${name}`;
    });
    const head = t("panel-download:doneOf", { done: names.size, all: all.length });
    return [head, "", ...lines, ""].join("\r\n");
  };
  return {
    done,
    isMade,
    save: (all) =>
      start(async ({ signal, onProgress }) => {
        const picker = globalThis as unknown as SavePicker;
        const name = "downloads.zip";
        // Called first, because the picker requires user activation.
        const target = await picker
          .showSaveFilePicker?.({ suggestedName: name })
          .then((handle) => handle.createWritable());
        const names = new Map<string, string>();
        const distinct = distinctNames();
        async function* files() {
          for (const [at, job] of all.entries()) {
            signal.throwIfAborted();
            onProgress(at / all.length);
            const result = job.results.find(({ state }) => state !== "missing");
            if (job.state !== "done" || !result) continue;
            const file = await jobs.openResult(result);
            names.set(job.id, distinct(result.name));
            yield { name: names.get(job.id)!, input: file };
          }
          yield { name: "report.txt", input: `\uFEFF${reportOf(all, names)}` };
        }
        if (!target) return saveFile(await zipFile(files(), signal), name);
        const { downloadZip } = await import("client-zip");
        return downloadZip(files()).body!.pipeTo(target, { signal });
      }),
  };
}
