import { useEffect, useState } from "react";
import type { LyricLine } from "#core/lyrics/lyrics.ts";
import { type Media, openMedia } from "../../audio/worker/pictures/open-media.ts";
import { type KeptFile, openKept } from "../kept-file/kept-file.ts";
import { readCaptions } from "./read-captions.ts";

/** A picture or a film that was kept, to be drawn; null where there is none. */
export function useKeptMedia(kept: KeptFile | null): Media | null {
  const [media, setMedia] = useState<Media | null>(null);
  const key = kept?.key ?? null;
  useEffect(() => {
    let here = true;
    let opened: Media | null = null;
    const open = async (): Promise<void> => {
      const blob = key === null ? null : await openKept({ key, name: "" });
      opened = blob && (await openMedia(blob).catch(() => null));
      if (here) setMedia(opened);
      else opened?.close();
    };
    void open();
    return () => {
      here = false;
      opened?.close();
    };
  }, [key]);
  return media;
}

const NONE: readonly LyricLine[] = [];

/** Captions that were kept. */
export function useKeptCaptions(kept: KeptFile | null): readonly LyricLine[] {
  const [lines, setLines] = useState(NONE);
  const key = kept?.key ?? null;
  useEffect(() => {
    let here = true;
    const open = async (): Promise<void> => {
      const blob = key === null ? null : await openKept({ key, name: "" });
      const found = blob && (await readCaptions(blob).catch(() => null));
      if (here) setLines(found?.lines ?? NONE);
    };
    void open();
    return () => {
      here = false;
    };
  }, [key]);
  return lines;
}
