import fs from "node:fs";
import path from "node:path";
import type { Config } from "#core/site/config.ts";
import { CONTENT_TYPES } from "#core/page/content.ts";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import type { PanelManifest } from "#core/tools/panel.ts";
import type { AnyEntry, Entry, SourceFile } from "./entry.ts";
import { type Texts, readEntry } from "./read-entry.ts";
import { toEntry } from "./to-entry.ts";
import { ioError, withIo } from "../../files/files.ts";
import { HOME, MODULE_SUFFIX } from "../../files/home.ts";
import { importModule } from "../../files/import-module.ts";

/** Size and times of a file. An entry with an unchanged stamp is not read again. */
export type Stamp = readonly [size: number, mtimeMs: number, ctimeMs: number];
export interface Known {
  readonly stamp: Stamp;
  readonly entry: Entry;
}

export interface Panels {
  readonly [id: string]: {
    readonly presets: readonly string[];
    /** Panels that are not finished. */
    readonly building?: readonly string[];
    readonly available: boolean;
  };
}

/** Content files in a fixed order, independent of the file system. */
export function listSources(
  root: string,
  config: Config,
): { sources: SourceFile[]; problems: Problem[] } {
  const sources: SourceFile[] = [];
  const problems: Problem[] = [];
  const read = (folder: string, source: Omit<SourceFile, "file">): void => {
    let names: fs.Dirent[];
    try {
      names = fs.readdirSync(path.join(root, folder), { withFileTypes: true });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
      throw error;
    }
    for (const name of names.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const file = `${folder}/${name.name}`;
      if (name.name.startsWith(".")) continue;
      if (name.isSymbolicLink())
        problems.push(
          problem(
            "FILE_UNSUITABLE",
            { detail: "It is a symbolic link; content must be regular files." },
            { file },
          ),
        );
      else if (name.isDirectory())
        problems.push(
          problem(
            "FILE_UNSUITABLE",
            { detail: "It is a folder; pages of a kind stand side by side." },
            { file },
          ),
        );
      else if (!name.isFile())
        problems.push(
          problem("FILE_UNSUITABLE", { detail: "It is not a regular file." }, { file }),
        );
      else if (name.name.endsWith(".md")) sources.push({ file, ...source });
      else
        problems.push(
          problem(
            "FILE_UNSUITABLE",
            { detail: "Its name does not end with .md." },
            { file },
            "warning",
          ),
        );
    }
  };
  withIo(root, () => {
    for (const type of CONTENT_TYPES)
      read(`content/${type}`, { type, locale: config.defaultLocale, source: true });
    for (const { code } of config.locales)
      if (code !== config.defaultLocale)
        for (const type of CONTENT_TYPES)
          read(`locales/${code}/${type}`, { type, locale: code, source: false });
  });
  return { sources, problems };
}

/** Reads files on a thread. */
export interface ScanTask {
  readonly type: "scan";
  readonly root: string;
  readonly sources: readonly SourceFile[];
  /** Whether to return the texts of the files as well. */
  readonly keep: boolean;
}

export interface Scanned {
  readonly file: string;
  readonly stamp: Stamp;
  readonly entry: AnyEntry;
  /** Errors in the file; the entry then has only its valid parts. */
  readonly problems: readonly Problem[];
  /** The texts of the file, if they were requested and the file has no errors. */
  readonly texts: Texts | undefined;
}

/** A deep copy: a substring would keep the whole file in memory. */
const detached = (entry: AnyEntry): AnyEntry => JSON.parse(JSON.stringify(entry)) as AnyEntry;

/** Reads one content file. @param keep whether to return its texts */
export function scanSource(root: string, source: SourceFile, keep: boolean): Scanned {
  const absolute = path.join(root, source.file);
  return withIo(source.file, () => {
    const { size, mtimeMs, ctimeMs } = fs.statSync(absolute);
    const stamp: Stamp = [size, mtimeMs, ctimeMs];
    const text = fs.readFileSync(absolute, "utf8");
    const read = readEntry(text, source);
    const entry = detached(toEntry(read, text));
    const texts = keep && !read.faults ? { data: read.data, body: read.body } : undefined;
    return { file: source.file, stamp, entry, problems: read.problems, texts };
  });
}

/**
 * The files to read: those with a changed stamp, and those modified so shortly before the last read
 * that a
 * second change could have the same stamp.
 */
export function findChanged(
  root: string,
  sources: readonly SourceFile[],
  known: ReadonlyMap<string, Known>,
  savedAt: number,
): SourceFile[] {
  const GRANULARITY_MS = 50;
  return sources.filter(({ file, locale }) => {
    const was = known.get(file);
    if (!was || was.entry.locale !== locale) return true;
    const stat = fs.statSync(path.join(root, file), { throwIfNoEntry: false });
    if (!stat) return true;
    const [size, mtimeMs, ctimeMs] = was.stamp;
    return (
      stat.size !== size ||
      stat.mtimeMs !== mtimeMs ||
      stat.ctimeMs !== ctimeMs ||
      ctimeMs > savedAt - GRANULARITY_MS
    );
  });
}

/**
 * The panels of the site with their presets and whether they are finished.
 * @param runtimes code folders; a file of the first overrides the same file in later ones
 */
export async function loadPanels(runtimes: readonly string[]): Promise<Panels> {
  const panels: Record<string, Panels[string]> = {};
  for (const runtime of runtimes.toReversed()) {
    for (const file of manifestsIn(path.join(runtime, "panels"))) {
      const { id, presets, building } = await loadPanel(file);
      panels[id] = {
        presets,
        ...(building && { building }),
        available: runtimes.some((folder) =>
          fs.existsSync(path.join(folder, "panels", id, "Panel.tsx")),
        ),
      };
    }
  }
  return Object.fromEntries(Object.entries(panels).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The manifests of panels in a folder, if it is there. */
function manifestsIn(folder: string): string[] {
  if (!fs.existsSync(folder)) return [];
  return fs
    .readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map(({ name }) => path.join(folder, name, "panel.ts"))
    .filter((file) => fs.existsSync(file));
}

async function loadPanel(file: string): Promise<PanelManifest> {
  const id = path.basename(path.dirname(file));
  try {
    const own = file.startsWith(HOME + path.sep);
    const { default: panel } = await importModule<{ default?: PanelManifest }>(
      own ? file.replace(/\.ts$/, MODULE_SUFFIX) : file,
    );
    if (panel?.id === id && Array.isArray(panel.presets)) return panel;
    throw new Error("its default export must have the folder's name as id, and a list of presets");
  } catch (error) {
    const known = ioError(error, file);
    if (known instanceof ToolkitError) throw known;
    const detail = `runtime/panels/${id}/panel.ts: ${(error as Error).message}`;
    throw new ToolkitError("BUNDLE_FAILED", { detail }, { cause: error });
  }
}
