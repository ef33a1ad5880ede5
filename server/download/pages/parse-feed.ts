import type { FoundMedia, MediaEntry } from "../../ports/media-source.ts";
import { mediaTypeOf } from "../net/media-type.ts";
import { attributesOf, contentOf, lineOf, parseDuration } from "./markup.ts";

export type FoundFeed = Pick<FoundMedia, "title" | "author" | "picture" | "entries">;

// No tag reaches into another one: reading takes time in proportion to the length.
const ENCLOSURES = /<(?:enclosure|media:content|link)\s[^<>]*>/gi;
const isEnclosure = (tag: string): boolean =>
  !/^<link/i.test(tag) || attributesOf(tag)["rel"] === "enclosure";
/** Episodes that are listed. */
const EPISODES = 5000;

/** Address of an episode's sound; null where it is none. */
function addressOf(tag: string, base: URL): string | null {
  const all = attributesOf(tag);
  const url = URL.parse(all["url"] ?? all["href"] ?? "", base.href);
  if (!url || !/^https?:$/.test(url.protocol) || url.href.length > 2048) return null;
  return mediaTypeOf(all["type"], url.pathname) === null ? null : url.href;
}

function entryOf(item: string, base: URL): MediaEntry | null {
  const tags = Array.from(item.matchAll(ENCLOSURES), ([tag]) => tag).slice(0, 50);
  const url = tags
    .filter(isEnclosure)
    .map((tag) => addressOf(tag, base))
    .find((found) => found !== null);
  if (url === undefined || url === null) return null;
  const published = Date.parse(
    contentOf(item, "pubDate") ?? contentOf(item, "published") ?? contentOf(item, "updated") ?? "",
  );
  return {
    url,
    title: lineOf(contentOf(item, "title")),
    duration: parseDuration(contentOf(item, "itunes:duration")),
    published: Number.isNaN(published) ? null : published,
  };
}

/** The episodes of a podcast's feed (RSS or Atom), in its order; null where none has sound. */
export function parseFeed(xml: string, base: URL): FoundFeed | null {
  if (!/<(rss|feed|rdf:RDF)[\s>]/i.test(xml.slice(0, 4000))) return null;
  const name = /<item[\s>]/i.test(xml) ? "item" : "entry";
  const first = xml.search(new RegExp(`<${name}[\\s>]`, "i"));
  if (first < 0) return null;
  const show = xml.slice(0, first);
  const entries: MediaEntry[] = [];
  // Parted by their beginnings: what a broken one lacks is its own loss.
  for (const item of xml.slice(first).split(new RegExp(`<${name}(?=[\\s>])`, "i"))) {
    const entry = entryOf(item, base);
    if (entry) entries.push(entry);
    if (entries.length === EPISODES) break;
  }
  if (entries.length === 0) return null;
  const picture = /<itunes:image\s[^<>]*>/i.exec(show)?.[0];
  const image = picture
    ? attributesOf(picture)["href"]
    : contentOf(/<image>[\s\S]*?<\/image>/i.exec(show)?.[0] ?? "", "url");
  return {
    title: lineOf(contentOf(show, "title")),
    author: lineOf(contentOf(show, "itunes:author")) || null,
    picture: (image && URL.parse(image, base.href)?.href) || null,
    entries,
  };
}
