import { useCallback, useMemo, useState } from "react";
import { mapOf, type Warp } from "#audio/stretch/warp.ts";
import { usePeaks } from "#runtime/audio/use-peaks.ts";
import { gainOf } from "#runtime/audio/waveform/columns.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";

/** The waveform of a part, and where its bars lie in it. */
export interface PartWave {
  readonly peaks: Int8Array;
  /** Factor that makes its loudest peak as high as its place. */
  readonly gain: number;
  /** Seconds of its sound, which may lie before its beginning. @param bar of the part, from 0 */
  readonly secondsAt: (bar: number) => number;
}

/**
 * Null until something of it is known.
 * @param result what was taken of the song
 * @param warp the same object for the same one
 * @param bar seconds of a bar of the mashup
 */
export function usePartWave(
  result: JobResult,
  warp: Pick<Warp, "knots">,
  bar: number,
): PartWave | null {
  const { jobs } = useWorkspace();
  // It is told anew with every progress of the queue.
  const [given] = useState(result);
  const open = useCallback(() => jobs.openResult(given), [jobs, given]);
  const peaks = usePeaks(open)?.peaks;
  return useMemo(() => {
    if (!peaks) return null;
    const place = mapOf(warp, 1);
    return { peaks, gain: gainOf([peaks]), secondsAt: (at) => place(at * bar) };
  }, [peaks, warp, bar]);
}
