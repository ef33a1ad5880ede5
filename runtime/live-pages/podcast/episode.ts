import type { getPodcast } from "#core/api/podcasts/get-podcast.ts";
import type { ResponseOf } from "#core/api/contract/call.ts";
import { SHARE_TITLE } from "#core/page/share.ts";

/** A shared episode in the server's response. */
export type Episode = ResponseOf<typeof getPodcast>;
type Line = Pick<Episode["transcript"][number], "start">;

/**
 * Index of the line that is spoken at a time; -1 before the first. Between two lines, the earlier
 * one.
 * @param lines sorted by start
 */
export function lineAt(lines: readonly Line[], seconds: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (lines[middle]!.start <= seconds) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/**
 * Chapters of an episode: index of the first line, start and title. The first chapter starts at 0.
 */
export const chaptersOf = (
  lines: Episode["transcript"],
): readonly { readonly line: number; readonly start: number; readonly title: string }[] =>
  lines.flatMap(({ start, chapter }, line) =>
    chapter === undefined || chapter.trim() === ""
      ? []
      : [{ line, start: line === 0 ? 0 : start, title: chapter }],
  );

/** Structured data of an episode. @param url of the episode's page */
export const episodeJsonLd = (episode: Episode, url: string): object => ({
  "@context": "https://schema.org",
  "@type": "PodcastEpisode",
  name: episode.title,
  url,
  inLanguage: episode.language,
  datePublished: new Date(episode.created_at * 1000).toISOString(),
  timeRequired: `PT${Math.round(episode.duration)}S`,
  associatedMedia: {
    "@type": "AudioObject",
    ...(URL.canParse(episode.audio_url, url) && {
      contentUrl: new URL(episode.audio_url, url).href,
    }),
    duration: `PT${Math.round(episode.duration)}S`,
    transcript: episode.transcript.map(({ speaker, text }) => `${speaker}: ${text}`).join("\n"),
  },
  partOfSeries: { "@type": "PodcastSeries", name: SHARE_TITLE },
});
