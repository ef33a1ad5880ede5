/** What visitors think of tools: one row for a visitor and a tool. */
export interface Ratings {
  tool: string;
  /** Keyed digest of the visitor's number, or of the account; after its erasure the row's own id. */
  visitor: string;
  /** Changes with each rating, so that the newest come first. */
  id: string;
  /** Who was signed in. */
  user_id: string | null;
  /** From 1 to 5. */
  stars: number;
  /** Empty where nothing was written. */
  review: string;
  locale: string;
  created_at: number;
}

/** Sums over the ratings of a tool. */
export interface RatingTotals {
  tool: string;
  count: number;
  stars: number;
  /** Ratings that came with words. */
  reviews: number;
}
