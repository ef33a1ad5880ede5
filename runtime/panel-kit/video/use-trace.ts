import { useEffect, useState } from "react";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";

export interface Tracing {
  /** Null until it is ready. */
  readonly trace: SoundTrace | null;
  /** Progress of the analysis, from 0 to 1. */
  readonly done: number;
}

const NOTHING: Tracing = { trace: null, done: 0 };

/**
 * The analysis that drives animations.
 * @param open the same function for the same file; null if there is none
 */
export function useTrace(open: (() => Promise<Blob>) | null): Tracing {
  const [found, setFound] = useState<Tracing & { readonly of: typeof open }>({
    ...NOTHING,
    of: null,
  });
  useEffect(() => {
    if (!open) return undefined;
    const abort = new AbortController();
    const show = (next: Tracing): void => {
      if (!abort.signal.aborted) setFound({ ...next, of: open });
    };
    open()
      .then((file) =>
        sharedEngine().trace(file, {
          signal: abort.signal,
          onProgress: (done) => show({ trace: null, done: done ?? 0 }),
        }),
      )
      // The tray or the job reports errors of the file.
      .then(
        (trace) => show({ trace, done: 1 }),
        () => {},
      );
    return () => abort.abort();
  }, [open]);
  return found.of === open ? found : NOTHING;
}
