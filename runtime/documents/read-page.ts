import { resolveReferences } from "#core/xml/character-references.ts";
import type { Chapter } from "./document.ts";

/** Elements at whose edges a paragraph ends. */
const BLOCKS = new Set(
  (
    "address article aside blockquote body caption center dd details dialog dir div dl dt fieldset " +
    "figcaption figure footer form h1 h2 h3 h4 h5 h6 head header hr html legend li main menu ol p pre " +
    "section summary table tbody td tfoot th thead tr ul"
  ).split(" "),
);
const TITLES = new Set(["h1", "h2"]);
/** Elements whose text is not for readers. What is in the first three is text, whatever it looks like. */
const RAW = new Set(["script", "style", "title"]);
const HIDDEN = new Set([...RAW, "nav", "svg", "rt", "rp"]);
/** Where these begin or end, an annotation ends that has no end tag. */
const RUBY = new Set(["ruby", "rb", "rt", "rp", "rtc"]);

/** Neither tags nor values have a `<`: what is not closed ends at the next tag. */
const TAG = /<(\/?)([a-z][\w:-]*)(?=[\s/>])(?:(?:[^<>"']|"[^"<]*"|'[^'<]*')*|[^<>]*)>/iy;

/** What stands at a `<`: where it ends, and the tag, if it is one. Null: the `<` is text. */
interface Markup {
  readonly end: number;
  readonly name: string;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

function markupAt(html: string, at: number): Markup | null {
  const isComment = html.startsWith("<!--", at);
  if (isComment || html[at + 1] === "!" || html[at + 1] === "?") {
    const close = isComment ? "-->" : ">";
    const end = html.indexOf(close, at + 2);
    // What never closes holds all that follows, as it does in browsers.
    return {
      end: end < 0 ? html.length : end + close.length,
      name: "",
      isStart: false,
      isEnd: false,
    };
  }
  TAG.lastIndex = at;
  const [whole, slash, written] = TAG.exec(html) ?? [];
  if (whole === undefined) return null;
  const name = written!.toLowerCase();
  const end = at + whole.length;
  if (slash !== "") return { end, name, isStart: false, isEnd: true };
  if (whole.endsWith("/>")) return { end, name, isStart: true, isEnd: true };
  return { end: RAW.has(name) ? rawEnd(html, name, end) : end, name, isStart: true, isEnd: false };
}

/** Where the text of a raw element ends: at its end tag, or with the page. */
function rawEnd(html: string, name: string, start: number): number {
  const close = new RegExp(`</${name}`, "gi");
  close.lastIndex = start;
  return close.exec(html)?.index ?? html.length;
}

/** Gathers text as paragraphs, which end at the edges of blocks. */
function createParagraphs() {
  const paragraphs: string[] = [];
  let title: string | null = null;
  let text = "";
  let isTitle = false;
  return {
    add(more: string): void {
      text += more;
    },
    /** @param name of the block that begins or ends */
    edge(name: string, isStart: boolean): void {
      const own = resolveReferences(text).replace(/\s+/g, " ").trim();
      text = "";
      if (own !== "" && isTitle && title === null) title = own;
      else if (own !== "") paragraphs.push(own);
      isTitle = isStart && TITLES.has(name);
    },
    result: (): Chapter => ({ title: title ?? "", text: paragraphs.join("\n\n") }),
  };
}

/** Elements that are open and hidden, one in another of the same name. */
function createHidden() {
  let name = "";
  let depth = 0;
  return {
    isOpen: (): boolean => depth > 0,
    see(tag: Markup): void {
      if (tag.isStart && tag.isEnd) return;
      const isRuby = name === "rt" || name === "rp";
      if (isRuby && (RUBY.has(tag.name) || BLOCKS.has(tag.name))) depth = 0;
      if (depth === 0 && tag.isStart && HIDDEN.has(tag.name)) [name, depth] = [tag.name, 1];
      else if (depth > 0 && tag.name === name) depth += tag.isStart ? 1 : -1;
    },
  };
}

/**
 * Reads a page of a book, which may be written as loosely as browsers allow: its first heading is its title,
 * other blocks are paragraphs. Takes time in proportion to the length.
 */
export function readPage(html: string): Chapter {
  const paragraphs = createParagraphs();
  const hidden = createHidden();
  let at = 0;
  while (at < html.length) {
    const open = html.indexOf("<", at);
    const end = open < 0 ? html.length : open;
    if (!hidden.isOpen()) paragraphs.add(html.slice(at, end));
    if (open < 0) break;
    const markup = markupAt(html, open);
    at = markup?.end ?? open + 1;
    if (!markup) {
      if (!hidden.isOpen()) paragraphs.add("<");
      continue;
    }
    hidden.see(markup);
    if (hidden.isOpen()) continue;
    if (markup.name === "br") paragraphs.add(" ");
    else if (BLOCKS.has(markup.name)) paragraphs.edge(markup.name, markup.isStart);
  }
  paragraphs.edge("", false);
  return paragraphs.result();
}
