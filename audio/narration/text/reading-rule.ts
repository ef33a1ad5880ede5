/** A part of a text that is written in another way than it is read; null: as the voice reads it. */
export interface ReadingRule {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => string | null;
}
