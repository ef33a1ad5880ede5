/** Visitors' ratings of tools: one row per visitor and tool. */
export interface Ratings {
  tool: string;
  /**
   * Keyed digest of the visitor's number or of the account; the row's own id after the account is
   * erased.
   */
  visitor: string;
  /** Changes with each rating, so that the newest come first. */
  id: string;
  /** The signed-in user, if any. */
  user_id: string | null;
  /** From 1 to 5. */
  stars: number;
  /** Empty if there is no text. */
  review: string;
  locale: string;
  created_at: number;
}

export interface RatingTotals {
  tool: string;
  count: number;
  stars: number;
  /** Number of ratings with a text. */
  reviews: number;
}
