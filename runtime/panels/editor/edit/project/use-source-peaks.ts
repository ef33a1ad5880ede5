import { startTransition, useEffect, useRef, useState } from "react";
import { loadPeaks } from "#runtime/audio/load-peaks.ts";
import { records } from "#runtime/audio/records.ts";
import { sharedEngine } from "#runtime/audio/shared-engine.ts";
import type { PeaksResult } from "#runtime/audio/worker/results.ts";
import type { Blobs } from "./use-mix.ts";

export type PeaksBySource = ReadonlyMap<string, PeaksResult>;

/** The peaks of all sources, computed once each, one after the other. */
export function useSourcePeaks(blobs: Blobs): PeaksBySource {
  const [peaks, setPeaks] = useState<PeaksBySource>(new Map());
  const requested = useRef(new Set<Blob>());
  const last = useRef<Promise<unknown>>(Promise.resolve());
  const end = useRef<AbortController | null>(null);
  useEffect(() => {
    const abort = new AbortController();
    end.current = abort;
    const requestedNow = requested.current;
    return () => {
      abort.abort();
      requestedNow.clear();
    };
  }, []);
  useEffect(() => {
    const { signal } = end.current!;
    const deps = {
      engine: sharedEngine(),
      records,
      digest: (data: BufferSource) => crypto.subtle.digest("SHA-256", data),
    };
    for (const [id, blob] of Object.entries(blobs)) {
      if (!blob || requested.current.has(blob)) continue;
      requested.current.add(blob);
      const show = (found: PeaksResult): void => {
        if (!signal.aborted) startTransition(() => setPeaks((now) => new Map(now).set(id, found)));
      };
      last.current = last.current
        .then(() => loadPeaks(blob, deps, { signal, onPart: show }))
        .then(
          show,
          // A file that cannot be read has no waveform; the player reports the error.
          () => {},
        );
    }
  }, [blobs]);
  return peaks;
}
