import { useEffect, useRef, useState } from "react";
import type { VoiceValues } from "../../../audio/voice/voice-values.ts";
import type { PlayerState } from "../../audio/player/player.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import type { Stretch } from "./stretch.ts";
import { openStretch } from "./stretch.ts";
import { stillOf, useOneSound } from "../../panel-kit/player/use-one-sound.ts";

const STILL = stillOf<PlayerState>({ side: "after", playing: false, time: 0 });
/** ms for which the settings have to rest before it is worked on again. */
const REST_MS = 250;

export interface HeardStretch {
  /** Null until it can be heard for the first time. */
  readonly stretch: Stretch | null;
  readonly state: PlayerState;
  /** What is heard is not what is set, but that is on its way. */
  readonly working: boolean;
  readonly failed: boolean;
}

/**
 * Works on a stretch of a file whenever it or the settings have changed. What is heard goes on, at its
 * place, with what it has become.
 * @param open the same function for the same file
 * @param end null until the file's length is known
 */
export function useStretch(
  open: () => Promise<File>,
  values: VoiceValues,
  { start, end }: { readonly start: number; readonly end: number | null },
): HeardStretch {
  const { report } = useWorkspace();
  const [stretch, setStretch] = useState<Stretch | null>(null);
  const [failed, setFailed] = useState(false);
  /** What was asked for when the stretch was made. */
  const [madeFor, setMadeFor] = useState<string | null>(null);
  const current = useRef<{ readonly stretch: Stretch; readonly start: number } | null>(null);
  const { preset, pitch, formant } = values;
  const asked = JSON.stringify([preset, pitch, formant, start, end]);

  useEffect(() => {
    if (end === null) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const take = (made: Stretch): void => {
      const before = current.current;
      if (before) {
        const { side, playing, time } = before.stretch.player.getState();
        before.stretch.player.close();
        made.player.choose(side);
        if (before.start === start) made.player.seek(time);
        if (playing) made.player.play();
      }
      current.current = { stretch: made, start };
      setStretch(made);
      setMadeFor(asked);
    };
    const work = async (): Promise<void> => {
      const file = await open();
      const made = await openStretch({
        file,
        values: { preset, pitch, formant },
        start,
        end,
        engine: sharedEngine(),
        signal,
        onError: report,
      });
      if (signal.aborted) made.player.close();
      else take(made);
    };
    const timer = setTimeout(
      () =>
        void work().catch((error: unknown) => {
          if (signal.aborted) return;
          setFailed(true);
          // What is wrong with the file is said by the list of files.
          if (!(error instanceof FaultError)) report(error);
        }),
      current.current ? REST_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [open, preset, pitch, formant, start, end, asked, report]);

  useEffect(
    () => () => {
      current.current?.stretch.player.close();
      current.current = null;
    },
    [],
  );
  const player = stretch?.player ?? null;
  const state = useOneSound(player, STILL);
  return { stretch, state, working: asked !== madeFor, failed };
}
