import { sql } from "kysely";
import { podcastUrl } from "#core/page/share.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RequestContext, UserContext } from "../http/request-context.ts";
import { lockWallet } from "../ledger/wallet.ts";
import { originOf } from "../payments/return-address.ts";
import { extensionOf } from "./audio-types.ts";
import { writeFeed } from "./feed-xml.ts";
import { summarize } from "./summary.ts";

/** Path prefix of feeds. */
export const PODCAST_FEEDS = "/audio/podcast-feeds/";
/** Maximum number of episodes in a feed: the newest. */
const MAX_EPISODES = 200;
/** Lengths of summaries from an earlier version, which may end within a word. */
const CUT_SUMMARY = { from: 590, to: 600 };

/** URL of a user's feed, created on first access. */
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

/**
 * Serves the feed of a user's podcasts: RSS 2.0, with the elements that podcast directories
 * require.
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
      // Selects only the beginning, because transcripts are long.
      .select(({ eb }) =>
        eb
          .case()
          .when(
            sql<boolean>`p.summary is null or length(p.summary) between ${CUT_SUMMARY.from} and ${CUT_SUMMARY.to}`,
          )
          .then(eb.ref("p.transcript"))
          .end()
          .as("transcript"),
      )
      .where("p.user_id", "=", found.user_id)
      .orderBy("p.created_at", "desc")
      .limit(MAX_EPISODES)
      .execute();
    return [found, rows] as const;
  });
  if (!feed) throw new ApiFailure("not_found");
  const { site } = deps;
  const language = episodes[0]?.language ?? "en";
  const locale = site.locales.find((one) => one.language === language)?.code ?? site.defaultLocale;
  const page = (episode: string): string => podcastUrl(site, locale, episode);
  const home = new URL(page("")).origin;
  const xml = writeFeed({
    site: site.name,
    home,
    url: origin + PODCAST_FEEDS + id,
    image: new URL("/podcast-cover.png", home).href,
    language,
    email: /^[^\s@]+@[^\s@]+$/.test(site.contact) ? site.contact : null,
    episodes: episodes.map((episode) => ({
      id: episode.id,
      title: episode.title,
      page: page(episode.id),
      summary:
        episode.transcript === null
          ? episode.summary!
          : summarize(JSON.parse(episode.transcript) as { readonly text: string }[]),
      language: episode.language,
      milliseconds: episode.milliseconds,
      publishedAt: episode.created_at,
      audio: {
        url: `${origin}${episode.audio_url}.${extensionOf(episode.type)}`,
        type: episode.type === "audio/mp4" ? "audio/x-m4a" : episode.type,
        size: episode.size,
      },
      transcript: `${origin}${episode.audio_url}.vtt`,
    })),
  });
  return new Response(xml, {
    headers: {
      "Cache-Control": "public, max-age=300",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "Content-Type": "application/rss+xml; charset=utf-8",
      "X-Robots-Tag": "noindex",
    },
  });
}
