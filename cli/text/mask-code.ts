/** Fenced code and code in a line. */
const CODE = /^(```|~~~)[\s\S]*?^\1|`[^`\n]*`/gm;

/** A markdown text in which code is blank: of the same length and lines, so that places stay the same. */
export const maskCode = (markdown: string): string =>
  /`|~~~/.test(markdown) ? markdown.replace(CODE, (code) => code.replace(/[^\n]/g, " ")) : markdown;
