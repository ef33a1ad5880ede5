import MarkdownIt from "markdown-it";

/** The id of a heading: its text in lower case, letters and digits of any script, hyphens between. */
export const headingId = (text: string): string =>
  text
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, "-")
    .replace(/^-|-$/g, "");

interface Environment {
  /** Path of a root-relative link in the reader's locale. */
  readonly localize: (href: string) => string;
}

const md = new MarkdownIt({ html: false, linkify: false, typographer: false });

md.core.ruler.push("toolkit", (state) => {
  const { localize } = state.env as unknown as Environment;
  const used = new Set<string>();
  state.tokens.forEach((token, index) => {
    if (token.type === "heading_open") {
      const id = headingId(
        state.tokens[index + 1]?.content.replace(/[*_`]|\[([^\]]*)\]\([^)]*\)/g, "$1") ?? "",
      );
      let unique = id;
      for (let n = 2; used.has(unique); n++) unique = `${id}-${n}`;
      used.add(unique);
      if (id !== "") token.attrSet("id", unique);
    }
    // Narrow screens scroll it: the keyboard must be able to.
    if (token.type === "table_open") token.attrSet("tabindex", "0");
    for (const child of token.children ?? []) {
      if (child.type !== "link_open") continue;
      const href = String(child.attrGet("href"));
      if (href.startsWith("/")) child.attrSet("href", localize(href));
      else if (/^https?:/i.test(href)) child.attrSet("rel", "noopener");
    }
  });
});

// Only addresses that a reader can follow; markdown-it refuses script and data ones by itself.
const validate = md.validateLink.bind(md);
md.validateLink = (url) => validate(url) && /^(https?:|mailto:|\/(?!\/)|#)/i.test(url.trim());

// Parsing a plain path as an address would give it back as it was.
const normalize = md.normalizeLink.bind(md);
md.normalizeLink = (url) => (/^[/#][\w./#-]*$/.test(url) ? url : normalize(url));

/** HTML of a page's body. HTML in the source is shown as text. */
export const renderMarkdown = (source: string, environment: Environment): string =>
  md.render(source, { ...environment });

/** Root-relative addresses that a body links to, in order of appearance. */
export function markdownLinks(source: string): string[] {
  const links: string[] = [];
  for (const { children } of md.parse(source, { localize: (href: string) => href }))
    for (const child of children ?? []) {
      const href = child.type === "link_open" ? String(child.attrGet("href")) : "";
      if (href.startsWith("/")) links.push(href);
    }
  return links;
}
