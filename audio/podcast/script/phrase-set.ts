/** What hosts say around what they quote, in one language. {title} and {topic} are put in. */
export interface Phrases {
  /** The first host greets; the second answers. */
  readonly greet: string;
  readonly answer: string;
  /** The second host asks on. */
  readonly ask: readonly string[];
  /** The second host leads to a part. */
  readonly part: string;
  /** Before a quotation. */
  readonly lead: readonly string[];
  /** After one, where hosts are chatty. */
  readonly react: readonly string[];
  /** Before the last quotation. */
  readonly close: string;
  readonly bye: string;
  /** Titles of the chapters around the parts. */
  readonly opening: string;
  readonly ending: string;
}
