export interface ByteRange {
  readonly start: number;
  /** At least 1. */
  readonly length: number;
}

/**
 * The part of `size` bytes that a Range header requests (RFC 9110, 14.2). Undefined if the header
 * is to be ignored, which the standard allows for several ranges and requires for unknown units and
 * forms.
 */
export function parseRange(header: string, size: number): ByteRange | "unsatisfiable" | undefined {
  const [, from, to] = /^bytes[ \t]*=[ \t]*(\d*)-(\d*)[ \t]*$/i.exec(header) ?? [];
  if (from === undefined || to === undefined || (from === "" && to === "")) return undefined;
  if (from === "") {
    const length = Math.min(Number(to), size);
    return length === 0 ? "unsatisfiable" : { start: size - length, length };
  }
  const start = Number(from);
  const last = to === "" ? Infinity : Number(to);
  if (last < start) return undefined;
  if (start >= size) return "unsatisfiable";
  return { start, length: Math.min(last, size - 1) - start + 1 };
}
