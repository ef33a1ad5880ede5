import type { StorageInfo } from "#runtime/contract/file.ts";
import type { SplitSetup } from "./use-split-setup.ts";

/** Bytes per stored sample; lossy formats are stored losslessly until they are saved. */
const BYTES: Readonly<Partial<Record<SplitSetup["output"], number>>> = {
  wav16: 2,
  wav32f: 4,
  flac: 2,
};
const DEFAULT_BYTES = 3;
/** The usual sample rate. That of the song is not known before it is read. */
const RATE = 44_100;
const CHANNELS = 2;

/** Approximate size of stems on the device in bytes. @param seconds of all songs */
export const stemBytes = (seconds: number, stems: number, output: SplitSetup["output"]): number =>
  seconds * RATE * CHANNELS * (BYTES[output] ?? DEFAULT_BYTES) * stems;

/** Free space in bytes if it is not sufficient; null if it is, or unknown. */
export function tooFewBytes({ used, quota }: StorageInfo, needed: number): number | null {
  if (used === null || quota === null) return null;
  const free = Math.max(0, quota - used);
  return free < needed ? free : null;
}
