export type Chunks = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Keeps files under keys: letters, digits, `-`, `_`, and `/` between parts. */
export interface ObjectStore {
  /**
   * Keeps bytes, durably, instead of what was there. They are taken as they come; what is thrown
   * while they come is thrown on, and nothing is kept.
   * @throws when they are not kept
   */
  readonly put: (key: string, chunks: Chunks, type: string) => Promise<void>;
  /**
   * Bytes of an object, or of a part of it: `start` to `end`, both counted in.
   * @returns null when there is none
   */
  readonly get: (
    key: string,
    range?: { readonly start: number; readonly end: number },
  ) => Promise<ReadableStream<Uint8Array> | null>;
  /** Removes an object; one that is not there is gone already. */
  readonly remove: (key: string) => Promise<void>;
}
