import { useCallback, useEffect, useState } from "react";
import type { FilesStore } from "../../../workspace/contract/file.ts";
import type { LyricsText } from "./use-lyrics.ts";

/** Characters of the longest lyrics. */
export const MOST = 20_000;

const ENDING = /\.(?:lrc|srt|vtt|txt)$/i;

/**
 * Reads lyrics from files: those that are chosen, and those that are dropped or added among the files,
 * which leave that list again.
 */
export function useLyricsFile(files: FilesStore, { setText }: Pick<LyricsText, "setText">) {
  const [isUnreadable, setUnreadable] = useState(false);
  const take = useCallback(
    async (file: File | undefined): Promise<void> => {
      if (!file) return;
      const read = file.size <= 4 * MOST ? await file.text() : "\u0000";
      setUnreadable(read.includes("\u0000"));
      if (!read.includes("\u0000")) setText(read.slice(0, MOST));
    },
    [setText],
  );
  useEffect(() => takeDropped(files, take), [files, take]);
  return { take, isUnreadable };
}

/** Gives files of lyrics that join the list to `take`; what was selected stays so. */
export function takeDropped(
  files: Pick<FilesStore, "getState" | "subscribe" | "select" | "open" | "remove">,
  take: (file: File) => Promise<void>,
): () => void {
  let known = new Set(files.getState().files.map(({ id }) => id));
  return files.subscribe((now, before) => {
    if (now.selected === before.selected) return;
    const fresh = now.files.filter(({ id }) => !known.has(id));
    known = new Set(now.files.map(({ id }) => id));
    const lyrics = fresh.filter(({ name, kind }) => kind === "other" && ENDING.test(name));
    if (lyrics.length === 0) return;
    const songs = fresh.filter((file) => !lyrics.includes(file)).map(({ id }) => id);
    const read = async (): Promise<void> => {
      await take(await files.open(lyrics.at(-1)!.id));
      files.remove(lyrics.map(({ id }) => id));
    };
    files.select(songs.length > 0 ? songs : before.selected);
    // One that cannot be opened stays in the list, which says so.
    read().catch(() => {});
  });
}
