import { SPOKEN_BYTES, SPOKEN_HEADER } from "#audio/narration/spoken-wav.ts";

/** The bytes of a half-open range of frames of a spoken file. */
export const spokenPart = (file: Blob, start: number, end: number): Blob =>
  file.slice(SPOKEN_HEADER + start * SPOKEN_BYTES, SPOKEN_HEADER + end * SPOKEN_BYTES);

/** Converts 16-bit samples to −1…1. */
export async function readShorts(part: Blob): Promise<Float32Array<ArrayBuffer>> {
  const shorts = new Int16Array(await part.arrayBuffer());
  return Float32Array.from(shorts, (value) => value / 32_768);
}
