/** Bytes that are gathered in memory before they become a blob, which the browser may move to disk. */
const GATHER = 4 * 1024 * 1024;

type Piece = { readonly start: number; readonly blob: Blob };

const partOf = ({ start, blob }: Piece, from: number, to: number): Piece | null => {
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
 * A file made in memory from pieces that come in any order. Later ones lie over earlier ones; what
 * nobody has written is zero.
 * @param base what it starts with
 */
export function createPatchwork(base: Blob = new Blob()) {
  /** Ascending, without overlap. */
  let pieces: readonly Piece[] = base.size > 0 ? [{ start: 0, blob: base }] : [];
  /** What follows the last piece written, not yet a blob. */
  let gathered: { readonly start: number; readonly parts: BlobPart[]; size: number } | null = null;
  let size = base.size;

  function lay(piece: Piece): void {
    const [from, to] = [piece.start, piece.start + piece.blob.size];
    const kept = pieces.flatMap((other) =>
      [partOf(other, 0, from), partOf(other, to, Number.MAX_SAFE_INTEGER)].filter(
        (part) => part !== null,
      ),
    );
    const at = kept.findIndex(({ start }) => start >= to);
    pieces = kept.toSpliced(at < 0 ? kept.length : at, 0, piece);
  }
  function settle(): void {
    if (gathered) lay({ start: gathered.start, blob: new Blob(gathered.parts) });
    gathered = null;
  }

  return {
    get size() {
      return size;
    },
    /** @param position bytes from the beginning */
    write(position: number, data: BufferSource | Blob): void {
      const length = data instanceof Blob ? data.size : data.byteLength;
      if (length === 0) return;
      if (gathered && gathered.start + gathered.size !== position) settle();
      gathered ??= { start: position, parts: [], size: 0 };
      // Whoever wrote it may use the buffer again.
      gathered.parts.push(data instanceof Blob ? data : copyOf(data));
      gathered.size += length;
      size = Math.max(size, position + length);
      if (gathered.size >= GATHER) settle();
    },
    toBlob(): Blob {
      settle();
      const parts: BlobPart[] = [];
      let end = 0;
      for (const { start, blob } of pieces) {
        if (start > end) parts.push(new Uint8Array(start - end));
        parts.push(blob);
        end = start + blob.size;
      }
      return new Blob(parts);
    },
  };
}
