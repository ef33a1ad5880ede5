import type { Podcasts } from "../db/schema/media.ts";
import { podcastUrl } from "../../core/page/share.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext, UserContext } from "../http/request-context.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { originOf } from "../payments/return-address.ts";

/** Where feeds are. */
export const PODCAST_FEEDS = "/audio/podcast-feeds/";
/** Episodes of a feed: the newest. */
const MOST = 200;
/** Characters of what is said, as far as a feed shows it. */
const SHOWN = 600;

/** The address of a user's feed, which is made when it is asked for the first time. */
export async function openFeed(context: UserContext): Promise<{ url: string }> {
  const { deps, user } = context;
  const { userId } = user;
  const id = await deps.db.write(async (tx) => {
    await lockWallet(tx, userId);
    const known = await tx
      .selectFrom("podcast_feeds")
      .select("id")
      .where("user_id", "=", userId)
      .executeTakeFirst();
    if (known) return known.id;
    const made = deps.random.bytes(18).toString("base64url");
    await tx
      .insertInto("podcast_feeds")
      .values({ user_id: userId, id: made, created_at: deps.clock() })
      .execute();
    return made;
  });
  return { url: originOf(context) + PODCAST_FEEDS + id };
}

const escaped = (text: string): string =>
  text
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, "")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
const element = (name: string, text: string): string => `<${name}>${escaped(text)}</${name}>`;

interface Episode extends Pick<
  Podcasts,
  "id" | "title" | "language" | "milliseconds" | "audio_url" | "summary" | "created_at"
> {
  /** Of an episode without a summary, which was shared before there was one. */
  readonly transcript: string | null;
  readonly type: string;
  readonly size: number;
}

/** The beginning of what is said. */
export const summarize = (lines: readonly { readonly text: string }[]): string =>
  lines
    .map(({ text }) => text)
    .join(" ")
    .slice(0, SHOWN)
    .toWellFormed();

function itemOf(episode: Episode, link: string, origin: string): string {
  const { id, title, milliseconds, audio_url, transcript, created_at, type, size } = episode;
  const said =
    episode.summary ?? summarize(JSON.parse(transcript ?? "[]") as { readonly text: string }[]);
  const address = escaped(origin + audio_url);
  return [
    "<item>",
    element("title", title),
    `<guid isPermaLink="false">${escaped(id)}</guid>`,
    element("link", link),
    element("pubDate", new Date(created_at).toUTCString()),
    element("description", said),
    `<enclosure url="${address}" length="${size}" type="${escaped(type)}"/>`,
    element("itunes:duration", String(Math.round(milliseconds / 1000))),
    // What made the voices, for programs that read it.
    "<category>synthetic-voice</category>",
    "</item>",
  ].join("");
}

/**
 * A feed of a user's podcasts: RSS 2.0, with the elements that directories of podcasts ask for.
 * @throws {ApiFailure} not_found
 */
export async function sendFeed(context: RequestContext, id: string): Promise<Response> {
  const { deps } = context;
  const origin = originOf(context);
  const [feed, episodes] = await deps.db.read(async (queries) => {
    const found = await queries
      .selectFrom("podcast_feeds")
      .select("user_id")
      .where("id", "=", id)
      .executeTakeFirst();
    if (!found) return [null, []] as const;
    const rows = await queries
      .selectFrom("podcasts as p")
      .innerJoin("podcast_audio as a", "a.podcast_id", "p.id")
      .select(["p.id", "p.title", "p.language", "p.milliseconds", "p.audio_url", "p.summary"])
      .select(["p.created_at", "a.type", "a.size"])
      // Transcripts are long.
      .select(({ eb }) =>
        eb.case().when("p.summary", "is", null).then(eb.ref("p.transcript")).end().as("transcript"),
      )
      .where("p.user_id", "=", found.user_id)
      .orderBy("p.created_at", "desc")
      .limit(MOST)
      .execute();
    return [found, rows] as const;
  });
  if (!feed) throw new ApiFailure("not_found");
  const { site } = deps;
  const language = episodes[0]?.language ?? "en";
  const locale = site.locales.find((one) => one.language === language)?.code ?? site.defaultLocale;
  const page = (episode: string): string => podcastUrl(site, locale, episode);
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<rss version="2.0" xmlns:itunes="http://www.itunes.com/dtds/podcast-1.0.dtd" xmlns:atom="http://www.w3.org/2005/Atom">',
    "<channel>",
    element("title", `${site.name} – Podcast`),
    element("link", new URL(page("")).origin),
    element("description", `${site.name} – Podcast`),
    element("language", language),
    `<atom:link href="${escaped(origin + PODCAST_FEEDS + id)}" rel="self" type="application/rss+xml"/>`,
    `<itunes:image href="${escaped(new URL("/icon-512.png", page("")).href)}"/>`,
    element("itunes:explicit", "false"),
    ...episodes.map((episode) => itemOf(episode, page(episode.id), origin)),
    "</channel></rss>\n",
  ].join("\n");
  return new Response(xml, {
    headers: {
      "Cache-Control": "public, max-age=300",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Content-Type": "application/rss+xml; charset=utf-8",
      "X-Robots-Tag": "noindex",
    },
  });
}
