import { useEffect } from "react";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import { type EditorState, type EditorStore, secondsOf } from "./project/edit-store.ts";

/** Plays what is selected, or all; keeps the player at what the draft says. */
export function useDeskPlayer(
  store: EditorStore,
  { edit, selection: { start, end } }: Pick<EditorState, "edit" | "selection">,
  {
    player,
    playing,
    loop,
  }: { readonly player: LoopPlayer | null; readonly playing: boolean; readonly loop: boolean },
) {
  const rate = edit.sampleRate;
  // The cursor may have been put somewhere before there was anything to be heard.
  useEffect(() => {
    const { selection: chosen, edit: present } = store.getState();
    player?.seek(chosen.start / present.sampleRate);
  }, [player, store]);
  useEffect(() => {
    player?.set(
      end > start
        ? { start: start / rate, end: end / rate, loop }
        : { start: 0, end: Infinity, loop },
    );
  }, [player, start, end, rate, loop]);
  return {
    toggle: (): void => {
      if (!player) return;
      if (playing) return player.pause();
      if (player.getState().time >= secondsOf(edit) - 0.01) player.seek(start / rate);
      player.play();
    },
    /** Seconds at which it is, or would begin. */
    time: (): number => player?.getState().time ?? start / rate,
    seek: (seconds: number): void => player?.seek(seconds),
    play: (): void => {
      player?.seek(start / rate);
      player?.play();
    },
    pause: (): void => player?.pause(),
  };
}
