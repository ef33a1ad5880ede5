import { startTransition, useEffect, useState } from "react";
import { loadPeaks } from "./load-peaks.ts";
import { records } from "./records.ts";
import { sharedEngine } from "./shared-engine.ts";
import type { PeaksResult } from "./worker/results.ts";

/**
 * The waveform of a file, from its beginning while it is being computed. Null before, and if the
 * file cannot be read.
 * @param open a stable function for the file
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
        // The file list or the job reports the error of the file.
        () => {},
      );
    return () => abort.abort();
  }, [open]);
  return peaks;
}
