import { useEffect, useMemo, useRef, useState } from "react";
import { sourcesOf } from "#audio/edit/arrange.ts";
import type { Edit } from "#audio/edit/edit.ts";
import type { Mix } from "#runtime/audio/worker/sounds.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { SourceInfo } from "#runtime/panel-kit/draft/edit-draft.ts";
import { draftStore } from "#runtime/panel-kit/draft/draft-store.ts";
import { useMixPlayer } from "#runtime/panel-kit/player/use-mix-player.ts";

/** Files by source id; null if the file no longer exists. */
export type Blobs = Readonly<Record<string, Blob | null>>;

/** The files that exist. */
export const presentFiles = (blobs: Blobs): Mix["sources"] =>
  Object.fromEntries(Object.entries(blobs).flatMap(([id, blob]) => (blob ? [[id, blob]] : [])));

/** Opens the file of each source once. */
export function useBlobs(edit: Edit, sources: Readonly<Record<string, SourceInfo>>): Blobs {
  const { files } = useWorkspace();
  const [blobs, setBlobs] = useState<Blobs>({});
  /** Id of the file that was opened for each source. */
  const opened = useRef(new Map<string, string | null>());
  const needed = useMemo(() => [...sourcesOf(edit)], [edit]);
  useEffect(() => {
    for (const id of needed) {
      const info = sources[id];
      if (!info || opened.current.get(id) === info.file) continue;
      opened.current.set(id, info.file);
      const open = info.file === null ? draftStore.openSound(id) : files.open(info.file);
      open.then(
        (blob) => setBlobs((now) => ({ ...now, [id]: blob })),
        () => setBlobs((now) => ({ ...now, [id]: null })),
      );
    }
  }, [needed, sources, files]);
  return blobs;
}

/** The existing files that are needed to read an edit. @returns null until all are open */
export function useMixSources(edit: Edit, blobs: Blobs): Mix["sources"] | null {
  const isReady = useMemo(() => [...sourcesOf(edit)].every((id) => id in blobs), [edit, blobs]);
  const sources = useMemo(() => presentFiles(blobs), [blobs]);
  return isReady ? sources : null;
}

/** Plays an edit once its files are open; see `useMixPlayer`. */
export function useMix(edit: Edit, blobs: Blobs): ReturnType<typeof useMixPlayer> {
  const sources = useMixSources(edit, blobs);
  const mix = useMemo(() => sources && { edit, sources }, [edit, sources]);
  return useMixPlayer(mix);
}
