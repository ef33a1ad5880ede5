import fs from "node:fs";
import path from "node:path";
import { CONTENT_TYPES } from "#core/page/content.ts";

/** Debounce time in ms: editors write a file in several steps. */
const PATIENCE = 20;

/** Existing folders with sources of the site. */
function foldersOf(root: string): string[] {
  const locales = path.join(root, "locales");
  let codes: string[];
  try {
    codes = fs.readdirSync(locales);
  } catch {
    codes = [];
  }
  return [
    root,
    path.join(root, "content"),
    locales,
    ...CONTENT_TYPES.map((type) => path.join(root, "content", type)),
    ...codes.flatMap((code) => [
      path.join(locales, code),
      ...CONTENT_TYPES.map((type) => path.join(locales, code, type)),
    ]),
  ].filter((folder) => fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory());
}

const isSource = (file: string): boolean =>
  file === "toolkit.config.ts" || /^(content|locales)\/.+\.(md|json)$/.test(file);

/**
 * Watches content, translations, messages and the configuration of a site. One watcher per folder,
 * so that a site of any size starts immediately.
 * @param onChange called with paths relative to the root, with forward slashes
 * @returns stops watching
 */
export function watchContent(root: string, onChange: (files: string[]) => void): () => void {
  const watches = new Map<string, fs.FSWatcher>();
  const changed = new Set<string>();
  let timer: NodeJS.Timeout | undefined;

  const flush = (): void => {
    timer = undefined;
    sync();
    const files = [...changed].filter(isSource);
    changed.clear();
    if (files.length > 0) onChange(files);
  };
  const note = (folder: string, name: string | null): void => {
    if (name === null) return;
    const file = path.join(folder, name);
    const shown = path.relative(root, file).split(path.sep).join("/");
    // Other files in the root, such as the build's output, are not content.
    if (folder === root && !/^(toolkit\.config\.ts|content|locales)$/.test(shown)) return;
    changed.add(shown);
    timer ??= setTimeout(flush, PATIENCE);
  };
  function sync(): void {
    const current = new Set(foldersOf(root));
    for (const [folder, watch] of watches)
      if (!current.has(folder)) {
        watch.close();
        watches.delete(folder);
      }
    for (const folder of current) {
      if (watches.has(folder)) continue;
      const watch = fs.watch(folder, (_, name) => note(folder, name));
      // A removed folder: the next sync detects it.
      watch.on("error", () => note(folder, ""));
      const isNew = watches.size > 0 && started;
      watches.set(folder, watch);
      // Files that were added to a new folder before it was watched.
      if (isNew) for (const name of fs.readdirSync(folder)) note(folder, name);
    }
  }
  let started = false;
  sync();
  started = true;
  return () => {
    clearTimeout(timer);
    for (const watch of watches.values()) watch.close();
    watches.clear();
  };
}
