import { useCallback, useMemo, useState } from "react";
import { createTimeMap, type Warp } from "#audio/stretch/warp.ts";
import { usePeaks } from "#runtime/audio/use-peaks.ts";
import { gainOf } from "#runtime/audio/waveform/columns.ts";
import { useWorkspace } from "#runtime/contract/context.ts";
import type { JobResult } from "#runtime/contract/file.ts";

/** The waveform of a part, and the position of its bars in it. */
export interface PartWave {
  readonly peaks: Int8Array;
  /** Factor that normalizes the highest peak. */
  readonly gain: number;
  /** Seconds in its sound, which may be before its start. @param bar of the part, from 0 */
  readonly secondsAt: (bar: number) => number;
}

/**
 * Null until some of it is known.
 * @param result extracted part of the song
 * @param warp the same object for the same alignment
 * @param bar length of a bar of the mashup in seconds
 */
export function usePartWave(
  result: JobResult,
  warp: Pick<Warp, "knots">,
  bar: number,
): PartWave | null {
  const { jobs } = useWorkspace();
  // The queue replaces this object with every progress message.
  const [given] = useState(result);
  const open = useCallback(() => jobs.openResult(given), [jobs, given]);
  const peaks = usePeaks(open)?.peaks;
  return useMemo(() => {
    if (!peaks) return null;
    const toSource = createTimeMap(warp, 1);
    return { peaks, gain: gainOf([peaks]), secondsAt: (at) => toSource(at * bar) };
  }, [peaks, warp, bar]);
}
