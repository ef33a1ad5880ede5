import { useCallback, useEffect, useMemo } from "react";
import { soundCuts } from "#core/transcript/sound-cuts.ts";
import type { Transcript } from "#core/transcript/transcript.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { TrayFile } from "#runtime/contract/file.ts";
import { useShortcut } from "#runtime/contract/shortcuts/use-shortcut.ts";
import { type Sound, useLoopPlayer } from "#runtime/panel-kit/player/use-loop-player.ts";

/** Seconds that keys move the playhead. */
const STEP = 5;

export interface Playback extends Sound {
  /** Opens the recording, always the same function. */
  readonly open: () => Promise<Blob>;
  readonly toggle: () => void;
  /** @param time seconds */
  readonly seek: (time: number) => void;
}

/**
 * Plays a recording, before and after it has a transcript, and skips what was cut from that.
 * @param file always the same one; null for none
 */
export function usePlayback(file: TrayFile | null, transcript: Transcript | null): Playback {
  const { files } = useWorkspace();
  const id = file?.id;
  const open = useCallback(
    () => (id === undefined ? new Promise<Blob>(() => {}) : files.open(id)),
    [files, id],
  );
  const opened = useLoopPlayer(open);
  const player = opened.sound?.player ?? null;
  const { playing, time } = opened.state;
  const cuts = useMemo(() => (transcript ? soundCuts(transcript) : []), [transcript]);
  const cut = playing ? cuts.find(({ from, to }) => time >= from && time < to - 0.05) : undefined;
  useEffect(() => {
    if (cut) player?.seek(cut.to);
  }, [player, cut]);
  const toggle = (): void => (playing ? player?.pause() : player?.play());
  useShortcut("audio.play", player && toggle);
  useShortcut("audio.back", player && (() => player.seek(Math.max(0, time - STEP))));
  useShortcut("audio.forward", player && (() => player.seek(time + STEP)));
  const seek = useCallback((to: number) => player?.seek(to), [player]);
  return { ...opened, open, toggle, seek };
}
