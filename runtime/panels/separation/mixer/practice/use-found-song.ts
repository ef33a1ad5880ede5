import { useCallback, useEffect } from "react";
import { type SongState, useSong } from "#runtime/audio/song/use-song.ts";
import type { BeatGrid } from "#runtime/panel-kit/player/metronome.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { gridOf } from "./practice.ts";

/**
 * The analysis of the separated song.
 * @param offerGrid receives its beats if the tempo is constant; always the same function
 */
export function useFoundSong(
  { id }: Pick<TrayFile, "id">,
  offerGrid: (grid: BeatGrid) => void,
): SongState {
  const { files } = useWorkspace();
  const open = useCallback(() => files.open(id), [files, id]);
  const song = useSong(open);
  useEffect(() => {
    const grid = song && song !== "unreadable" && gridOf(song.beat);
    if (grid) offerGrid(grid);
  }, [song, offerGrid]);
  return song;
}
