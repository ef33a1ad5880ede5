import type { FoundMedia } from "../../ports/media-source.ts";
import { addressOf, contentOf, lineOf, linkedDataOf, tagsOf } from "./markup.ts";

export interface FoundPage extends Pick<FoundMedia, "title" | "author" | "picture"> {
  /** URLs that may be media, a playlist or a feed: the most likely first. */
  readonly candidates: readonly string[];
  /** URL of the oEmbed description; null if there is none. */
  readonly oEmbed: string | null;
}

/** Meta properties with media URLs, in order of preference. */
const MEDIA = [
  "og:audio:secure_url",
  "og:audio:url",
  "og:audio",
  "og:video:secure_url",
  "og:video:url",
  "og:video",
  "twitter:player:stream",
];
/** Elements that play media. */
const PLAYERS = ["audio", "video", "source"];
/** Whether the type is an HTML player rather than media. */
const isPlayer = (type: string | undefined): boolean => type?.includes("html") ?? false;

/** Finds media in a page: Open Graph, schema.org, media elements, feeds and oEmbed. */
export function parsePage(html: string, base: URL): FoundPage {
  const tags = tagsOf(html, ["meta", "link", ...PLAYERS]);
  const meta = new Map<string, string>();
  for (const { property, name, content } of tags.get("meta")!) {
    const key = property ?? name;
    if (key !== undefined && content !== undefined && !meta.has(key)) meta.set(key, content);
  }
  const links = tags.get("link")!.filter(({ rel }) => rel?.includes("alternate"));
  const declared = MEDIA.filter(
    (key) => !isPlayer(meta.get(`${key.split(":", 2).join(":")}:type`)),
  );
  const found = [
    ...declared.map((key) => meta.get(key)),
    ...linkedDataOf(html).flatMap(mediaOfJson),
    ...PLAYERS.flatMap((name) => tags.get(name)!.map(({ src }) => src)),
    ...links.filter(({ type }) => /(rss|atom)\+xml/.test(type ?? "")).map(({ href }) => href),
  ];
  const addresses = found.map((one) => addressOf(one, base)).filter((url) => url !== null);
  const oEmbed = links.find(({ type }) => type === "application/json+oembed")?.["href"];
  const picture = meta.get("og:image");
  return {
    title: lineOf(meta.get("og:title") ?? contentOf(html, "title")),
    author: lineOf(meta.get("author") ?? meta.get("article:author")) || null,
    picture: addressOf(picture, base),
    candidates: [...new Set(addresses)].filter((url) => url !== base.href).slice(0, 5),
    oEmbed: addressOf(oEmbed, base),
  };
}

/** `contentUrl` values in a page's structured data (schema.org). */
function mediaOfJson(data: unknown): string[] {
  const found: string[] = [];
  const look = (value: unknown, depth: number): void => {
    if (depth > 6 || typeof value !== "object" || value === null || found.length > 5) return;
    const { contentUrl } = value as { contentUrl?: unknown };
    if (typeof contentUrl === "string") found.push(contentUrl);
    for (const inner of Object.values(value)) look(inner, depth + 1);
  };
  look(data, 0);
  return found;
}

/** Title, author, picture, and URL of the embedded player, from an oEmbed description. */
export function parseOEmbed(text: string, base: URL) {
  let all: Record<string, unknown> = {};
  try {
    all = Object(JSON.parse(text)) as typeof all;
  } catch {
    // Invalid JSON contains no data.
  }
  const wordOf = (key: string): string | null =>
    typeof all[key] === "string" ? lineOf(all[key]) || null : null;
  const addressIn = (value: unknown): string | null =>
    typeof value === "string" ? addressOf(value, base) : null;
  const html = typeof all["html"] === "string" ? all["html"] : "";
  return {
    title: wordOf("title"),
    author: wordOf("author_name"),
    picture: addressIn(all["thumbnail_url"]),
    player: addressIn(all["type"] === "photo" ? null : all["url"]),
    media: [...tagsOf(html, PLAYERS).values()]
      .flat()
      .slice(0, 20)
      .map(({ src }) => addressIn(src))
      .filter((url) => url !== null),
  };
}
