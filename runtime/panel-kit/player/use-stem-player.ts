import { useCallback } from "react";
import type { PlayerState } from "./player.ts";
import { type StemPlayer, createStemPlayer } from "./stem-player.ts";
import { constantStore } from "./use-exclusive-playback.ts";
import { useOpenPlayer } from "./use-open-player.ts";

const STILL = constantStore<PlayerState>({ playing: false, time: 0 });

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
  const { sound, state, failed } = useOpenPlayer(opening, STILL);
  return { player: sound?.player ?? null, state, failed };
}
