import { open, type FileHandle } from "node:fs/promises";

/** Largest part of a file that is read at once, in bytes. */
const READ_SIZE = 256 * 1024;

/** Opens a file by its path, which changes when the file is complete. */
async function openFile(state: { readonly path: string }): Promise<FileHandle> {
  const { path } = state;
  try {
    return await open(path, "r");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    // It was renamed, and its new path is reported in the next turn of the event loop.
    await new Promise(setImmediate);
    if (state.path === path) throw error;
    return open(state.path, "r");
  }
}

/** A file that is read while it is still being written. */
export interface GrowingFile {
  /** Bytes that may be read so far, 0 at first. */
  readonly written: () => number;
  /** Reports how many bytes of it there are in a file. Fewer than before: it was started over. */
  readonly grow: (written: number, path: string) => void;
  /** The file is complete and its checksum is right. @param path where it is from now on */
  readonly complete: (path: string) => void;
  /** No more bytes will come; readers fail with this error. */
  readonly fail: (error: unknown) => void;
  /** Settles as soon as byte `start` can be read. @throws the error of `fail` */
  readonly ready: (start: number) => Promise<void>;
  /**
   * Bytes from `start` to before `end`, each as soon as it is there.
   * @throws the error of `fail`; an error where the file was started over after bytes had been read
   */
  readonly read: (start: number, end: number) => AsyncGenerator<Uint8Array>;
}

/**
 * A file of a known size that one process writes and many requests read. Its last byte is held back until
 * the checksum of the whole was right, so that nobody has a complete file that is a wrong one.
 * @param bytes size of the complete file
 */
export function createGrowingFile(bytes: number): GrowingFile {
  const state = { path: "", written: 0, isComplete: false, generation: 0, error: null as unknown };
  let change = Promise.withResolvers<void>();
  const notify = (): void => {
    change.resolve();
    change = Promise.withResolvers();
  };
  const available = (): number =>
    state.isComplete ? bytes : Math.min(state.written, Math.max(0, bytes - 1));

  const ready = async (start: number): Promise<void> => {
    while (available() <= start) {
      if (state.error !== null) throw state.error;
      await change.promise;
    }
  };

  return {
    written: available,
    ready,
    grow(written, path) {
      if (written < state.written) state.generation++;
      Object.assign(state, { written, path });
      notify();
    },
    complete(final) {
      Object.assign(state, { path: final, isComplete: true });
      notify();
    },
    fail(error) {
      state.error = error;
      notify();
    },
    async *read(start, end) {
      const { generation } = state;
      let handle: FileHandle | undefined;
      let at = start;
      try {
        while (at < end) {
          await ready(at);
          if (at > start && state.generation !== generation)
            throw new Error("The source sent the file again from its beginning.");
          handle ??= await openFile(state);
          const size = Math.min(READ_SIZE, available() - at, end - at);
          const { bytesRead, buffer } = await handle.read(new Uint8Array(size), 0, size, at);
          if (bytesRead === 0) throw new Error("The file became shorter while it was read.");
          at += bytesRead;
          yield buffer.subarray(0, bytesRead);
        }
      } finally {
        await handle?.close();
      }
    },
  };
}
