import { useEffect, useState } from "react";
import type { SoundTrace } from "#audio/visual/sound-trace.ts";
import { sharedEngine } from "../../audio/shared-engine.ts";

export interface Tracing {
  /** Null until it is there. */
  readonly trace: SoundTrace | null;
  /** Part that has been heard, 0 to 1. */
  readonly done: number;
}

/** What pictures that follow a file are driven by. @param open the same function for the same file */
export function useTrace(open: () => Promise<Blob>): Tracing {
  const [found, setFound] = useState<Tracing>({ trace: null, done: 0 });
  useEffect(() => {
    const abort = new AbortController();
    const show = (next: Tracing): void => {
      if (!abort.signal.aborted) setFound(next);
    };
    open()
      .then((file) =>
        sharedEngine().trace(file, {
          signal: abort.signal,
          onProgress: (done) => show({ trace: null, done: done ?? 0 }),
        }),
      )
      // What is wrong with the file is said by the list of files, or when it is worked on.
      .then(
        (trace) => show({ trace, done: 1 }),
        () => {},
      );
    return () => abort.abort();
  }, [open]);
  return found;
}
