import { splitFrontMatter } from "../build/load/front-matter.ts";
import { fieldLocations, linesOf } from "../files/field-locations.ts";

/** What a tool's page shows of its ratings. */
export interface PageRating {
  /** From 1 to 5, with one decimal. */
  readonly value: number;
  readonly count: number;
  /** Those that came with words. */
  readonly reviews: number;
}

export const ratingText = ({ value, count, reviews }: PageRating): string =>
  `rating: { value: ${value}, count: ${count}, reviews: ${reviews} }`;

/** The field after which a rating is put where a page has none. */
const BEFORE = "related";

/**
 * A page with another rating, or with none; every other byte stays as it is.
 * @param text the whole file; its front matter must be readable
 */
export function writeRating(text: string, file: string, rating: PageRating | null): string {
  const split = splitFrontMatter(text, file);
  if ("code" in split) throw new Error(`${file} has no front matter`);
  const lines = linesOf(text);
  const newline = text.includes("\r\n") ? "\r\n" : "\n";
  const locations = fieldLocations(split.yaml);
  const own = locations.find(({ key }) => key === "rating");
  if (!own && rating === null) return text;
  const before = locations.find(({ key }) => key === BEFORE) ?? locations.at(-1);
  const start = split.offset + (own ? own.first : before ? before.last + 1 : 0);
  const end = own ? split.offset + own.last + 1 : start;
  const written = rating === null ? [] : [ratingText(rating) + newline];
  return [...lines.slice(0, start), ...written, ...lines.slice(end)].join("");
}
