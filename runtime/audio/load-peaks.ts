import { fingerprintOf } from "./fingerprint.ts";
import type { Records } from "./records.ts";
import { prepareExtremes } from "./waveform/extremes.ts";
import type { PeaksResult } from "./worker/results.ts";
import type { Engine, PeaksOptions } from "./engine-types.ts";

export interface PeaksDeps {
  readonly engine: Pick<Engine, "peaks">;
  readonly records: Records;
  readonly digest: (data: BufferSource) => Promise<ArrayBuffer>;
}

/** Loads the stored peaks of a file by its content, or computes and stores them. */
export async function loadPeaks(
  file: Blob,
  { engine, records, digest }: PeaksDeps,
  options: PeaksOptions,
): Promise<PeaksResult> {
  // Without a secure context there is no digest, and nothing is stored.
  const key = await fingerprintOf(file, digest).catch(() => null);
  const stored = key === null ? null : await records.get("peaks", key);
  if (stored) {
    await prepareExtremes(stored.peaks);
    return stored;
  }
  options.signal.throwIfAborted();
  let last = Promise.resolve();
  const onPart = (part: PeaksResult): void => {
    last = last.then(() => prepareExtremes(part.peaks)).then(() => options.onPart?.(part));
  };
  const found = await engine.peaks(file, { ...options, onPart });
  await last.then(() => prepareExtremes(found.peaks));
  if (key !== null) await records.put("peaks", key, found);
  return found;
}
