import { StreamTarget } from "mediabunny";
import type { Write } from "../bytes/write-bytes.ts";

/** Bytes that are written at once. */
const CHUNK = 1024 * 1024;

/** Where a muxer writes. */
export const streamTo = (write: Write): StreamTarget =>
  new StreamTarget(
    new WritableStream({
      async write({ position, data }: { position: number; data: Uint8Array<ArrayBuffer> }) {
        await write(position, data);
      },
    }),
    { chunked: true, chunkSize: CHUNK },
  );
