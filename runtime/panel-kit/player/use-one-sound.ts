import { useEffect } from "react";
import { type StoreApi, useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useWorkspace } from "../../workspace/contract/context.ts";

interface Playing {
  readonly playing: boolean;
}

/**
 * State of a player, or that of one that rests while there is none; it is the only sound of the
 * workspace that is heard.
 * @param still what is shown until there is a player
 */
export function useOneSound<S extends Playing>(
  player:
    | (Pick<StoreApi<S>, "getState" | "getInitialState" | "subscribe"> & { pause(): void })
    | null,
  still: ReturnType<typeof stillOf<S>>,
): S {
  const state = useStore(player ?? still);
  useOnlySound(player, state.playing);
  return state;
}

/**
 * One sound of the workspace is heard at a time: a player that begins ends the list's sound, and the
 * other way round. For a view that reads but a part of the player's state.
 */
export function useOnlySound(player: { pause(): void } | null, playing: boolean): void {
  const { preview } = useWorkspace();
  useEffect(() => {
    if (playing) preview.stop();
  }, [playing, preview]);
  useEffect(() => {
    if (!player) return undefined;
    return preview.subscribe((now) => {
      if (now.state === "playing") player.pause();
    });
  }, [player, preview]);
}

/** A state that does not change. */
export const stillOf = <S extends Playing>(state: S) => createStore<S>(() => state);
