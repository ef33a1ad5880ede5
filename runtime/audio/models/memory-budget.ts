import type { OfferedModel } from "../../../core/models/offered.ts";

/** Part of the device's memory that models may take; browsers say eight gigabytes at most. */
const SHARE = 0.5;
const GIGABYTE = 1e9;

/** Bytes that models may take together on this device. */
export function memoryBudget(): number {
  const { deviceMemory = 8 } = navigator as { readonly deviceMemory?: number };
  return SHARE * deviceMemory * GIGABYTE;
}

/** Whether the device has the memory for a model. */
export const fitsDevice = ({ memory }: Pick<OfferedModel, "memory">): boolean =>
  (memory ?? 0) <= memoryBudget();
