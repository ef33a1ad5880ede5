import { useEffect } from "react";
import type { StoreApi } from "zustand";
import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useWorkspace } from "../../workspace/contract/context.ts";

interface Playing {
  readonly playing: boolean;
}

/**
 * State of a player, or that of one that rests while there is none. One sound of the workspace is
 * heard at a time: what begins here ends the list's, and the other way round.
 * @param still what is shown until there is a player
 */
export function useOneSound<S extends Playing>(
  player:
    | (Pick<StoreApi<S>, "getState" | "getInitialState" | "subscribe"> & { pause(): void })
    | null,
  still: ReturnType<typeof stillOf<S>>,
): S {
  const { preview } = useWorkspace();
  const state = useStore(player ?? still);
  useEffect(() => {
    if (state.playing) preview.stop();
  }, [state.playing, preview]);
  useEffect(() => {
    if (!player) return undefined;
    return preview.subscribe((now) => {
      if (now.state === "playing") player.pause();
    });
  }, [player, preview]);
  return state;
}

/** A state that does not change. */
export const stillOf = <S extends Playing>(state: S) => createStore<S>(() => state);
