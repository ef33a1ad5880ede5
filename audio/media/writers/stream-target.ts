import { StreamTarget } from "mediabunny";
import type { Write } from "../bytes/write-bytes.ts";

/** Bytes per write. */
const CHUNK = 1024 * 1024;

/** The target of a muxer. */
export const streamTo = (write: Write): StreamTarget =>
  new StreamTarget(
    new WritableStream({
      async write({ position, data }: { position: number; data: Uint8Array<ArrayBuffer> }) {
        await write(position, data);
      },
    }),
    { chunked: true, chunkSize: CHUNK },
  );
