import { useCallback, useEffect, useState } from "react";
import { readTextFile } from "#runtime/panel-kit/input/read-text.ts";
import type { FilesStore } from "#runtime/contract/file.ts";
import type { LyricsText } from "./use-lyrics.ts";

/** Characters of the longest lyrics. */
export const MOST = 20_000;

const ENDING = /\.(?:lrc|srt|vtt|txt)$/i;

/**
 * Reads lyrics from files: those that are chosen, and those that are dropped or added among the files,
 * which leave that list again.
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
      const read = await readTextFile(file, MOST);
      setUnreadable(!("text" in read));
      if ("text" in read) setText(read.text);
    },
    [setText],
  );
  useEffect(() => takeDropped(files, take, isEmpty), [files, take, isEmpty]);
  return { take, isUnreadable };
}

/**
 * Gives files of lyrics that join the list to `take`; what was selected stays so.
 * @param early whether one that is selected already counts: it came while the panel was on its way. Over
 *   lyrics that are there it does not, as it may be of another tool.
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
    // One that cannot be opened stays in the list, which says so.
    read().catch(() => {});
  };
  look([]);
  return files.subscribe((now, before) => {
    if (now.selected !== before.selected) look(before.selected);
  });
}
