import type { StorageInfo } from "#runtime/contract/file.ts";
import type { SplitSetup } from "./use-split-setup.ts";

/** Bytes of a sample as it is kept; what is compressed is kept whole until it is saved. */
const BYTES: Readonly<Partial<Record<SplitSetup["output"], number>>> = {
  wav16: 2,
  wav32f: 4,
  flac: 2,
};
const USUAL = 3;
/** Of most songs. What it is of this one is not known before it is read. */
const RATE = 44_100;
const CHANNELS = 2;

/** Bytes that stems take up on the device, roughly. @param seconds of all songs together */
export const stemBytes = (seconds: number, stems: number, output: SplitSetup["output"]): number =>
  seconds * RATE * CHANNELS * (BYTES[output] ?? USUAL) * stems;

/** Bytes that are free, where they are too few; null where they suffice, or nobody knows. */
export function tooFewBytes({ used, quota }: StorageInfo, needed: number): number | null {
  if (used === null || quota === null) return null;
  const free = Math.max(0, quota - used);
  return free < needed ? free : null;
}
