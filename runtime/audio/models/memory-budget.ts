import type { OfferedModel } from "#core/models/offered.ts";

/** Fraction of the device's memory that models may use. Browsers report at most 8 GB. */
const SHARE = 0.5;
const GIGABYTE = 1e9;

/**
 * Assumed memory in GB if the browser does not report it: phones and tablets have half of a
 * computer's.
 */
const assumed = (): number => (matchMedia("(pointer: coarse)").matches ? 4 : 8);

/** Total memory that models may use on this device, in bytes. */
export function memoryBudget(): number {
  const { deviceMemory = assumed() } = navigator as { readonly deviceMemory?: number };
  return SHARE * deviceMemory * GIGABYTE;
}

/** Whether the device has enough memory for a model. */
export const fitsDevice = ({ memory }: Pick<OfferedModel, "memory">): boolean =>
  (memory ?? 0) <= memoryBudget();
