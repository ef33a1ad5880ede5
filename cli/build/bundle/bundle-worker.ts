import fs from "node:fs";
import path from "node:path";
import { type InlineConfig, type Rolldown, build } from "vite";
import type { Overlay } from "../../files/code-layers.ts";
import { WORKER_FILE } from "./bundle.ts";

/**
 * Bundles the site's service worker into one script, where the site has one. It names no other file,
 * so that it changes with its own code alone.
 * @param folder where it is written
 * @returns its name, or nothing
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
        // Not every browser takes modules here.
        output: { format: "iife", entryFileNames: WORKER_FILE, codeSplitting: false },
      },
    },
  })) as Rolldown.RolldownOutput;
  const { code } = result.output[0];
  fs.writeFileSync(path.join(folder, WORKER_FILE), code);
  return [WORKER_FILE];
}
