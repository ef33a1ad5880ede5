import { startTransition, useEffect, useState } from "react";
import type { Reading } from "../../audio/engine-types.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useWorkspace } from "../../contract/context.ts";
import { browserOutput } from "./browser-output.ts";
import type { Player, PlayerState } from "./player.ts";
import type { OutputDeps } from "./sound-output.ts";
import { type constantStore, usePlayerState } from "./use-exclusive-playback.ts";

/** Opens files and creates their player, which owns the reading. */
export interface OpenPlayerOptions<P> {
  readonly files: readonly Blob[];
  readonly create: (deps: OutputDeps & { readonly reading: Reading }) => P;
}

export interface Opened<P, S extends PlayerState> {
  /** Null until the sound is open. */
  readonly sound: { readonly reading: Reading; readonly player: P } | null;
  readonly state: S;
  readonly failed: boolean;
}

/**
 * Opens files for playback and closes them on unmount. Only one sound of the workspace plays at a
 * time.
 * @param open the same function for the same files
 * @param still the state until there is a player
 */
export function useOpenPlayer<S extends PlayerState, P extends Player<S>>(
  open: () => Promise<OpenPlayerOptions<P>>,
  still: ReturnType<typeof constantStore<S>>,
): Opened<P, S> {
  const { notices, report } = useWorkspace();
  const [sound, setSound] = useState<Opened<P, S>["sound"]>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let here = true;
    let made: P | null = null;
    const start = async (): Promise<void> => {
      const { files, create } = await open();
      if (!here) return;
      const reading = await sharedEngine().open(files);
      if (!here) return reading.close();
      const player = create({ ...browserOutput({ notices, report }), reading });
      made = player;
      // A transition, because rendering the sound takes long.
      startTransition(() => setSound({ reading, player }));
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
  }, [open, notices, report]);
  const state = usePlayerState<S>(sound?.player ?? null, still);
  return { sound, state, failed };
}
