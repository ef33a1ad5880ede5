import { execFileSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

const ROOT = path.resolve(import.meta.dirname, "../..");
/** Languages of the site. */
const CODES = ["en", "ar"];

export interface PanelSite {
  /** Folder with its sources. */
  readonly root: string;
  /** Folder of what was built. */
  readonly dist: string;
  remove(): void;
}

/**
 * Builds a copy of the site in English and Arabic, into which a developer has written a panel and an
 * editor a page for it, `/file-sum`: it writes checksums, for a credit a run; and an effect with a page,
 * `/tremolo`, of which nothing was edited.
 * @param writing code of the panel's job that runs before a result is written
 */
export function buildPanelSite(writing: string): PanelSite {
  const scratch = path.join(ROOT, ".toolkit/tests");
  fs.mkdirSync(scratch, { recursive: true });
  const root = fs.mkdtempSync(path.join(scratch, "panel-"));
  for (const name of [
    "runtime",
    "core",
    "audio",
    "content",
    ...CODES.map((code) => `locales/${code}`),
  ])
    fs.cpSync(path.join(ROOT, name), path.join(root, name), { recursive: true });
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
    execFileSync(process.execPath, [path.join(ROOT, "bin/toolkit.mjs"), ...args], {
      cwd: root,
      encoding: "utf8",
    });
  toolkit("new", "panel", "probe", "--presets", "sum", "--no-input");
  const page = ["--panel", "probe", "--preset", "sum", "--menu", "1", "--group", "clean"];
  toolkit("new", "tool", "file-sum", ...page, "--cost", "1", "--no-input");
  toolkit("new", "effect", "tremolo", "--no-input");
  const tremolo = ["--panel", "tremolo", "--preset", "tremolo", "--menu", "1", "--group", "clean"];
  toolkit("new", "tool", "tremolo", ...tremolo, "--cost", "1", "--no-input");
  const job = path.join(root, "runtime/panels/probe/job.ts");
  const text = fs.readFileSync(job, "utf8");
  fs.writeFileSync(
    job,
    text.replace("      write(bytes) {", `      async write(bytes) {\n        ${writing}`),
  );
  toolkit("build");
  return {
    root,
    dist: fs.realpathSync(path.join(root, "dist")),
    remove: () => fs.rmSync(root, { recursive: true, force: true }),
  };
}
