/** A line of `_headers` or `_redirects` that hosts would not understand. */
export interface RuleProblem {
  readonly file: "_headers" | "_redirects";
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

export interface RuleLine {
  /** 1-based. */
  readonly line: number;
  readonly text: string;
}

/** Significant lines, trimmed, without blank lines and comments. */
export function ruleLines(source: string): RuleLine[] {
  return source
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .map((text, index) => ({ line: index + 1, text: text.trim() }))
    .filter(({ text }) => text !== "" && !text.startsWith("#"));
}
