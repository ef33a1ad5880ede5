import { SPOKEN_BYTES, SPOKEN_HEADER } from "#audio/narration/spoken-wav.ts";

/** Bytes of a spoken file's frames, from the first to before the second. */
export const spokenPart = (file: Blob, start: number, end: number): Blob =>
  file.slice(SPOKEN_HEADER + start * SPOKEN_BYTES, SPOKEN_HEADER + end * SPOKEN_BYTES);

/** Samples of 16 bits as −1 to 1. */
export async function readShorts(part: Blob): Promise<Float32Array<ArrayBuffer>> {
  const shorts = new Int16Array(await part.arrayBuffer());
  return Float32Array.from(shorts, (value) => value / 32_768);
}
