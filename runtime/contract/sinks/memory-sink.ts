import type { SinkChunk } from "./sink-chunk.ts";
import { createSparseFile } from "./sparse-file.ts";

/** A stream that collects its bytes in a blob, in memory or wherever the browser stores blobs. */
export function createMemorySink() {
  const bytes = createSparseFile();
  let end = 0;
  const sink = new WritableStream<SinkChunk>({
    write(chunk) {
      const { position, data } = "position" in chunk ? chunk : { position: end, data: chunk };
      end = position + (data instanceof Blob ? data.size : data.byteLength);
      bytes.write(position, data);
    },
  });
  return { sink, toBlob: (): Blob => bytes.toBlob() };
}
