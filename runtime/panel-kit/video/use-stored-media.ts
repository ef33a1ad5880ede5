import { useEffect, useState } from "react";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { type Media, openMedia } from "../../audio/worker/pictures/open-media.ts";
import { type StoredMedia, openStoredMedia } from "../media-store/media-store.ts";
import { readCaptions } from "./read-captions.ts";

/** A stored picture or video, to be drawn; null if there is none. */
export function useStoredMedia(stored: StoredMedia | null): Media | null {
  const [media, setMedia] = useState<Media | null>(null);
  const key = stored?.key ?? null;
  useEffect(() => {
    let isMounted = true;
    let opened: Media | null = null;
    const open = async (): Promise<void> => {
      const blob = key === null ? null : await openStoredMedia({ key, name: "" });
      opened = blob && (await openMedia(blob).catch(() => null));
      if (isMounted) setMedia(opened);
      else opened?.close();
    };
    void open();
    return () => {
      isMounted = false;
      opened?.close();
    };
  }, [key]);
  return media;
}

const NONE: readonly LyricLine[] = [];

/** Stored captions. */
export function useStoredCaptions(stored: StoredMedia | null): readonly LyricLine[] {
  const [lines, setLines] = useState(NONE);
  const key = stored?.key ?? null;
  useEffect(() => {
    let isMounted = true;
    const open = async (): Promise<void> => {
      const blob = key === null ? null : await openStoredMedia({ key, name: "" });
      const found = blob && (await readCaptions(blob).catch(() => null));
      if (isMounted) setLines(found?.lines ?? NONE);
    };
    void open();
    return () => {
      isMounted = false;
    };
  }, [key]);
  return lines;
}
