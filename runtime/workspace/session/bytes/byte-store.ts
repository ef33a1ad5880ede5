/** A file that is being written. */
export interface ByteWriter {
  /** @param position byte offset */
  write(position: number, data: BufferSource | Blob): Promise<void>;
  close(): Promise<void>;
  /** Discards the written bytes. */
  abort(): Promise<void>;
}

/** Stores the bytes of files and results by id. */
export interface ByteStore {
  readonly kind: "opfs" | "indexeddb" | "memory";
  /**
   * Opens a file for writing in chunks; null if only whole files can be stored. Written bytes stay
   * if a later write finds no space.
   */
  readonly write: ((id: string) => Promise<ByteWriter>) | null;
  /**
   * Like `write`, but the previous content can be read until it is closed. Null if not supported.
   */
  readonly replace: ((id: string) => Promise<ByteWriter>) | null;
  /** Stores a whole file. @throws {DOMException} QuotaExceededError */
  put(id: string, blob: Blob): Promise<void>;
  get(id: string): Promise<Blob | null>;
  delete(id: string): Promise<void>;
  keys(): Promise<string[]>;
}
