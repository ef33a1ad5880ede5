import { startTransition, useEffect, useState } from "react";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { OpenedFile } from "../../audio/worker/protocol.ts";
import { useWorkspace } from "../../workspace/contract/context.ts";
import type { PlayerState } from "./player.ts";
import type { StemPlayer } from "./stem-player.ts";
import { createStemPlayer } from "./stem-player.ts";
import { stillOf, useOneSound } from "./use-one-sound.ts";

const STILL = stillOf<PlayerState>({ playing: false, time: 0 });

export interface OpenStems {
  /** Of the first one: they are as long as each other. */
  readonly info: OpenedFile;
  readonly player: StemPlayer;
}

/**
 * Opens stems to be heard together. One sound of the workspace is heard at a time.
 * @param open the same function for the same stems
 */
export function useStemPlayer(open: () => Promise<readonly Blob[]>): {
  /** Null until they are open. */
  readonly stems: OpenStems | null;
  readonly state: PlayerState;
  readonly failed: boolean;
} {
  const { report } = useWorkspace();
  const [stems, setStems] = useState<OpenStems | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    let made: StemPlayer | null = null;
    const start = async (): Promise<void> => {
      const reading = await sharedEngine().open(await open());
      if (!here) return reading.close();
      const player = createStemPlayer({
        reading,
        createContext: (sampleRate) => new AudioContext({ sampleRate }),
        setTimer: (work, ms) => {
          const timer = setTimeout(work, ms);
          return () => clearTimeout(timer);
        },
        onError: report,
      });
      made = player;
      startTransition(() => setStems({ info: reading.files[0]!, player }));
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
  const state = useOneSound(stems?.player ?? null, STILL);
  return { stems, state, failed };
}
