import type { AlignReading } from "#audio/alignment/time-lines.ts";
import { sharedEngine } from "../shared-engine.ts";

/** Aligns readings with a recording in a worker. @param sound a voice, as isolated as possible */
export const alignSound =
  (sound: Blob, signal: AbortSignal): AlignReading =>
  (request, onProgress) =>
    sharedEngine().align({ file: sound, ...request }, { signal, onProgress });
