import { startTransition, useEffect, useState } from "react";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { OpenedFile } from "../../audio/worker/protocol.ts";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { LoopPlayer } from "./loop-player.ts";
import type { PlayerState } from "./player.ts";
import { createLoopPlayer } from "./loop-player.ts";
import { stillOf, useOneSound } from "./use-one-sound.ts";

const STILL = stillOf<PlayerState>({ playing: false, time: 0 });

/** Gives frames of a sound, fewer where it ends. */
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
 * Opens a sound to be heard. One sound of the workspace is heard at a time.
 * @param open the same function for the same file
 */
export function useLoopPlayer(open: () => Promise<Blob>): Sound {
  const { report } = useWorkspace();
  const [sound, setSound] = useState<OpenSound | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    let made: LoopPlayer | null = null;
    const start = async (): Promise<void> => {
      const file = await open();
      const reading = await sharedEngine().open([file]);
      if (!here) return reading.close();
      made = createLoopPlayer({
        reading,
        createContext: (sampleRate) => new AudioContext({ sampleRate }),
        setTimer: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        onError: report,
      });
      const read: ReadFrames = (from, count) => reading.read({ file: 0, from, count });
      const opened = { info: reading.files[0]!, player: made, read };
      // What is shown of it is drawn in short steps.
      startTransition(() => setSound(opened));
    };
    start().catch((error: unknown) => {
      if (!here) return;
      setFailed(true);
      report(error);
    });
    return () => {
      here = false;
      made?.close();
    };
  }, [open, report]);

  const player = sound?.player ?? null;
  const state = useOneSound(player, STILL);
  return { sound, state, failed };
}
