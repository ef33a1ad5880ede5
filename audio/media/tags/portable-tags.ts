import { dateToWrite } from "./year.ts";

interface Picture {
  readonly kind: "coverFront" | "coverBack" | "unknown";
}
interface Tags<P> {
  /** Format-specific fields. */
  readonly raw?: unknown;
  readonly date?: Date;
  readonly images?: readonly P[];
}

/**
 * Tags that every container supports, because format-specific fields are meaningless in other
 * formats. A single picture is the cover, whatever its type. A date that is only a year is written
 * as one.
 */
export function portableTags<P extends Picture, T extends Tags<P>>({
  raw,
  images = [],
  ...tags
}: T & Tags<P>): Omit<T, "raw" | "images"> & { images: P[] } {
  const [only, ...others] = images;
  const isCover = only !== undefined && others.length === 0;
  return {
    ...tags,
    ...(tags.date && { date: dateToWrite(tags.date, raw) }),
    images: isCover ? [{ ...only, kind: "coverFront" }] : [...images],
  };
}
