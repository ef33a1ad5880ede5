import { spawn } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { cloneTree } from "#cli/files/files.ts";
import { serveSite } from "./serve.ts";

const HOME = path.resolve(import.meta.dirname, "../..");

export interface OwnSite {
  /** Folder with content and messages, which may be changed. */
  readonly root: string;
  /** Gives it code of its own, which may be changed, too. */
  takeCode(): void;
  readonly url: string;
  /** Builds the site as it is now, and keeps it under a name. */
  build(name: string, ...options: string[]): Promise<string>;
  /** Folder of what was built under a name; a part of it may be removed. */
  folderOf(name: string): string;
  /** Keeps a copy of what was built under another name. */
  copy(from: string, to: string): void;
  /** Serves what was built under a name from now on. */
  publish(name: string): void;
  remove(): Promise<void>;
}

// Packages are found in the folders above.
const copyInto = (root: string, name: string): void =>
  fs.cpSync(path.join(HOME, name), path.join(root, name), {
    recursive: true,
    filter: (file) => !/(^|[/\\])\.tsc$|\.test\.tsx?$/.test(file),
  });

/**
 * A copy of the site, to be built for itself.
 * @param codes its languages; all without
 */
export async function startOwnSite(codes?: readonly string[]): Promise<OwnSite> {
  const scratch = path.join(HOME, ".toolkit/tests");
  fs.mkdirSync(scratch, { recursive: true });
  const root = fs.mkdtempSync(path.join(scratch, "site-"));
  // Its code is the program's, and what is bundled of it already, until that is taken over.
  for (const name of ["content", "locales"]) copyInto(root, name);
  fs.symlinkSync(path.join(HOME, "core"), path.join(root, "core"));
  const bundles = path.join(HOME, ".toolkit/cache/bundle");
  fs.mkdirSync(path.join(root, ".toolkit/cache/bundle"), { recursive: true });
  // A name with a dot is a folder that is still being created.
  for (const name of fs.existsSync(bundles) ? fs.readdirSync(bundles) : [])
    if (!name.includes("."))
      cloneTree(path.join(bundles, name), path.join(root, ".toolkit/cache/bundle", name));
  fs.copyFileSync(path.join(HOME, "tsconfig.base.json"), path.join(root, "tsconfig.base.json"));
  const config = fs.readFileSync(path.join(HOME, "toolkit.config.ts"), "utf8");
  const some = `[...DEFAULT_LOCALES].filter(({ code }) => ${JSON.stringify(codes)}.includes(code))`;
  fs.writeFileSync(
    path.join(root, "toolkit.config.ts"),
    codes ? config.replace("[...DEFAULT_LOCALES]", some) : config,
  );
  if (codes)
    for (const code of fs.readdirSync(path.join(root, "locales")))
      if (!codes.includes(code)) fs.rmSync(path.join(root, "locales", code), { recursive: true });
  const folderOf = (name: string): string => path.join(root, "built", name);
  const current = path.join(root, "current");
  fs.mkdirSync(path.join(root, "built"));
  const preview = await serveSite(current);
  return {
    root,
    url: preview.url,
    folderOf,
    takeCode() {
      fs.rmSync(path.join(root, "core"));
      for (const name of ["runtime", "core", "audio"]) copyInto(root, name);
    },
    async build(name, ...options) {
      await run([path.join(HOME, "bin/toolkit.mjs"), "build", "--root", root, ...options]);
      cloneTree(fs.realpathSync(path.join(root, "dist")), folderOf(name));
      return folderOf(name);
    },
    copy: (from, to) => cloneTree(folderOf(from), folderOf(to)),
    publish(name) {
      fs.rmSync(`${current}.next`, { force: true });
      fs.symlinkSync(folderOf(name), `${current}.next`, "dir");
      fs.renameSync(`${current}.next`, current);
    },
    async remove() {
      await preview.close();
      fs.rmSync(root, { recursive: true, force: true });
    },
  };
}

function run(line: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, line, {
      stdio: ["ignore", "ignore", "pipe"],
      env: { ...process.env, NODE_OPTIONS: "" },
    });
    let output = "";
    child.stderr.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.on("error", reject);
    child.on("close", (code) => (code === 0 ? resolve() : reject(new Error(output))));
  });
}
