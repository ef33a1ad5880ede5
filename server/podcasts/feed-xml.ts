const NAMESPACES = {
  itunes: "http://www.itunes.com/dtds/podcast-1.0.dtd",
  atom: "http://www.w3.org/2005/Atom",
  podcast: "https://podcastindex.org/namespace/1.0",
};
/** Number of episode titles in the description of a feed. */
const DESCRIBED = 10;

export interface FeedEpisode {
  readonly id: string;
  readonly title: string;
  /** Page of the episode. */
  readonly page: string;
  readonly summary: string;
  /** BCP 47. */
  readonly language: string;
  readonly milliseconds: number;
  /** Epoch milliseconds. */
  readonly publishedAt: number;
  readonly audio: { readonly url: string; readonly type: string; readonly size: number };
  /** URL of the transcript as WebVTT. */
  readonly transcript: string;
}

export interface FeedChannel {
  /** Name of the site, which publishes the feed. */
  readonly site: string;
  /** Home page of the site. */
  readonly home: string;
  readonly url: string;
  /** Square image of 1400 to 3000 pixels. */
  readonly image: string;
  /** BCP 47. */
  readonly language: string;
  /** Contact email for podcast directories; null if the operator has configured none. */
  readonly email: string | null;
  /** The newest first. */
  readonly episodes: readonly FeedEpisode[];
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
const empty = (name: string, attributes: Readonly<Record<string, string>>): string =>
  `<${name}${Object.entries(attributes)
    .map(([key, value]) => ` ${key}="${escaped(value)}"`)
    .join("")}/>`;

const itemOf = (episode: FeedEpisode): string =>
  [
    "<item>",
    element("title", episode.title),
    `<guid isPermaLink="false">${escaped(episode.id)}</guid>`,
    element("link", episode.page),
    element("pubDate", new Date(episode.publishedAt).toUTCString()),
    element("description", episode.summary || episode.title),
    empty("enclosure", {
      url: episode.audio.url,
      length: String(episode.audio.size),
      type: episode.audio.type,
    }),
    element("itunes:duration", String(Math.max(1, Math.round(episode.milliseconds / 1000)))),
    element("itunes:explicit", "false"),
    element("itunes:episodeType", "full"),
    empty("podcast:transcript", {
      url: episode.transcript,
      type: "text/vtt",
      language: episode.language,
    }),
    // Machine-readable statement that the voices are synthetic.
    "<category>synthetic-voice</category>",
    "</item>",
  ].join("");

/**
 * Writes a podcast feed: RSS 2.0 with the elements that Apple Podcasts and Spotify require, and the
 * transcripts of the podcast namespace. The description consists of the titles of the newest
 * episodes.
 */
export function writeFeed(channel: FeedChannel): string {
  const { site, email, episodes } = channel;
  const titles = episodes.slice(0, DESCRIBED).map(({ title }) => title);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<rss version="2.0" ${Object.entries(NAMESPACES)
      .map(([prefix, uri]) => `xmlns:${prefix}="${uri}"`)
      .join(" ")}>`,
    "<channel>",
    element("title", `${site} – Podcast`),
    element("link", channel.home),
    element("description", [`${site} – Podcast`, ...titles].join(" · ")),
    element("language", channel.language),
    empty("atom:link", { href: channel.url, rel: "self", type: "application/rss+xml" }),
    element("itunes:author", site),
    ...(email === null
      ? []
      : [
          `<itunes:owner>${element("itunes:name", site)}${element("itunes:email", email)}</itunes:owner>`,
        ]),
    empty("itunes:image", { href: channel.image }),
    // A more specific category can be chosen when the feed is submitted to a directory.
    empty("itunes:category", { text: "Society & Culture" }),
    element("itunes:explicit", "false"),
    element("itunes:type", "episodic"),
    ...episodes.map(itemOf),
    "</channel></rss>\n",
  ].join("\n");
}
