import type { OfferedModel } from "#core/models/offered.ts";

/** Part of the device's memory that models may take; browsers say eight gigabytes at most. */
const SHARE = 0.5;
const GIGABYTE = 1e9;

/** Of devices whose browser does not say: a phone or tablet has half of what a computer has. */
const assumed = (): number => (matchMedia("(pointer: coarse)").matches ? 4 : 8);

/** Bytes that models may take together on this device. */
export function memoryBudget(): number {
  const { deviceMemory = assumed() } = navigator as { readonly deviceMemory?: number };
  return SHARE * deviceMemory * GIGABYTE;
}

/** Whether the device has the memory for a model. */
export const fitsDevice = ({ memory }: Pick<OfferedModel, "memory">): boolean =>
  (memory ?? 0) <= memoryBudget();
