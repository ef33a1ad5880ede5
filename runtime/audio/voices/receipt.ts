import { hexOf } from "#core/crypto/hex.ts";

/** Receipt of a consent: plain values, stored and exported with the voice. */
export interface Receipt {
  readonly version: 1;
  /** ISO 8601, by the device's clock. */
  readonly date: string;
  /** Locale code of the sentence, and the sentence that was read aloud. */
  readonly language: string;
  readonly said: string;
  /** SHA-256 of the consent recording and of the sample, in hexadecimal. */
  readonly recording: string;
  readonly sample: string;
  /** Duration of the recording, in seconds. */
  readonly seconds: number;
  /** Distance of the recording from the sentence, and from its words in a different order. */
  readonly distance: number | null;
  readonly shuffled: number | null;
  /** Difference in pitch from the sample, in semitones. */
  readonly semitones: number;
  /** SHA-256 of all fields above. */
  readonly seal: string;
}

/** Validity of a receipt. */
export type ReceiptState = "whole" | "receiptChanged" | "recordingChanged" | "recordingMissing";

const sha256 = async (bytes: BufferSource): Promise<string> =>
  hexOf(await crypto.subtle.digest("SHA-256", bytes));
export const hashOf = async (blob: Blob): Promise<string> => sha256(await blob.arrayBuffer());

/**
 * Checksum of a receipt. It detects changes, but does not prove authorship: anyone can compute it.
 */
function sealOf(statement: Omit<Receipt, "seal">): Promise<string> {
  const entries = Object.entries({ ...statement, seal: "" }).toSorted(([a], [b]) =>
    a < b ? -1 : 1,
  );
  return sha256(new TextEncoder().encode(JSON.stringify(entries)));
}

export async function makeReceipt(statement: Omit<Receipt, "seal" | "version">): Promise<Receipt> {
  const receipt = { version: 1, ...statement } as const;
  return { ...receipt, seal: await sealOf(receipt) };
}

/** Checks that a receipt is unchanged, and that it belongs to the recording. */
export async function checkReceipt(
  receipt: Receipt,
  recording: Blob | null,
): Promise<ReceiptState> {
  if ((await sealOf(receipt)) !== receipt.seal) return "receiptChanged";
  if (!recording) return "recordingMissing";
  return (await hashOf(recording)) === receipt.recording ? "whole" : "recordingChanged";
}
