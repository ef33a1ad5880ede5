import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { madeOnce } from "./made-once.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Languages of the site. */
const CODES = ["en", "ar"];
/** What the panel's job does before a result is written. */
const WRITING = `if (file.name.startsWith("broken")) throw new Error("broken on purpose");
        while (file.name.startsWith("slow") && !signal.aborted) await new Promise((resolve) => setTimeout(resolve, 20));`;

export interface PanelSite {
  /** Folder with its sources. */
  readonly root: string;
  /** Folder of what was built. */
  readonly dist: string;
}

/**
 * A copy of the site in English and Arabic with a developer's panel and an editor's page for it,
 * `/file-sum`, which writes checksums for a credit per run, and with an effect and its page,
 * `/tremolo`, unedited as generated. A run on a file whose name begins with "broken" fails; with
 * "slow" it runs until it is canceled. Created once by the first test file that needs it.
 */
export async function panelSite(): Promise<PanelSite> {
  const root = await madeOnce("panel-site", makeSite);
  return { root, dist: fs.realpathSync(path.join(root, "dist")) };
}

async function makeSite(root: string): Promise<void> {
  for (const name of [
    "runtime",
    "core",
    "audio",
    "content",
    ...CODES.map((code) => `locales/${code}`),
  ])
    fs.cpSync(path.join(ROOT, name), path.join(root, name), {
      recursive: true,
      filter: (file) => !/(^|[/\\])\.tsc$|\.test\.tsx?$/.test(file),
    });
  fs.symlinkSync(path.join(ROOT, "node_modules"), path.join(root, "node_modules"));
  for (const file of [".oxlintrc.json", "package.json", "package-lock.json", "tsconfig.base.json"])
    fs.copyFileSync(path.join(ROOT, file), path.join(root, file));
  fs.writeFileSync(
    path.join(root, "toolkit.config.ts"),
    `import { defineConfig } from "./core/site/config.ts";
import { DEFAULT_LOCALES } from "./core/site/locales.ts";
export default defineConfig({
  site: { name: "Probe", origin: "https://probe.example", contact: "a@probe.example" },
  locales: DEFAULT_LOCALES.filter(({ code }) => ${JSON.stringify(CODES)}.includes(code)),
  tts: { espeak: false },
  seo: { images: false },
  analytics: { enabled: true, logstore: "probe" },
});
`,
  );
  const toolkit = (...args: string[]) =>
    promisify(execFile)(process.execPath, [path.join(ROOT, "bin/toolkit.mjs"), ...args], {
      cwd: root,
    });
  await toolkit("new", "panel", "probe", "--presets", "sum", "--no-input");
  const page = ["--panel", "probe", "--preset", "sum", "--menu", "1", "--group", "clean"];
  await toolkit("new", "tool", "file-sum", ...page, "--cost", "1", "--no-input");
  await toolkit("new", "effect", "tremolo", "--no-input");
  const tremolo = ["--panel", "tremolo", "--preset", "tremolo", "--menu", "1", "--group", "clean"];
  await toolkit("new", "tool", "tremolo", ...tremolo, "--cost", "1", "--no-input");
  const job = path.join(root, "runtime/panels/probe/job.ts");
  const text = fs.readFileSync(job, "utf8");
  fs.writeFileSync(
    job,
    text.replace("      write(bytes) {", `      async write(bytes) {\n        ${WRITING}`),
  );
  await toolkit("build");
}
