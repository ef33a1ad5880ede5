import { dateToWrite } from "./year.ts";

interface Picture {
  readonly kind: "coverFront" | "coverBack" | "unknown";
}
interface Tags<P> {
  /** Fields as the file's own kind of tags has them. */
  readonly raw?: unknown;
  readonly date?: Date;
  readonly images?: readonly P[];
}

/**
 * Tags as every container can have them: fields of one kind of tags mean nothing to another. A picture
 * that is alone is the cover, whatever it is called. A date that is a year is written as one.
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
