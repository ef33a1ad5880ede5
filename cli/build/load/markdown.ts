import MarkdownIt from "markdown-it";
import { useQuickTokens } from "./tokens/quick-tokens.ts";

/**
 * The ID of a heading: its text in lower case, with letters and digits of any script and hyphens.
 */
export const headingId = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-|-$/g, "");

interface Environment {
  /** Path of a root-relative link in the reader's locale. */
  readonly localize: (href: string) => string;
  /** IDs that the page uses outside its body; headings get different ones. */
  readonly taken?: readonly string[];
}

/** Generates unique IDs for a body's headings from their source. */
function createHeadingIds(taken: Environment["taken"]): (content: string) => string {
  const used = new Set(taken);
  /** Next suffix of a used ID; counting from 2 each time would take quadratic time. */
  const next = new Map<string, number>();
  return (content) => {
    const id = headingId(content.replace(/[*_`]|\[([^[\]]*)\]\([^()]*\)/g, "$1"));
    if (id === "") return "";
    let unique = id;
    let n = next.get(id) ?? 2;
    for (; used.has(unique); n++) unique = `${id}-${n}`;
    next.set(id, n);
    used.add(unique);
    return unique;
  };
}

const md = new MarkdownIt({ html: false, linkify: false, typographer: false });
useQuickTokens(md);

md.core.ruler.push("toolkit", (state) => {
  const { localize, taken } = state.env as unknown as Environment;
  const idOf = createHeadingIds(taken);
  state.tokens.forEach((token, index) => {
    if (token.type === "heading_open") {
      const id = idOf(state.tokens[index + 1]?.content ?? "");
      if (id !== "") token.attrSet("id", id);
    }
    // Tables scroll on narrow screens, so they must be focusable for keyboard scrolling.
    if (token.type === "table_open") token.attrSet("tabindex", "0");
    for (const child of token.children ?? []) {
      if (child.type !== "link_open") continue;
      const href = String(child.attrGet("href"));
      if (href.startsWith("/")) child.attrSet("href", localize(href));
      else if (/^https?:/i.test(href)) child.attrSet("rel", "noopener");
    }
  });
});

/** Addresses that become links. */
const FOLLOWED = /^(https?:|mailto:|\/(?!\/)|#)/i;
// Other addresses are shown as text; markdown-it itself rejects `javascript:` and `data:` URLs.
const validate = md.validateLink.bind(md);
md.validateLink = (url) => validate(url) && FOLLOWED.test(url.trim());

// A plain path needs no normalization: parsing it as a URL would return it unchanged.
const normalize = md.normalizeLink.bind(md);
md.normalizeLink = (url) => (/^[/#][\w./#-]*$/.test(url) ? url : normalize(url));

/** HTML of a page's body. HTML in the source is shown as text. */
export const renderMarkdown = (source: string, environment: Environment): string =>
  md.render(source, { ...environment });

/** Root-relative addresses that a body links to, in order of appearance. */
export const markdownLinks = (source: string): string[] =>
  md
    .parse(source, { localize: (href: string) => href })
    .flatMap(({ children }) => children ?? [])
    .flatMap((child) => (child.type === "link_open" ? [String(child.attrGet("href"))] : []))
    .filter((href) => href.startsWith("/"));

/** Accepts any address. */
const lenient = new MarkdownIt({ html: false });
lenient.validateLink = () => true;
lenient.normalizeLink = (url) => url;

/** Matches candidates for relative links, inline or as references. */
const MAY_BE_RELATIVE = /\](?:\(\s*|:\s*)<?(?![/#\s]|[a-z][\w+.-]*:)[^\s)]/i;

/**
 * Relative addresses of links and images. They are shown as source, because a page can have several
 * paths.
 */
export function relativeLinks(source: string): string[] {
  if (!MAY_BE_RELATIVE.test(source)) return [];
  const found = lenient
    .parse(source, {})
    .flatMap(({ children }) => children ?? [])
    .map((child) => String(child.attrGet("href") ?? child.attrGet("src") ?? ""));
  return [...new Set(found)].filter((href) => /^(?![/#{]|[a-z][\w+.-]*:)./i.test(href));
}
