import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { cloneTree } from "#cli/files/files.ts";
import { serveSite } from "./serve.ts";

declare module "vitest" {
  export interface ProvidedContext {
    /** Address of the preview server, without a slash at the end. */
    url: string;
    /** Folder with the built site. */
    dist: string;
  }
}

const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * Serves a copy of the built site, so that a build meanwhile does not change what is tested. The
 * environment variable TOOLKIT_E2E_SITE names another folder than `dist`.
 */
export default async function setup({ provide }: TestProject): Promise<() => Promise<void>> {
  const built = path.resolve(ROOT, process.env["TOOLKIT_E2E_SITE"] ?? "dist");
  if (!fs.existsSync(built)) {
    const { status } = spawnSync(process.execPath, ["bin/toolkit.mjs", "build"], {
      cwd: ROOT,
      stdio: "inherit",
    });
    if (status !== 0) throw new Error("The site could not be built");
  }
  const scratch = path.join(ROOT, ".toolkit/tests");
  fs.mkdirSync(scratch, { recursive: true });
  const folder = fs.mkdtempSync(path.join(scratch, "e2e-"));
  const dist = path.join(folder, "dist");
  cloneTree(fs.realpathSync(built), dist);
  const preview = await serveSite(dist);
  provide("url", preview.url);
  provide("dist", dist);
  return async () => {
    await preview.close();
    fs.rmSync(folder, { recursive: true, force: true });
  };
}
