import { createLevelMeter } from "#audio/silence/levels.ts";
import { type Pause, type PauseOptions, findPauses } from "#audio/silence/pauses.ts";
import type { ReadTrack } from "#runtime/panel-kit/player/use-mix-player.ts";

/** Seconds that are read at once: the page stays responsive in between. */
const CHUNK_SECONDS = 5;

/** Finds the pauses of a range of a track. @returns seconds from the start of the range */
export async function trackPauses(
  read: ReadTrack,
  range: { readonly track: number; readonly start: number; readonly end: number },
  {
    sampleRate,
    channels,
    signal,
    onProgress,
    ...options
  }: PauseOptions & {
    readonly sampleRate: number;
    readonly channels: number;
    readonly signal: AbortSignal;
    /** @param done from 0 to 1 */
    readonly onProgress: (done: number) => void;
  },
): Promise<readonly Pause[]> {
  const meter = createLevelMeter({ sampleRate, channels });
  const chunk = CHUNK_SECONDS * sampleRate;
  for (let at = range.start; at < range.end; at += chunk) {
    const block = await read(range.track, at, Math.min(chunk, range.end - at));
    signal.throwIfAborted();
    if (!block[0]?.length) break;
    meter.push(block);
    onProgress(Math.min(1, (at + chunk - range.start) / (range.end - range.start)));
  }
  return findPauses(meter.finish().levels, options);
}
