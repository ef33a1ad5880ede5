import { useEffect, useState } from "react";
import { loadPeaks } from "./load-peaks.ts";
import { records } from "./records.ts";
import { sharedEngine } from "./shared-engine.ts";
import type { PeaksResult } from "./worker/protocol.ts";

/**
 * The waveform of a file; null until it is there, and where it cannot be read.
 * @param open the same function for the same file
 */
export function usePeaks(open: () => Promise<Blob>): PeaksResult | null {
  const [peaks, setPeaks] = useState<PeaksResult | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    const deps = {
      engine: sharedEngine(),
      records,
      digest: (data: BufferSource) => crypto.subtle.digest("SHA-256", data),
    };
    open()
      .then((file) => loadPeaks(file, deps, { signal: abort.signal }))
      .then(
        (found) => !abort.signal.aborted && setPeaks(found),
        // What is wrong with the file is said by the list of files, or when it is worked on.
        () => {},
      );
    return () => abort.abort();
  }, [open]);
  return peaks;
}
