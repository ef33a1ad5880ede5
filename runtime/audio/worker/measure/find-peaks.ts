import type { Block } from "#audio/effect.ts";
import { framesOf } from "#audio/signal/blocks.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { type PeaksResult, PEAKS_PER_SECOND } from "../results.ts";

/** Fraction by which the peaks must grow before they are reported again. */
const MORE = 1.08;

/**
 * Reads a sound and computes the minimum and maximum sample of each interval, over all channels.
 * @param onPart called with partial results: incomplete peaks, and the declared length
 * @param known peaks of the beginning, after which reading continues
 */
export async function findPeaks(
  source: AudioSource,
  onProgress: (done: number) => void,
  onPart: (found: PeaksResult) => void = () => {},
  known = new Int8Array(0),
): Promise<PeaksResult> {
  const { sampleRate, channels } = source.format;
  const expected = Math.max(1, Math.ceil(source.duration * PEAKS_PER_SECOND));
  let peaks = new Int8Array(Math.max(2 * expected, known.length));
  peaks.set(known);
  let part = known.length / 2;
  let frames = Math.ceil((part * sampleRate) / PEAKS_PER_SECOND);
  let end = ((part + 1) * sampleRate) / PEAKS_PER_SECOND;
  let low = 0;
  let high = 0;
  const close = (): void => {
    if (2 * part + 2 > peaks.length) {
      const longer = new Int8Array(2 * peaks.length + 2);
      longer.set(peaks);
      peaks = longer;
    }
    peaks[2 * part] = Math.max(-127, Math.round(low * 127));
    peaks[2 * part + 1] = Math.min(127, Math.round(high * 127));
    part++;
    end = ((part + 1) * sampleRate) / PEAKS_PER_SECOND;
    low = high = 0;
  };
  const widen = (samples: Float32Array): void => {
    // Typed arrays avoid allocating a number for each sample.
    let [lowest, highest] = [low, high];
    for (let at = 0; at < samples.length; at++) {
      const value = samples[at]!;
      if (value < lowest) lowest = value;
      else if (value > highest) highest = value;
    }
    low = lowest;
    high = highest;
  };
  const take = (block: Block): void => {
    const count = framesOf(block);
    for (let at = 0; at < count;) {
      const until = Math.min(count, at + Math.ceil(end - frames));
      for (const plane of block) widen(plane.subarray(at, until));
      frames += until - at;
      at = until;
      if (frames >= end) close();
    }
  };
  let handed = Math.max(part, PEAKS_PER_SECOND);
  for await (const block of source.blocks(frames)) {
    take(block);
    onProgress(Math.min(1, part / expected));
    if (part < MORE * handed) continue;
    handed = part;
    const duration = Math.max(source.duration, frames / sampleRate);
    onPart({ peaks: peaks.slice(0, 2 * part), duration, sampleRate, channels });
  }
  if (frames > (part * sampleRate) / PEAKS_PER_SECOND) close();
  return {
    peaks: peaks.slice(0, 2 * part),
    duration: frames / sampleRate,
    sampleRate,
    channels,
  };
}
