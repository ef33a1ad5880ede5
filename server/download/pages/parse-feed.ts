import { resolveReferences } from "#core/xml/character-references.ts";
import { attributesOf, scanMarkup } from "#core/xml/scan-markup.ts";
import type { FoundMedia, MediaEntry } from "../../ports/media-source.ts";
import { mediaTypeOf } from "../net/media-type.ts";
import { parseFeedDate } from "./feed-dates.ts";
import { createFeedNames } from "./feed-names.ts";
import { addressOf, lineOf, parseDuration, textOf } from "./markup.ts";

export type FoundFeed = Pick<FoundMedia, "title" | "author" | "picture" | "entries">;

/** Maximum number of listed episodes, and of items that are read. */
const EPISODES = 5000;
const ITEMS = 20_000;
/** Maximum number of elements of an item that are examined for audio. */
const SOUNDS = 50;
/** Maximum number of characters stored of an element's text. */
const MAX_TEXT = 4000;

const ROOTS = new Set(["rss", "feed", "rdf:rdf"]);
/** Maximum number of tags before the root, such as those of a PHP warning. */
const STRAYS = 100;
const ITEM_NAMES = new Set(["item", "entry"]);
/** Elements whose text is read. */
const FIELDS = new Set(
  "title pubdate published updated dc:date dc:creator itunes:title itunes:author itunes:duration name url".split(
    " ",
  ),
);
/** Nested entities that have their own titles, names and URLs. */
const OTHERS = new Set("image textinput source author contributor itunes:owner".split(" "));
/** Maximum nesting depth of these elements. */
const DEPTH = 8;
const SOUND_NAMES = new Set(["enclosure", "media:content", "link"]);
/** Start tags that end the text of an unclosed element. */
const EDGES = new Set([...FIELDS, ...SOUND_NAMES, "guid", "id", "description"]);

/** Extensions of enclosures that are neither audio nor video. */
const OTHER_FILES =
  /\.(?:avif|gif|jpe?g|png|svg|webp|pdf|epub|zip|html?|php|xml|json|txt|vtt|srt)$/i;

interface Sound {
  readonly url: string;
  readonly isCertain: boolean;
}

/** Data of the show or of an item. */
interface Facts {
  /** Texts by element name, prefixed with the enclosing element of `OTHERS`. */
  readonly texts: Map<string, string>;
  base: URL;
  /** The audio; null while none has been found. */
  sound: Sound | null;
  /** Number of elements examined for audio. */
  looked: number;
  picture: string | null;
}

const factsIn = (base: URL): Facts => ({
  texts: new Map(),
  base,
  sound: null,
  looked: 0,
  picture: null,
});

/**
 * Audio URL of an element, and whether its type says that it is audio or video; null if there is no
 * URL, or if its type is another one. An enclosure without a type is taken for audio where its
 * extension does not contradict, because RSS requires the type and many feeds lack it.
 */
function soundOf(name: string, tag: string, base: URL): Sound | null {
  const all = attributesOf(tag);
  if (name === "link" && all["rel"]?.toLowerCase() !== "enclosure") return null;
  const url = addressOf(all["url"] ?? all["href"], base);
  if (url === null || url.length > 2048) return null;
  const { pathname } = new URL(url);
  const { medium = "" } = all;
  const type = all["type"] || (medium && `${medium}/${medium}`);
  const isCertain = mediaTypeOf(type, pathname) !== null;
  return isCertain || (type === "" && !OTHER_FILES.test(pathname)) ? { url, isCertain } : null;
}

function entryOf({ texts, sound }: Facts): MediaEntry | null {
  if (sound === null) return null;
  const dates = ["pubdate", "published", "updated", "dc:date"].map((name) => texts.get(name));
  return {
    url: sound.url,
    title: lineOf(texts.get("title") ?? texts.get("itunes:title")),
    duration: parseDuration(texts.get("itunes:duration") ?? null),
    published: parseFeedDate(dates.find((date) => date !== undefined)),
  };
}

/** Collects the text of one element at a time. */
function createCapture() {
  let open: { readonly key: string; readonly name: string; readonly isHtml: boolean } | null = null;
  let text = "";
  return {
    isOpen: (name: string): boolean => open?.name === name,
    begin(name: string, key: string, tag: string): void {
      open = { key, name, isHtml: attributesOf(tag)["type"] === "html" };
      text = "";
    },
    add(raw: string, isLiteral: boolean): void {
      if (open && text.length < MAX_TEXT) text += isLiteral ? raw : resolveReferences(raw);
    },
    /** Stores the collected text, unless there is already one with this name. */
    end(texts: Map<string, string>): void {
      const found = open?.isHtml ? textOf(text) : text;
      if (open && found.trim() !== "" && !texts.has(open.key)) texts.set(open.key, found);
      open = null;
    },
  };
}

/**
 * Parses the episodes of a podcast feed (RSS or Atom), in document order; null if none has audio.
 * An item ends where the next one begins, so that a damaged item does not affect the others.
 */
export function parseFeed(xml: string, base: URL): FoundFeed | null {
  const names = createFeedNames();
  const capture = createCapture();
  const show = factsIn(base);
  const entries: MediaEntry[] = [];
  let own = show;
  let others: string[] = [];
  let items = 0;
  let strays = 0;
  let isFeed = false;
  const endItem = (): void => {
    capture.end(own.texts);
    const entry = own === show ? null : entryOf(own);
    if (entry) entries.push(entry);
    own = show;
    others = [];
  };
  const open = (name: string, tag: string): void => {
    if (ITEM_NAMES.has(name)) {
      endItem();
      items++;
      own = factsIn(show.base);
    } else if (EDGES.has(name)) capture.end(own.texts);
    if (tag.includes("xml:base") && (ROOTS.has(name) || name === "channel" || ITEM_NAMES.has(name)))
      own.base = new URL(addressOf(attributesOf(tag)["xml:base"], own.base) ?? own.base);
    if (FIELDS.has(name)) capture.begin(name, [...others.slice(0, 1), name].join("/"), tag);
    else if (OTHERS.has(name) && others.length < DEPTH) others.push(name);
    else if (name === "itunes:image") own.picture ??= attributesOf(tag)["href"] ?? null;
    else if (SOUND_NAMES.has(name) && !own.sound?.isCertain && own.looked++ < SOUNDS) {
      const sound = soundOf(name, tag, own.base);
      if (sound?.isCertain || own.sound === null) own.sound = sound;
    }
  };
  for (const part of scanMarkup(xml)) {
    if (part.kind === "text") {
      capture.add(part.text, part.isLiteral);
      continue;
    }
    if (part.kind === "open") names.declare(part.tag);
    const name = names.nameOf(part.name);
    isFeed ||= ROOTS.has(name);
    if (!isFeed) {
      if (++strays > STRAYS) return null;
      continue;
    }
    if (part.kind === "open") open(name, part.tag);
    else if (capture.isOpen(name)) capture.end(own.texts);
    else if (ITEM_NAMES.has(name)) endItem();
    else if (others.includes(name)) others = others.slice(0, others.lastIndexOf(name));
    if (entries.length === EPISODES || items === ITEMS) break;
  }
  endItem();
  if (entries.length === 0) return null;
  const { texts } = show;
  const author = texts.get("itunes:author") ?? texts.get("author/name") ?? texts.get("dc:creator");
  return {
    title: lineOf(texts.get("title")),
    author: lineOf(author) || null,
    picture: addressOf(show.picture ?? texts.get("image/url")?.trim(), show.base),
    entries,
  };
}
