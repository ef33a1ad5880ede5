import type { Config } from "#core/site/config.ts";
import { chunk } from "../shared/chunk.ts";
import type { AnyEntry } from "./entry.ts";
import {
  type Known,
  type Scanned,
  type ScanTask,
  findChanged,
  listSources,
  loadPanels,
} from "./load.ts";
import type { Texts } from "./read-entry.ts";
import { loadMessages } from "./messages.ts";
import type { OnProgress } from "../../progress/build-progress.ts";
import type { Runs } from "../shared/runs.ts";
import type { Thresholds } from "../shared/thresholds.ts";

interface LoadInput {
  readonly root: string;
  readonly home: string;
  /** Code folders, the site's own first. */
  readonly runtimes: readonly string[];
  readonly config: Config;
  /** The previous build's entries and the time at which they were read. */
  readonly before:
    | { readonly known: ReadonlyMap<string, Known>; readonly savedAt: number }
    | undefined;
  readonly pool: Runs<ScanTask, Scanned[]>;
  readonly onProgress: OnProgress;
  readonly thresholds: Thresholds;
}

/** Loads content files, panels and messages; only changed files are read. */
export async function loadContent({
  root,
  home,
  runtimes,
  config,
  before,
  pool,
  onProgress,
  thresholds,
}: LoadInput) {
  const readAt = Date.now();
  const { sources, problems } = listSources(root, config);
  const changed = findChanged(root, sources, before?.known ?? new Map(), before?.savedAt ?? 0);
  const known = new Map<string, Known>();
  const changedFiles = new Set(changed.map(({ file }) => file));
  const scanned = new Map<string, Known>();
  const faulty: AnyEntry[] = [];
  const texts = new Map<string, Texts>();
  let cachedBytes = 0;
  let done = 0;
  const tasks = chunk(changed, thresholds.filesATask).map((part) => ({
    type: "scan" as const,
    root,
    sources: part,
    get keep() {
      return cachedBytes < thresholds.maxCachedBytes;
    },
  }));
  onProgress("load", 0, changed.length);
  await pool.run(tasks, (results) => {
    for (const { file, stamp, entry, problems: found, texts: entryTexts } of results) {
      if (entryTexts) {
        texts.set(file, entryTexts);
        cachedBytes += stamp[0];
      }
      problems.push(...found);
      if (entry.faults) faulty.push(entry);
      else scanned.set(file, { stamp, entry });
    }
    done += results.length;
    onProgress("load", done, changed.length);
  });
  for (const { file } of sources) {
    const found = changedFiles.has(file) ? scanned.get(file) : before!.known.get(file);
    if (found) known.set(file, found);
  }
  // Threads finish in any order; problems are reported in file order.
  const order = new Map(sources.map(({ file }, index) => [file, index]));
  problems.sort(
    (a, b) => (order.get(a.location?.file ?? "") ?? -1) - (order.get(b.location?.file ?? "") ?? -1),
  );
  const loaded = loadMessages(config, root === home ? [root] : [home, root]);
  const panels = await loadPanels(runtimes);
  const changedIds = new Set<string>();
  const changedLocales = new Set<string>();
  const note = (entry: { id: string; locale: string } | undefined): void => {
    if (!entry) return;
    changedIds.add(entry.id);
    changedLocales.add(entry.locale);
  };
  for (const { file } of changed) {
    const [was, is] = [before?.known.get(file)?.entry, known.get(file)?.entry];
    if (was?.hash !== is?.hash) [was, is].forEach(note);
    else if (is) changedLocales.add(is.locale);
  }
  for (const [file, { entry }] of before?.known ?? []) if (!known.has(file)) note(entry);
  return {
    changedIds,
    changedLocales,
    /** The readable parts of files with errors. */
    faulty,
    known,
    /** Texts of the files read, within the memory limit; pages are rendered from them. */
    texts,
    panels,
    messages: loaded.messages,
    problems: [...problems, ...loaded.problems],
    readAt,
    read: changed.length,
  };
}

export type LoadedContent = Awaited<ReturnType<typeof loadContent>>;
