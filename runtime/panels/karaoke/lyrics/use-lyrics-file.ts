import { useCallback, useEffect, useState } from "react";
import { readTextFile } from "#runtime/panel-kit/input/read-text.ts";
import type { FilesStore } from "#runtime/contract/file.ts";
import type { LyricsText } from "./use-lyrics.ts";

/** Maximum length of lyrics in characters. */
export const MAX_LYRICS = 20_000;

const ENDING = /\.(?:lrc|srt|vtt|txt)$/i;

/**
 * Reads lyrics from chosen files, and from text files that are added to the tray, which are removed
 * from it again.
 */
export function useLyricsFile(
  files: FilesStore,
  { text, setText }: Pick<LyricsText, "text" | "setText">,
) {
  const [isEmpty] = useState(text === "");
  const [isUnreadable, setUnreadable] = useState(false);
  const take = useCallback(
    async (file: File | undefined): Promise<void> => {
      if (!file) return;
      const read = await readTextFile(file, MAX_LYRICS);
      setUnreadable(!("text" in read));
      if ("text" in read) setText(read.text);
    },
    [setText],
  );
  useEffect(() => takeDropped(files, take, isEmpty), [files, take, isEmpty]);
  return { take, isUnreadable };
}

/**
 * Passes files of lyrics that are added to the tray to `take`, and restores the selection.
 * @param early whether a file that is already selected counts, because it was added while the panel
 *   was
 * loading. Not if there are lyrics already, since it may belong to another tool.
 */
export function takeDropped(
  files: Pick<FilesStore, "getState" | "subscribe" | "select" | "open" | "remove">,
  take: (file: File) => Promise<void>,
  early: boolean,
): () => void {
  const { files: there, selected } = files.getState();
  let known = new Set(there.map(({ id }) => id));
  if (early) for (const id of selected) known.delete(id);
  const look = (before: readonly string[]): void => {
    const now = files.getState().files;
    const fresh = now.filter(({ id }) => !known.has(id));
    known = new Set(now.map(({ id }) => id));
    const lyrics = fresh.filter(({ name, kind }) => kind === "other" && ENDING.test(name));
    if (lyrics.length === 0) return;
    const songs = fresh.filter((file) => !lyrics.includes(file)).map(({ id }) => id);
    const read = async (): Promise<void> => {
      await take(await files.open(lyrics.at(-1)!.id));
      files.remove(lyrics.map(({ id }) => id));
    };
    files.select(songs.length > 0 ? songs : before);
    // A file that cannot be opened stays in the tray, which reports it.
    read().catch(() => {});
  };
  look([]);
  return files.subscribe((now, before) => {
    if (now.selected !== before.selected) look(before.selected);
  });
}
