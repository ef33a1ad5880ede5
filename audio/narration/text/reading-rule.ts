/** A pattern whose text is pronounced differently; null leaves it to the voice. */
export interface ReadingRule {
  readonly pattern: RegExp;
  readonly read: (match: RegExpExecArray) => string | null;
}
