/** Bytes that are collected before they become a blob, which the browser may move to disk. */
const GATHER = 4 * 1024 * 1024;

type FilePart = { readonly start: number; readonly blob: Blob };

const partOf = ({ start, blob }: FilePart, from: number, to: number): FilePart | null => {
  const [first, last] = [Math.max(from, start), Math.min(to, start + blob.size)];
  return first < last ? { start: first, blob: blob.slice(first - start, last - start) } : null;
};

const copyOf = (data: BufferSource): ArrayBuffer => {
  const view = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return new Uint8Array(view).buffer;
};

/**
 * A file that is built in memory from parts in any order. Later parts overwrite earlier ones; gaps
 * are zero.
 * @param base initial content
 */
export function createSparseFile(base: Blob = new Blob()) {
  /** In ascending order, without overlap. */
  let fileParts: readonly FilePart[] = base.size > 0 ? [{ start: 0, blob: base }] : [];
  /** Bytes after the last written part that are not in a blob yet. */
  let gathered: { readonly start: number; readonly parts: BlobPart[]; size: number } | null = null;
  let size = base.size;

  function lay(added: FilePart): void {
    const [from, to] = [added.start, added.start + added.blob.size];
    const remaining = fileParts.flatMap((other) =>
      [partOf(other, 0, from), partOf(other, to, Number.MAX_SAFE_INTEGER)].filter(
        (part) => part !== null,
      ),
    );
    const at = remaining.findIndex(({ start }) => start >= to);
    fileParts = remaining.toSpliced(at < 0 ? remaining.length : at, 0, added);
  }
  function settle(): void {
    if (gathered) lay({ start: gathered.start, blob: new Blob(gathered.parts) });
    gathered = null;
  }

  return {
    get size() {
      return size;
    },
    /** @param position byte offset */
    write(position: number, data: BufferSource | Blob): void {
      const length = data instanceof Blob ? data.size : data.byteLength;
      if (length === 0) return;
      if (gathered && gathered.start + gathered.size !== position) settle();
      gathered ??= { start: position, parts: [], size: 0 };
      // The caller may reuse the buffer.
      gathered.parts.push(data instanceof Blob ? data : copyOf(data));
      gathered.size += length;
      size = Math.max(size, position + length);
      if (gathered.size >= GATHER) settle();
    },
    toBlob(): Blob {
      settle();
      const parts: BlobPart[] = [];
      let end = 0;
      for (const { start, blob } of fileParts) {
        if (start > end) parts.push(new Uint8Array(start - end));
        parts.push(blob);
        end = start + blob.size;
      }
      return new Blob(parts);
    },
  };
}
