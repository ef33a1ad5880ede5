import { useCallback, useEffect } from "react";
import type { SongAnalysis } from "#audio/music/analyze-song.ts";
import { useSong } from "#runtime/audio/song/use-song.ts";
import type { BeatGrid } from "#runtime/panel-kit/player/metronome.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { gridOf } from "./practice.ts";

/**
 * What is found of the song that was split; null until then, or where its file cannot be read.
 * @param offerGrid gets its beats, if they keep one tempo; the same function always
 */
export function useFoundSong(
  { id }: Pick<TrayFile, "id">,
  offerGrid: (grid: BeatGrid) => void,
): SongAnalysis | null {
  const { files } = useWorkspace();
  const open = useCallback(() => files.open(id), [files, id]);
  const found = useSong(open);
  const song = found === "unreadable" ? null : found;
  useEffect(() => {
    const grid = song && gridOf(song.beat);
    if (grid) offerGrid(grid);
  }, [song, offerGrid]);
  return song;
}
