export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Stores files under keys of letters, digits, `-`, `_`, and `/` between segments. */
export interface ObjectStore {
  /**
   * Stores bytes durably, replacing an existing object. The chunks are streamed, whatever their
   * total; if their source throws, the error is propagated and nothing is stored.
   * @throws if the object is not stored
   */
  readonly put: (key: string, chunks: Chunks, type: string) => Promise<void>;
  /**
   * Bytes of an object, or of a range of it, with inclusive `start` and `end`.
   * @returns null if there is no such object
   */
  readonly get: (
    key: string,
    range?: { readonly start: number; readonly end: number },
  ) => Promise<ReadableStream<Uint8Array> | null>;
  /** Bytes of an object; null if there is no such object. */
  readonly size: (key: string) => Promise<number | null>;
  /**
   * Keys of the objects below a folder, in any order. Objects that are stored or removed in the
   * meantime may be missing.
   * @param folder segments of the keys, without a final `/`
   */
  readonly list: (folder: string) => AsyncIterable<string>;
  /** Removes an object; a missing one is not an error. */
  readonly remove: (key: string) => Promise<void>;
}
