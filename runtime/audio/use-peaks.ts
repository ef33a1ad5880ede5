import { startTransition, useEffect, useState } from "react";
import { loadPeaks } from "./load-peaks.ts";
import { records } from "./records.ts";
import { sharedEngine } from "./shared-engine.ts";
import type { PeaksResult } from "./worker/results.ts";

/**
 * The waveform of a file, as far as it is known: of a long one the beginning comes first. Null until
 * there is something, and where it cannot be read.
 * @param open the same function for the same file
 */
export function usePeaks(open: () => Promise<Blob>): PeaksResult | null {
  const [peaks, setPeaks] = useState<PeaksResult | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const engine = sharedEngine();
    const deps = {
      engine,
      records,
      digest: (data: BufferSource) => crypto.subtle.digest("SHA-256", data),
    };
    const show = (found: PeaksResult): void => {
      if (!abort.signal.aborted) startTransition(() => setPeaks(found));
    };
    engine
      .first(open().then((file) => loadPeaks(file, deps, { signal: abort.signal, onPart: show })))
      .then(
        show,
        // What is wrong with the file is said by the list of files, or when it is worked on.
        () => {},
      );
    return () => abort.abort();
  }, [open]);
  return peaks;
}
