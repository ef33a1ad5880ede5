import { hexOf } from "#core/crypto/hex.ts";

/** What is known of a consent: plain values, which are kept and exported with the voice. */
export interface Receipt {
  readonly version: 1;
  /** ISO 8601, by the device's clock. */
  readonly date: string;
  /** Code of the locale of the sentence, and the sentence that was read aloud. */
  readonly language: string;
  readonly said: string;
  /** SHA-256 of the recording of it, and of the sample; in hexadecimal. */
  readonly recording: string;
  readonly sample: string;
  /** Seconds of the recording. */
  readonly seconds: number;
  /** What was checked: how far the recording is from the sentence and from its words in another order, … */
  readonly distance: number | null;
  readonly shuffled: number | null;
  /** … and by how many semitones of pitch it differs from the sample. */
  readonly semitones: number;
  /** SHA-256 of all of the above. */
  readonly seal: string;
}

/** What became of a receipt since it was made. */
export type ReceiptState = "whole" | "receiptChanged" | "recordingChanged" | "recordingMissing";

const sha256 = async (bytes: BufferSource): Promise<string> =>
  hexOf(await crypto.subtle.digest("SHA-256", bytes));
export const hashOf = async (blob: Blob): Promise<string> => sha256(await blob.arrayBuffer());

/** The seal of what a receipt says. It tells a change, not who made it: anybody can seal anew. */
function sealOf(said: Omit<Receipt, "seal">): Promise<string> {
  const entries = Object.entries({ ...said, seal: "" }).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return sha256(new TextEncoder().encode(JSON.stringify(entries)));
}

export async function makeReceipt(said: Omit<Receipt, "seal" | "version">): Promise<Receipt> {
  const receipt = { version: 1, ...said } as const;
  return { ...receipt, seal: await sealOf(receipt) };
}

/** Whether a receipt says what it said when it was made, and its recording is the one that was heard. */
export async function checkReceipt(
  receipt: Receipt,
  recording: Blob | null,
): Promise<ReceiptState> {
  if ((await sealOf(receipt)) !== receipt.seal) return "receiptChanged";
  if (!recording) return "recordingMissing";
  return (await hashOf(recording)) === receipt.recording ? "whole" : "recordingChanged";
}
