export interface ByteRange {
  /** First and last byte. */
  readonly start: number;
  readonly end: number;
}

/**
 * The part of a file that a `Range` header asks for.
 * @returns null: all of it, as for several parts or what is not understood; `none`: there is no such part
 */
export function parseRange(header: string | null, size: number): ByteRange | null | "none" {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  if (first === "") {
    const length = Math.min(Number(last), size);
    return length === 0 ? "none" : { start: size - length, end: size - 1 };
  }
  const start = Number(first);
  const end = last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (last !== "" && Number(last) < start) return null;
  return start >= size ? "none" : { start, end };
}
