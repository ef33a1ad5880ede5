import { useEffect, useLayoutEffect, useMemo, useRef } from "react";
import type { LoopPlayer } from "#runtime/panel-kit/player/loop-player.ts";
import type { Playback } from "./context/editor-context.ts";
import { type EditorState, type EditorStore, secondsOf } from "./project/edit-store.ts";

/** Plays the selection, or everything if nothing is selected. */
export function useEditorPlayer(
  store: EditorStore,
  { edit, selection: { start, end } }: Pick<EditorState, "edit" | "selection">,
  { player, loop }: { readonly player: LoopPlayer | null; readonly loop: boolean },
): Playback {
  const rate = edit.sampleRate;
  // The cursor may have been placed before the sound was open.
  useEffect(() => {
    const cursor = cursorOf(store.getState());
    player?.seek(cursor);
  }, [player, store]);
  useEffect(() => {
    player?.set(
      end > start
        ? { start: start / rate, end: end / rate, loop }
        : { start: 0, end: Infinity, loop },
    );
  }, [player, start, end, rate, loop]);
  const latest = useRef(player);
  useLayoutEffect(() => {
    latest.current = player;
  }, [player]);
  return useMemo<Playback>(
    () => ({
      toggle() {
        const open = latest.current;
        if (!open) return;
        const { playing, time } = open.getState();
        if (playing) return open.pause();
        const state = store.getState();
        if (time >= secondsOf(state.edit) - 0.01) open.seek(cursorOf(state));
        open.play();
      },
      play() {
        const cursor = cursorOf(store.getState());
        latest.current?.seek(cursor);
        latest.current?.play();
      },
      pause: () => latest.current?.pause(),
      seek: (seconds) => latest.current?.seek(seconds),
      time: () => latest.current?.getState().time ?? cursorOf(store.getState()),
    }),
    [store],
  );
}

/** Start of the selection, in seconds. */
const cursorOf = ({ selection, edit }: Pick<EditorState, "edit" | "selection">): number =>
  selection.start / edit.sampleRate;
