import { useEffect, useRef, useState } from "react";
import type { ComparisonState } from "../player/compare-player.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";
import type { Text } from "../../notices/notices.ts";
import { useWorkspace } from "../../contract/context.ts";
import { thrownText } from "../../contract/texts.ts";
import { browserOutput } from "../player/browser-output.ts";
import { constantStore, usePlayerState } from "../player/use-exclusive-playback.ts";
import {
  type RenderRange,
  type OpenPreview,
  type PreviewPart,
  openPreview,
} from "./open-preview.ts";

const STILL = constantStore<ComparisonState>({ side: "after", playing: false, time: 0 });
/** Time without a change of the request after which a preview is rendered, in ms. */
const DEBOUNCE_MS = 300;

export interface PreviewState {
  /** Null until the first preview is ready. */
  readonly preview: OpenPreview | null;
  readonly state: ComparisonState;
  /** Whether a newer preview is being rendered. */
  readonly working: boolean;
  /** Why there is no preview; null if there is no problem. */
  readonly problem: Text | null;
  /** Cancels rendering. */
  readonly cancel: () => void;
  /** Renders again after a cancellation or a problem. */
  readonly retry: () => void;
}

/**
 * Renders a preview whenever the file or the request has changed. Playback continues at its
 * position in the new preview.
 * @param open the same function for the same file
 * @param request plain data; null for no preview
 * @param make always the same function
 */
export function usePreview<Tried>(
  open: () => Promise<File>,
  request: (Tried & PreviewPart) | null,
  make: RenderRange<Tried>,
): PreviewState {
  const { notices, report } = useWorkspace();
  const [preview, setPreview] = useState<OpenPreview | null>(null);
  /** How the last request ended: with a problem, canceled or successfully. */
  const [ended, setEnded] = useState<{
    readonly requestKey: string;
    readonly problem?: Text;
  } | null>(null);
  const current = useRef<OpenPreview | null>(null);
  const requestKey = request && JSON.stringify(request);
  const isRequested = requestKey !== null && ended?.requestKey !== requestKey;

  useEffect(() => {
    if (requestKey === null || !isRequested) return undefined;
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
      setEnded({ requestKey });
    };
    const work = async (): Promise<void> => {
      const requested = JSON.parse(requestKey) as Tried & PreviewPart;
      const options = {
        engine: sharedEngine(),
        signal,
        make,
        output: browserOutput({ notices, report }),
      };
      const made = await openPreview(await open(), requested, options);
      if (signal.aborted) made.player.close();
      else take(made);
    };
    const timer = setTimeout(
      () =>
        void work().catch((error: unknown) => {
          if (signal.aborted) return;
          setEnded({ requestKey, problem: thrownText(error) });
          report(error);
        }),
      current.current ? DEBOUNCE_MS : 0,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [open, requestKey, isRequested, make, notices, report]);

  useEffect(
    () => () => {
      current.current?.player.close();
      current.current = null;
    },
    [],
  );
  const state = usePlayerState(preview?.player ?? null, STILL);
  return {
    preview,
    state,
    working: isRequested,
    problem: ended?.requestKey === requestKey ? (ended?.problem ?? null) : null,
    cancel: () => requestKey !== null && setEnded({ requestKey }),
    retry: () => setEnded(null),
  };
}
