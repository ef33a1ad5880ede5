/** Phrases of hosts around quotations in one language, with placeholders {title} and {topic}. */
export interface Phrases {
  /** Greetings of the first and the second host. */
  readonly greet: string;
  readonly answer: string;
  /** Follow-up questions of the second host. */
  readonly ask: readonly string[];
  /** Introduction of a chapter by the second host. */
  readonly part: string;
  /** Before a quotation. */
  readonly lead: readonly string[];
  /** After a quotation, if the tone is chatty. */
  readonly react: readonly string[];
  /** Before the last quotation. */
  readonly close: string;
  readonly bye: string;
  /** Titles of the first and the last chapter. */
  readonly opening: string;
  readonly ending: string;
}
