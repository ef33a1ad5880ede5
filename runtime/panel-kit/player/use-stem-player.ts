import { useCallback } from "react";
import type { PlayerState } from "./player.ts";
import { type StemPlayer, createStemPlayer } from "./stem-player.ts";
import { stillOf } from "./use-one-sound.ts";
import { useOpened } from "./use-opened.ts";

const STILL = stillOf<PlayerState>({ playing: false, time: 0 });

/**
 * Opens stems for synchronous playback.
 * @param open the same function for the same stems
 */
export function useStemPlayer(open: () => Promise<readonly Blob[]>): {
  /** Null until they are open. */
  readonly player: StemPlayer | null;
  readonly state: PlayerState;
  readonly failed: boolean;
} {
  const opening = useCallback(
    async () => ({ files: await open(), create: createStemPlayer }),
    [open],
  );
  const { sound, state, failed } = useOpened(opening, STILL);
  return { player: sound?.player ?? null, state, failed };
}
