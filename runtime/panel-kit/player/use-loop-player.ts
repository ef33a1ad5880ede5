import { useCallback, useMemo } from "react";
import type { OpenedFile } from "../../audio/worker/results.ts";
import { type LoopPlayer, createLoopPlayer } from "./loop-player.ts";
import type { PlayerState } from "./player.ts";
import { constantStore } from "./use-exclusive-playback.ts";
import { useOpenPlayer } from "./use-open-player.ts";

const STILL = constantStore<PlayerState>({ playing: false, time: 0 });

/** Reads frames of a sound; fewer at its end. */
export type ReadFrames = (from: number, count: number) => Promise<readonly Float32Array[]>;

export interface OpenSound {
  readonly info: OpenedFile;
  readonly player: LoopPlayer;
  readonly read: ReadFrames;
}
export interface Sound {
  /** Null until it is open. */
  readonly sound: OpenSound | null;
  readonly state: PlayerState;
  readonly failed: boolean;
}

/**
 * Opens a sound to play ranges of it and to read its frames.
 * @param open the same function for the same file
 */
export function useLoopPlayer(open: () => Promise<Blob>): Sound {
  const opening = useCallback(
    async () => ({ files: [await open()], create: createLoopPlayer }),
    [open],
  );
  const { sound: opened, state, failed } = useOpenPlayer(opening, STILL);
  const sound = useMemo((): OpenSound | null => {
    if (!opened) return null;
    const { reading, player } = opened;
    const read: ReadFrames = (from, count) => reading.read({ file: 0, from, count });
    return { info: reading.files[0]!, player, read };
  }, [opened]);
  return { sound, state, failed };
}
