import type { ResponseOf } from "#core/api/contract/call.ts";
import type { getRatings } from "#core/api/ratings/get-ratings.ts";
import { parseFrontMatter, splitFrontMatter } from "../build/load/front-matter.ts";
import { type PageRating, writeRating } from "./write-rating.ts";

export type ServerRating = ResponseOf<typeof getRatings>["ratings"][number];

export interface ContentFile {
  /** Path below the site's root. */
  readonly file: string;
  readonly text: string;
}

/** A page whose rating is another one than before. */
export interface RatingChange {
  readonly tool: string;
  readonly file: string;
  /** As it stands in the file; null where the page has none. */
  readonly before: string | null;
  readonly after: PageRating | null;
  /** The whole file as it is to be. */
  readonly text: string;
}

export interface RatingPlan {
  readonly changes: readonly RatingChange[];
  /** Pages with a rating that stays as it is. */
  readonly same: readonly string[];
  /** Tools with fewer ratings than a page may show. */
  readonly few: readonly ServerRating[];
  /** Rated tools that have no page. */
  readonly unknown: readonly string[];
  /** Files whose front matter cannot be read. */
  readonly unreadable: readonly string[];
}

/** The average in structured data has one decimal, which is as precise as so few ratings allow. */
const shownOf = ({ value, count, reviews }: ServerRating): PageRating => ({
  value: Math.round(value * 10) / 10,
  count,
  reviews,
});

/** The rating as it stands in a file: its lines' text without what is around. */
const asText = (value: unknown): string | null =>
  value === undefined
    ? null
    : JSON.stringify(value)
        .replaceAll('"', "")
        .replaceAll(",", ", ")
        .replaceAll(":", ": ")
        .replace(/^\{(.*)\}$/, "{ $1 }");

/**
 * What the pages of tools have to show for the ratings of the server. Below `least` ratings a page
 * has no rating of its own.
 */
export function planRatings(
  files: readonly ContentFile[],
  ratings: readonly ServerRating[],
  minCount: number,
): RatingPlan {
  const byTool = new Map(ratings.map((rating) => [rating.tool, rating]));
  const known = new Set<string>();
  const changes: RatingChange[] = [];
  const same: string[] = [];
  const few: ServerRating[] = [];
  const unreadable: string[] = [];
  for (const { file, text } of files) {
    const split = splitFrontMatter(text, file);
    const parsed = "code" in split ? [] : parseFrontMatter(split, file);
    if (Array.isArray(parsed)) {
      unreadable.push(file);
      continue;
    }
    const data = parsed.data as { readonly slug?: unknown; readonly rating?: unknown };
    const tool = String(data.slug);
    known.add(tool);
    const rating = byTool.get(tool);
    const isEnough = rating !== undefined && rating.count >= minCount;
    if (rating && !isEnough) few.push(rating);
    const after = isEnough ? shownOf(rating) : null;
    const before = asText(data.rating);
    if (before === asText(after ?? undefined)) {
      if (after) same.push(tool);
    } else changes.push({ tool, file, before, after, text: writeRating(text, file, after) });
  }
  const unknown = ratings.map(({ tool }) => tool).filter((tool) => !known.has(tool));
  return { changes, same, few, unknown, unreadable };
}
