import type { FoundMedia } from "../../ports/media-source.ts";
import { attributesOf, contentOf, lineOf } from "./markup.ts";

export interface FoundPage extends Pick<FoundMedia, "title" | "author" | "picture"> {
  /** Addresses that may be media, a list of them or a feed: the most likely first. */
  readonly candidates: readonly string[];
  /** Address of a description in oEmbed; null where there is none. */
  readonly oEmbed: string | null;
}

/** Properties of a page that name its media, in the order in which they are tried. */
const MEDIA = [
  "og:audio:secure_url",
  "og:audio:url",
  "og:audio",
  "og:video:secure_url",
  "og:video:url",
  "og:video",
  "twitter:player:stream",
];
/** A page of a player, rather than media. */
const isPlayer = (type: string | undefined): boolean => type?.includes("html") ?? false;

/** What a page says of its media: Open Graph, schema.org, its own players, feeds and oEmbed. */
export function parsePage(html: string, base: URL): FoundPage {
  const tagsOf = (name: string): Record<string, string>[] =>
    Array.from(html.matchAll(new RegExp(`<${name}\\s[^<>]*>`, "gi")), ([tag]) =>
      attributesOf(tag),
    ).slice(0, 2000);
  const meta = new Map<string, string>();
  for (const { property, name, content } of tagsOf("meta")) {
    const key = property ?? name;
    if (key !== undefined && content !== undefined && !meta.has(key)) meta.set(key, content);
  }
  const links = tagsOf("link").filter(({ rel }) => rel?.includes("alternate"));
  const told = MEDIA.filter((key) => !isPlayer(meta.get(`${key.split(":", 2).join(":")}:type`)));
  const scripts = Array.from(
    html.matchAll(/<script\s[^<>]*application\/ld\+json[^<>]*>([\s\S]*?)<\/script/gi),
    ([, text]) => text!,
  );
  const found = [
    ...told.map((key) => meta.get(key)),
    ...scripts.slice(0, 20).flatMap(mediaOfJson),
    ...["audio", "video", "source"].flatMap((name) => tagsOf(name).map(({ src }) => src)),
    ...links.filter(({ type }) => /(rss|atom)\+xml/.test(type ?? "")).map(({ href }) => href),
  ];
  const addresses = found.flatMap((one) => {
    const url = one === undefined ? null : URL.parse(one, base.href);
    return url && /^https?:$/.test(url.protocol) ? [url.href] : [];
  });
  const oEmbed = links.find(({ type }) => type === "application/json+oembed")?.["href"];
  const picture = meta.get("og:image");
  return {
    title: lineOf(meta.get("og:title") ?? contentOf(html, "title")),
    author: lineOf(meta.get("author") ?? meta.get("article:author")) || null,
    picture: (picture && URL.parse(picture, base.href)?.href) || null,
    candidates: [...new Set(addresses)].filter((url) => url !== base.href).slice(0, 5),
    oEmbed: (oEmbed && URL.parse(oEmbed, base.href)?.href) || null,
  };
}

/** `contentUrl` of whatever a page says of itself for search engines (schema.org). */
function mediaOfJson(text: string): string[] {
  const found: string[] = [];
  const look = (value: unknown, depth: number): void => {
    if (depth > 6 || typeof value !== "object" || value === null || found.length > 5) return;
    const { contentUrl } = value as { contentUrl?: unknown };
    if (typeof contentUrl === "string") found.push(contentUrl);
    for (const inner of Object.values(value)) look(inner, depth + 1);
  };
  try {
    look(JSON.parse(text), 0);
  } catch {
    // It is not for us.
  }
  return found;
}

/** Title, author, picture, and the first address of an embedded player, of an oEmbed description. */
export function parseOEmbed(text: string, base: URL) {
  let all: Record<string, unknown> = {};
  try {
    all = Object(JSON.parse(text)) as typeof all;
  } catch {
    // It says nothing.
  }
  const wordOf = (key: string): string | null =>
    typeof all[key] === "string" ? lineOf(all[key]) || null : null;
  const addressOf = (value: unknown): string | null => {
    const url = typeof value === "string" ? URL.parse(value, base.href) : null;
    return url && /^https?:$/.test(url.protocol) ? url.href : null;
  };
  const html = typeof all["html"] === "string" ? all["html"] : "";
  return {
    title: wordOf("title"),
    author: wordOf("author_name"),
    picture: addressOf(all["thumbnail_url"]),
    player: addressOf(all["type"] === "photo" ? null : all["url"]),
    media: Array.from(html.matchAll(/<(?:audio|video|source)\s[^<>]*>/gi), ([tag]) =>
      addressOf(attributesOf(tag)["src"]),
    ).filter((url) => url !== null),
  };
}
