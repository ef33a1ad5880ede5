import { ApiFailure } from "../../http/api-failure.ts";
import type { FoundArticle } from "../../ports/media-source.ts";
import { contentOf, lineOf, linkedDataOf, tagsOf } from "./markup.ts";
import { type PageBlock, type PageBox, readBlocks } from "./page-blocks.ts";

/**
 * Minimum characters of a block that counts as prose, and the fraction of links above which a block
 * is a list of links.
 */
const MIN_WORDS = 25;
const MAX_LINKED_SHARE = 0.4;
/** Minimum fraction of a page's text that its article contains. */
const SHARE = 0.5;
/**
 * Minimum fraction of a box's text that a nested box has to contain for the search to descend into
 * it.
 */
const DOMINANT = 0.7;
const MAX_CHARACTERS = 400_000;

/** Ideographs count more, because one character is a whole word. */
const weightOf = ({ text, linked }: PageBlock): number => {
  const length = text.length + (text.match(/[\p{Script=Han}\p{Script=Hiragana}]/gu)?.length ?? 0);
  return length < MIN_WORDS || linked > MAX_LINKED_SHARE * text.length ? 0 : text.length - linked;
};

/** Weight of the text in each box, including nested boxes. */
function weightsOf(boxes: readonly PageBox[], blocks: readonly PageBlock[]): number[] {
  const weights = boxes.map(() => 0);
  for (const block of blocks) weights[block.box]! += weightOf(block);
  // A box comes after its parent.
  for (let at = boxes.length - 1; at > 0; at--) weights[boxes[at]!.parent]! += weights[at]!;
  return weights;
}

/**
 * The box of the article: as marked by the page, or else the innermost one that contains nearly all
 * text.
 */
function bodyOf(boxes: readonly PageBox[], weights: readonly number[]): number {
  const all = weights[0]!;
  const heaviest = (fits: (box: PageBox) => boolean): number => {
    let best = -1;
    for (const [at, box] of boxes.entries())
      if (fits(box) && (best < 0 || weights[at]! > weights[best]!)) best = at;
    return best;
  };
  for (const fits of [
    ({ isBody }: PageBox) => isBody,
    ({ name }: PageBox) => name === "article",
    ({ name }: PageBox) => name === "main",
  ]) {
    const at = heaviest(fits);
    if (at >= 0 && weights[at]! >= SHARE * all) return at;
  }
  let at = 0;
  for (let next = 1; next < boxes.length; next++)
    if (boxes[next]!.parent === at && weights[next]! >= DOMINANT * weights[at]!) at = next;
  // A single paragraph is not an article, so its container is used.
  return boxes[at]!.name === "p" ? boxes[at]!.parent : at;
}

/** Paragraphs of a page's article, without headings. */
function paragraphsOf(boxes: readonly PageBox[], taken: readonly PageBlock[]): string {
  const weights = weightsOf(boxes, taken);
  const body = bodyOf(boxes, weights);
  const isIn = boxes.map((_, at) => at === body);
  for (let at = body + 1; at < boxes.length; at++) isIn[at] = isIn[boxes[at]!.parent] === true;
  return taken
    .filter((block) => isIn[block.box] && !block.isHeading && weightOf(block) > 0)
    .map(({ text }) => text)
    .join("\n\n");
}

interface ArticleMetadata {
  readonly body: string;
  readonly isPaid: boolean;
}

/** The article's metadata from structured data (schema.org). */
function readMetadata(html: string): ArticleMetadata {
  let body = "";
  let isPaid = false;
  const look = (value: unknown, depth: number): void => {
    if (depth > 6 || typeof value !== "object" || value === null) return;
    const { articleBody, isAccessibleForFree: free } = value as Record<string, unknown>;
    if (typeof articleBody === "string" && articleBody.length > body.length) body = articleBody;
    if (free === false || /^false$/i.test(String(free))) isPaid = true;
    for (const inner of Object.values(value)) look(inner, depth + 1);
  };
  for (const data of linkedDataOf(html)) look(data, 0);
  return { body, isPaid };
}

/** A language tag at the beginning of a text. */
const LANGUAGE = /^[a-z]{2,3}(?:-[a-z0-9]{2,8})*/i;

/**
 * Extracts the article of a page: its text without navigation, comments and advertising.
 * @throws {ApiFailure} source_paywall: the text is for subscribers; source_no_text
 */
export function parseArticle(html: string): FoundArticle {
  const { body, isPaid } = readMetadata(html);
  if (isPaid) throw new ApiFailure("source_paywall");
  const { boxes, blocks } = readBlocks(html);
  const own = blocks.filter(({ isAside }) => !isAside);
  const read = paragraphsOf(boxes, own);
  // Some pages are rendered by scripts and contain their text only as structured data; on others,
  // all class names look like secondary content.
  const best = read.length >= SHARE * body.length ? read : body.trim();
  const text = (best || paragraphsOf(boxes, blocks)).slice(0, MAX_CHARACTERS);
  if (text === "") throw new ApiFailure("source_no_text");
  const tags = tagsOf(html, ["html", "meta"]);
  const shared = tags
    .get("meta")!
    .find(({ property, name, content }) => (property ?? name) === "og:title" && content);
  const title = shared?.["content"] ?? contentOf(html, "h1") ?? contentOf(html, "title");
  const language = LANGUAGE.exec(tags.get("html")![0]?.["lang"]?.trim() ?? "");
  return { title: lineOf(title), text, language: language?.[0] ?? null };
}
