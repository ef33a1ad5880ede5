import { createHash } from "node:crypto";
import { constants, fstatSync } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

/** An open file: it stays readable if a rebuild removes its folder. */
export interface OpenFile {
  readonly handle: FileHandle;
  readonly size: number;
  readonly modified: Date;
  /** Differs if the content may differ. */
  readonly identity: string;
}

// Does not follow a link that was created after the path was resolved, and does not wait for the
// writer of a pipe. Windows has neither flag.
const FLAGS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Opens a file by its real path. The caller closes `handle`. */
export async function openFile(real: string): Promise<OpenFile> {
  const handle = await open(real, FLAGS);
  const { dev, ino, size, mtimeNs, ctimeNs, mtime } = fstatSync(handle.fd, { bigint: true });
  const identity = createHash("sha256")
    .update([dev, ino, size, mtimeNs, ctimeNs].join(" "))
    .digest("base64url")
    .slice(0, 22);
  return { handle, size: Number(size), modified: mtime, identity };
}

/** Reads exactly `length` bytes from `start`; fails if the file has become shorter. */
export async function readBytes(
  handle: FileHandle,
  start: number,
  length: number,
): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, start + filled);
    if (bytesRead === 0) throw new Error("The file became shorter while it was read.");
    filled += bytesRead;
  }
  return bytes;
}
