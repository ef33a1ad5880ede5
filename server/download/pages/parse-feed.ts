import type { FoundMedia, MediaEntry } from "../../ports/media-source.ts";
import { mediaTypeOf } from "../net/media-type.ts";
import {
  addressOf,
  attributesOf,
  contentOf,
  lineOf,
  parseDuration,
  sourceOf,
  tagsOf,
} from "./markup.ts";

export type FoundFeed = Pick<FoundMedia, "title" | "author" | "picture" | "entries">;

const isEnclosure = (tag: string): boolean =>
  !/^<link/i.test(tag) || attributesOf(tag)["rel"] === "enclosure";
/** Episodes that are listed, and items that are looked at to find them. */
const EPISODES = 5000;
const ITEMS = 20_000;

/** Address of an episode's sound; null where it is none. */
function soundOf(tag: string, base: URL): string | null {
  const all = attributesOf(tag);
  const url = addressOf(all["url"] ?? all["href"] ?? "", base);
  if (url === null || url.length > 2048) return null;
  return mediaTypeOf(all["type"], new URL(url).pathname) === null ? null : url;
}

function entryOf(item: string, base: URL): MediaEntry | null {
  const url = tagsOf(item, "(?:enclosure|media:content|link)", 50)
    .filter(isEnclosure)
    .map((tag) => soundOf(tag, base))
    .find((found) => found !== null);
  if (url == null) return null;
  const date =
    contentOf(item, "pubDate") ?? contentOf(item, "published") ?? contentOf(item, "updated");
  const published = Date.parse(lineOf(date));
  return {
    url,
    title: lineOf(contentOf(item, "title")),
    duration: parseDuration(contentOf(item, "itunes:duration")),
    published: Number.isNaN(published) ? null : published,
  };
}

/**
 * Items of a feed from their start tags on. They are split where the next one begins: what a damaged one
 * lacks does not change the others.
 */
function* itemsOf(xml: string, name: string): Generator<string> {
  const starts = new RegExp(`<${name}(?=[\\s>])`, "gi");
  let count = 0;
  for (let start = starts.exec(xml); start && count < ITEMS; count++) {
    const next = starts.exec(xml);
    yield xml.slice(start.index, next?.index);
    start = next;
  }
}

/** The episodes of a podcast's feed (RSS or Atom), in its order; null where none has sound. */
export function parseFeed(xml: string, base: URL): FoundFeed | null {
  if (!/<(rss|feed|rdf:RDF)[\s>]/i.test(xml.slice(0, 4000))) return null;
  const name = /<item[\s>]/i.test(xml) ? "item" : "entry";
  const first = xml.search(new RegExp(`<${name}[\\s>]`, "i"));
  if (first < 0) return null;
  const show = xml.slice(0, first);
  const entries: MediaEntry[] = [];
  for (const item of itemsOf(xml.slice(first), name)) {
    const entry = entryOf(item, base);
    if (entry) entries.push(entry);
    if (entries.length === EPISODES) break;
  }
  if (entries.length === 0) return null;
  const [picture] = tagsOf(show, "itunes:image", 1);
  const image = picture
    ? attributesOf(picture)["href"]
    : contentOf(sourceOf(show, "image") ?? "", "url");
  return {
    title: lineOf(contentOf(show, "title")),
    author: lineOf(contentOf(show, "itunes:author")) || null,
    picture: addressOf(image, base),
    entries,
  };
}
