/** A change that accounts are notified of by email, each once. */
export interface Announcements {
  /** The kind and the day: a change is announced once. */
  id: string;
  kind: "prices" | "terms" | "privacy";
  effective_at: number;
  /** For prices: JSON of the new prices. */
  prices: string | null;
  created_at: number;
  /** The last account that was handled; they are handled in the order of their ids. */
  last_user: string;
  /** Number of accounts that were notified. */
  sent: number;
  done_at: number | null;
}
