/** A file that is being written. */
export interface ByteWriter {
  /** @param position bytes from the beginning */
  write(position: number, data: BufferSource | Blob): Promise<void>;
  close(): Promise<void>;
  /** Throws away what has been written. */
  abort(): Promise<void>;
}

/** Where the bytes of files and results are kept, by id. */
export interface ByteStore {
  readonly kind: "opfs" | "indexeddb" | "memory";
  /**
   * Opens a file for writing in pieces; null where only whole files can be kept. What has been
   * written stays where a later write finds no room.
   */
  readonly write: ((id: string) => Promise<ByteWriter>) | null;
  /** As `write`; until it is closed, what the file had before can be read. Null where that cannot be. */
  readonly replace: ((id: string) => Promise<ByteWriter>) | null;
  /** Keeps a whole file. @throws {DOMException} QuotaExceededError */
  put(id: string, blob: Blob): Promise<void>;
  get(id: string): Promise<Blob | null>;
  delete(id: string): Promise<void>;
  keys(): Promise<string[]>;
}
