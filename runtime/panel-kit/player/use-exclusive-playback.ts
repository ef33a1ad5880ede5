import { useEffect } from "react";
import { type StoreApi, useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { useWorkspace } from "../../contract/context.ts";
import { markTried } from "../rating/tried-results.ts";

/** Milliseconds after which a sound counts as listened to. */
const LISTENED = 10_000;

interface Playing {
  readonly playing: boolean;
}

/**
 * State of a player, or of a stopped one while there is none. Only one sound of the workspace plays
 * at a time.
 * @param still the state until there is a player
 */
export function usePlayerState<S extends Playing>(
  player:
    | (Pick<StoreApi<S>, "getState" | "getInitialState" | "subscribe"> & { pause(): void })
    | null,
  still: ReturnType<typeof constantStore<S>>,
): S {
  const state = useStore(player ?? still);
  useExclusivePlayback(player, state.playing);
  return state;
}

/**
 * Ensures that only one sound of the workspace plays: a player that starts stops the tray's
 * playback, and vice versa. For views that read only a part of the player's state.
 */
export function useExclusivePlayback(player: { pause(): void } | null, playing: boolean): void {
  const { preview, tool } = useWorkspace();
  const slug = tool?.slug;
  useEffect(() => {
    if (playing) preview.stop();
  }, [playing, preview]);
  useEffect(() => {
    if (!playing) return undefined;
    const timer = setTimeout(() => markTried(slug), LISTENED);
    return () => clearTimeout(timer);
  }, [playing, slug]);
  useEffect(() => {
    if (!player) return undefined;
    return preview.subscribe((now) => {
      if (now.state === "playing") player.pause();
    });
  }, [player, preview]);
}

/** A store with a constant state. */
export const constantStore = <S extends Playing>(state: S) => createStore<S>(() => state);
