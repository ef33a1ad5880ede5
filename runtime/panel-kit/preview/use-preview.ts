import { useEffect, useRef, useState } from "react";
import type { ComparisonState } from "../player/compare-player.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { Text } from "../../notices/notices.ts";
import { useWorkspace } from "../../workspace/contract/context.ts";
import { FaultError } from "../../workspace/contract/fault.ts";
import { thrownText } from "../../workspace/contract/texts.ts";
import { browserOutput } from "../player/browser-output.ts";
import { stillOf, useOneSound } from "../player/use-one-sound.ts";
import { type MakePart, type OpenPreview, type PreviewPart, openPreview } from "./open-preview.ts";

const STILL = stillOf<ComparisonState>({ side: "after", playing: false, time: 0 });
/** ms for which what is asked for has to rest before it is worked on again. */
const REST_MS = 300;

export interface HeardPreview {
  /** Null until it can be heard for the first time. */
  readonly preview: OpenPreview | null;
  readonly state: ComparisonState;
  /** What is heard is not what is asked for, but that is on its way. */
  readonly working: boolean;
  /** Why there is none; null while nothing speaks against it. */
  readonly problem: Text | null;
  /** Ends the work on what is asked for now. */
  readonly cancel: () => void;
  /** Asks again for what was canceled, or did not work. */
  readonly retry: () => void;
}

/**
 * Makes a preview whenever the file or what is asked for has changed. What is heard goes on, at its
 * place, with what it has become.
 * @param open the same function for the same file
 * @param request as plain data; null: nothing is asked for
 * @param make the same function always
 */
export function usePreview<Tried>(
  open: () => Promise<File>,
  request: (Tried & PreviewPart) | null,
  make: MakePart<Tried>,
): HeardPreview {
  const { notices, report } = useWorkspace();
  const [preview, setPreview] = useState<OpenPreview | null>(null);
  /** How each ended that was asked for: with a problem, canceled, or well. */
  const [ended, setEnded] = useState<{ readonly asked: string; readonly problem?: Text } | null>(
    null,
  );
  const current = useRef<OpenPreview | null>(null);
  const asked = request && JSON.stringify(request);
  const isWanted = asked !== null && ended?.asked !== asked;

  useEffect(() => {
    if (asked === null || !isWanted) return undefined;
    const abort = new AbortController();
    const { signal } = abort;
    const take = (made: OpenPreview): void => {
      const before = current.current;
      if (before) {
        const { side, playing, time } = before.player.getState();
        before.player.close();
        made.player.choose(side);
        if (before.start === made.start) made.player.seek(time);
        if (playing) made.player.play();
      }
      current.current = made;
      setPreview(made);
      setEnded({ asked });
    };
    const work = async (): Promise<void> => {
      const wanted = JSON.parse(asked) as Tried & PreviewPart;
      const options = {
        engine: sharedEngine(),
        signal,
        make,
        output: browserOutput({ notices, report }),
      };
      const made = await openPreview(await open(), wanted, options);
      if (signal.aborted) made.player.close();
      else take(made);
    };
    const timer = setTimeout(
      () =>
        void work().catch((error: unknown) => {
          if (signal.aborted) return;
          setEnded({ asked, problem: thrownText(error) });
          if (!(error instanceof FaultError)) report(error);
        }),
      current.current ? REST_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [open, asked, isWanted, make, notices, report]);

  useEffect(
    () => () => {
      current.current?.player.close();
      current.current = null;
    },
    [],
  );
  const state = useOneSound(preview?.player ?? null, STILL);
  return {
    preview,
    state,
    working: isWanted,
    problem: ended?.asked === asked ? (ended?.problem ?? null) : null,
    cancel: () => asked !== null && setEnded({ asked }),
    retry: () => setEnded(null),
  };
}
