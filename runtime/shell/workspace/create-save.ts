import { startResourceDownload } from "../../services/resource-download-window.ts";
import type { WorkspaceDeps } from "../../contract/context.ts";
import type { Application } from "../../application/application.ts";

/** Saves files to the visitor's device, and counts saved results. */
export function createSave(
  { shell, data }: Pick<Application, "shell" | "data">,
  window: Window & typeof globalThis,
): Pick<WorkspaceDeps, "save" | "saveCopy"> {
  const download = startResourceDownload(window, data.services.resources);
  const saveCopy = (file: Blob, filename: string): Promise<boolean> =>
    new Promise((resolve) => {
      let saved = true;
      void download({
        source: file,
        filename,
        onError: () => (saved = false),
        onComplete: () => resolve(saved),
      });
    });
  return {
    saveCopy,
    async save(file, filename) {
      const saved = await saveCopy(file, filename);
      if (saved) shell.track("result_saved");
      return saved;
    },
  };
}
