/** Bytes to append, or to write at a position that was written or skipped before. */
export type SinkChunk =
  | BufferSource
  | Blob
  | {
      readonly type: "write";
      /** Byte offset. */
      readonly position: number;
      readonly data: BufferSource | Blob;
    };
