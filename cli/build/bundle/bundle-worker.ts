import fs from "node:fs";
import path from "node:path";
import { type InlineConfig, type Rolldown, build } from "vite";
import type { Overlay } from "../../files/code-layers.ts";
import { WORKER_FILE } from "./bundle.ts";

/**
 * Bundles the site's service worker, if there is one, into a single script. The script references
 * no
 * other file, so it changes only with its own code.
 * @param folder output folder
 * @returns the script's name, if the site has a service worker
 */
export async function bundleWorker(
  shared: InlineConfig,
  overlay: Overlay,
  folder: string,
): Promise<string[]> {
  const entry = overlay.entry("service-worker/service-worker.ts");
  if (entry === undefined) return [];
  const result = (await build({
    ...shared,
    build: {
      write: false,
      target: "es2022",
      modulePreload: false,
      reportCompressedSize: false,
      rolldownOptions: {
        input: entry,
        // Not every browser supports module service workers.
        output: { format: "iife", entryFileNames: WORKER_FILE, codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const { code } = result.output[0];
  fs.writeFileSync(path.join(folder, WORKER_FILE), code);
  return [WORKER_FILE];
}
