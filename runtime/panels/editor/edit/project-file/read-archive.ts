/** Sizes of records in bytes, without what has a variable length. */
const LOCAL_HEADER = 30;
const ENTRY = 46;
const END = 22;
const END_64 = 56;
const LOCATOR_64 = 20;
/** Maximum size of the comment after the end record, and of the directory, in bytes. */
const MAX_COMMENT = 65_535;
const MAX_DIRECTORY = 16_000_000;
/** More than any project has sounds. */
const MAX_ENTRIES = 20_000;

const SIGNATURES = {
  local: 0x04034b50,
  entry: 0x02014b50,
  end: 0x06054b50,
  end64: 0x06064b50,
  locator64: 0x07064b50,
} as const;
/** Fields with this value are in the ZIP64 records. */
const IN_ZIP64 = 0xffffffff;

/** A file of an archive, which has not been read. */
export interface ArchiveEntry {
  /** Position of its header in the archive. */
  readonly offset: number;
  readonly size: number;
  readonly crc: number;
  /** Whether its bytes are stored as they are, neither compressed nor encrypted. */
  readonly isPlain: boolean;
}

const viewOf = async (file: Blob, start: number, length: number): Promise<DataView> =>
  new DataView(await file.slice(Math.max(0, start), start + length).arrayBuffer());

const int64 = (view: DataView, at: number): number => Number(view.getBigUint64(at, true));

/** Position and length of the directory; null without an end record. */
async function findDirectory(file: Blob): Promise<readonly [start: number, length: number] | null> {
  const from = Math.max(0, file.size - END - MAX_COMMENT);
  const tail = await viewOf(file, from, file.size - from);
  let at = tail.byteLength - END;
  while (at >= 0 && tail.getUint32(at, true) !== SIGNATURES.end) at--;
  if (at < 0) return null;
  const [length, start] = [tail.getUint32(at + 12, true), tail.getUint32(at + 16, true)];
  const locator = at - LOCATOR_64;
  if (locator < 0 || tail.getUint32(locator, true) !== SIGNATURES.locator64) return [start, length];
  const end = await viewOf(file, int64(tail, locator + 8), END_64);
  return end.byteLength === END_64 && end.getUint32(0, true) === SIGNATURES.end64
    ? [int64(end, 48), int64(end, 40)]
    : null;
}

/** The entry at a position of the directory, and the position of the next one; null for a damaged one. */
function readEntry(
  view: DataView,
  at: number,
): { name: string; entry: ArchiveEntry; next: number } | null {
  if (view.getUint32(at, true) !== SIGNATURES.entry) return null;
  // Encrypted entries have bit 0 of the flags set; method 0 stores bytes as they are.
  const isPlain = !(view.getUint16(at + 8, true) & 1) && view.getUint16(at + 10, true) === 0;
  const crc = view.getUint32(at + 16, true);
  const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) =>
    view.getUint16(at + field, true),
  ) as [number, number, number];
  let size = view.getUint32(at + 24, true);
  let offset = view.getUint32(at + 42, true);
  const packed = view.getUint32(at + 20, true);
  const extra = at + ENTRY + nameLength;
  for (let field = extra; field + 4 <= extra + extraLength;) {
    const [id, length] = [view.getUint16(field, true), view.getUint16(field + 2, true)];
    if (id === 1) {
      // It has only those values that do not fit elsewhere, in this order.
      let value = field + 4;
      if (size === IN_ZIP64) [size, value] = [int64(view, value), value + 8];
      if (packed === IN_ZIP64) value += 8;
      if (offset === IN_ZIP64) offset = int64(view, value);
    }
    field += 4 + length;
  }
  const name = new TextDecoder().decode(
    new Uint8Array(view.buffer, view.byteOffset + at + ENTRY, nameLength),
  );
  return {
    name,
    entry: { offset, size, crc, isPlain },
    next: extra + extraLength + commentLength,
  };
}

/** The bytes of an entry, which are not read; null if they are not there. */
export async function openEntry(
  archive: Blob,
  { offset, size }: ArchiveEntry,
): Promise<Blob | null> {
  const header = await viewOf(archive, offset, LOCAL_HEADER);
  if (header.byteLength < LOCAL_HEADER || header.getUint32(0, true) !== SIGNATURES.local)
    return null;
  const start = offset + LOCAL_HEADER + header.getUint16(26, true) + header.getUint16(28, true);
  return start + size <= archive.size ? archive.slice(start, start + size) : null;
}

/**
 * Reads the directory of a ZIP archive.
 * @returns entries by their paths; null if it is no archive, or damaged
 */
export async function readArchive(file: Blob): Promise<ReadonlyMap<string, ArchiveEntry> | null> {
  const directory = await findDirectory(file);
  if (!directory || directory[1] > MAX_DIRECTORY || directory[0] + directory[1] > file.size)
    return null;
  const view = await viewOf(file, ...directory);
  const entries = new Map<string, ArchiveEntry>();
  try {
    for (let at = 0; at < view.byteLength;) {
      const read = readEntry(view, at);
      // Of two entries with one path, it is unknown which one the project means.
      if (!read || entries.has(read.name) || entries.size === MAX_ENTRIES) return null;
      entries.set(read.name, read.entry);
      at = read.next;
    }
  } catch (error) {
    // A record that is cut off.
    if (error instanceof RangeError) return null;
    throw error;
  }
  return entries;
}
