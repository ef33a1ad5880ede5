/** A line of `_headers` or `_redirects` that a host would not understand. */
export interface RuleProblem {
  readonly file: "_headers" | "_redirects";
  /** Counted from 1. */
  readonly line: number;
  readonly message: string;
}

export interface RuleLine {
  /** Counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** The lines that say something: no blank ones, no comments, no space around. */
export function ruleLines(source: string): RuleLine[] {
  return source
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"));
}
