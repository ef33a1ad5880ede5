import { createReadStream } from "node:fs";
import { createGunzip } from "node:zlib";

export interface TarEntry {
  /** With forward slashes, as the archive has it. */
  readonly path: string;
  readonly bytes: number;
  /** Its content; what is not read of it is passed over. */
  readonly body: AsyncIterable<Uint8Array>;
}

const BLOCK = 512;

/**
 * Reads the files of a `.tgz` one after the other, without ever holding one: POSIX ustar with the long
 * names of pax and of GNU (IEEE Std 1003.1, pax). Folders and links are passed over.
 * @throws {TypeError} where it is no such archive, or ends in the middle
 */
export async function* readTar(file: string): AsyncGenerator<TarEntry, void, undefined> {
  const bytes = createReader(createReadStream(file).pipe(createGunzip()));
  let longName: string | null = null;
  for (;;) {
    const header = await bytes.take(BLOCK);
    if (header.every((byte) => byte === 0)) return;
    const { path, size, type } = readHeader(header);
    const padding = (BLOCK - (size % BLOCK)) % BLOCK;
    if (type === "x" || type === "L") {
      const told = text(await bytes.take(size));
      longName = type === "L" ? told : (paxPath(told) ?? longName);
      await bytes.skip(padding);
      continue;
    }
    let left = size;
    const body = async function* (): AsyncGenerator<Uint8Array> {
      while (left > 0) {
        const chunk = await bytes.some(left);
        left -= chunk.length;
        yield chunk;
      }
    };
    if (type === "0") yield { path: longName ?? path, bytes: size, body: body() };
    longName = null;
    await bytes.skip(left + padding);
  }
}

/** A text that ends with its first zero. */
const text = (bytes: Uint8Array): string => {
  const end = bytes.indexOf(0);
  return Buffer.from(end < 0 ? bytes : bytes.subarray(0, end)).toString("utf8");
};

function readHeader(header: Uint8Array) {
  const field = (from: number, length: number) => text(header.subarray(from, from + length));
  const sum = header.reduce((all, byte, at) => all + (at >= 148 && at < 156 ? 0x20 : byte), 0);
  const size = Number.parseInt(field(124, 12).trim() || "0", 8);
  if (Number.parseInt(field(148, 8).trim(), 8) !== sum || !(size >= 0))
    throw new TypeError("This is no tar archive");
  const prefix = field(257, 5) === "ustar" ? field(345, 155) : "";
  const name = field(0, 100);
  return {
    path: prefix === "" ? name : `${prefix}/${name}`,
    size,
    type: field(156, 1) || "0",
  };
}

/** Records of `<length> <key>=<value>\n`. */
const paxPath = (records: string): string | null =>
  /(?:^|\n)\d+ path=([^\n]*)\n/.exec(records)?.[1] ?? null;

/** Takes bytes out of chunks of any size. */
function createReader(stream: AsyncIterable<Buffer>) {
  const chunks = stream[Symbol.asyncIterator]();
  let rest: Uint8Array = new Uint8Array(0);
  /** Between one and `most` bytes. */
  async function some(most: number): Promise<Uint8Array> {
    while (rest.length === 0) {
      const { done, value } = await chunks.next();
      if (done) throw new TypeError("The archive ends too early");
      rest = value;
    }
    const taken = rest.subarray(0, most);
    rest = rest.subarray(taken.length);
    return taken;
  }
  return {
    some,
    async take(count: number): Promise<Uint8Array> {
      const all = new Uint8Array(count);
      for (let at = 0; at < count;) {
        const chunk = await some(count - at);
        all.set(chunk, at);
        at += chunk.length;
      }
      return all;
    },
    async skip(count: number): Promise<void> {
      for (let left = count; left > 0;) left -= (await some(left)).length;
    },
  };
}
