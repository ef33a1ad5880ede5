/** A part of a text: words, or a code that a translator moves but does not change. */
export type Part =
  | { readonly kind: "text"; readonly text: string }
  /** Something that stands for itself: `{{count, number}}`, `` `--out` ``. */
  | { readonly kind: "ph"; readonly code: string; readonly name: string }
  /** Words with a code before and after them: `[` … `](/pricing)`. */
  | {
      readonly kind: "pc";
      readonly start: string;
      readonly end: string;
      readonly parts: readonly Part[];
    };

/** How a text is written, which tells what its codes are. */
export type TextFormat = "message" | "plain" | "markdown";

const MESSAGE = /\{\{[^{}]*\}\}|\$t\([^()]*\)|<\/?\d+\s*\/?>/g;
const MARKDOWN = /`[^`\n]+`|!?\[([^[\]`]*)\]\([^()\s]*(?:\s"[^"]*")?\)/g;

/** Divides a text into words and codes. Put together again, the parts give the same text. */
export function splitInline(text: string, format: TextFormat): readonly Part[] {
  if (format === "plain") return text === "" ? [] : [{ kind: "text", text }];
  const parts: Part[] = [];
  let from = 0;
  const words = (to: number): void => {
    if (to > from) parts.push({ kind: "text", text: text.slice(from, to) });
  };
  for (const match of text.matchAll(format === "message" ? MESSAGE : MARKDOWN)) {
    const [code, inner] = match;
    words(match.index);
    from = match.index + code.length;
    if (inner === undefined) parts.push({ kind: "ph", code, name: nameOf(code) });
    else {
      const at = code.indexOf("[") + 1;
      parts.push({
        kind: "pc",
        start: code.slice(0, at),
        end: code.slice(at + inner.length),
        parts: inner === "" ? [] : [{ kind: "text", text: inner }],
      });
    }
  }
  words(text.length);
  return parts;
}

/** The text that parts make. */
export const joinInline = (parts: readonly Part[]): string =>
  parts
    .map((part) =>
      part.kind === "text"
        ? part.text
        : part.kind === "ph"
          ? part.code
          : part.start + joinInline(part.parts) + part.end,
    )
    .join("");

/** What a translator sees of a code: `count` for `{{count, number}}`. */
const nameOf = (code: string): string => /^\{\{-?\s*([^\s,{}]+)/.exec(code)?.[1] ?? code;

/** Where a markdown text may be cut: at empty lines, as long as no block of code holds any. */
export function splitBlocks(text: string): readonly string[] {
  if (/^[ \t]*(```|~~~)/m.test(text)) return [text];
  const blocks = text.split(/(\n{2,})/);
  return blocks.includes("") ? [text] : blocks;
}
