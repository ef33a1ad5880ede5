import { deletePodcast as deletePodcastCall } from "#core/api/podcasts/delete-podcast.ts";
import { getFeed } from "#core/api/podcasts/get-feed.ts";
import { getPodcast } from "#core/api/podcasts/get-podcast.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { uploadPodcastAudio } from "#core/api/podcasts/upload-podcast-audio.ts";
import { type RawRoute, type Route, authenticate, openRoute, userRoute } from "../http/route.ts";
import { AUDIO_LIMIT, PODCAST_AUDIO, sendAudio } from "../podcasts/audio.ts";
import { uploadAudio } from "../podcasts/upload-audio.ts";
import { openFeed, PODCAST_FEEDS, sendFeed } from "../podcasts/feed.ts";
import { deletePodcast, readPodcast, sharePodcast } from "../podcasts/podcasts.ts";

/** Maximum bytes of a podcast's texts: an hour of speech is about a tenth of it. */
const TEXT_LIMIT = 1024 * 1024;

export const PODCAST_ROUTES: readonly Route[] = [
  userRoute(savePodcast, (podcast, context) => sharePodcast(context, podcast), TEXT_LIMIT),
  userRoute(deletePodcastCall, async ({ id }, context) => {
    await deletePodcast(context, id);
    return undefined;
  }),
  userRoute(getFeed, (_, context) => openFeed(context)),
  openRoute(getPodcast, ({ id }, context) => readPodcast(context, id)),
];

export const PODCAST_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: uploadPodcastAudio,
    limit: AUDIO_LIMIT,
    handle: async (context) => {
      const { body } = await uploadAudio(await authenticate(context));
      return new Response(body, { headers: { "Content-Type": "application/json; charset=utf-8" } });
    },
  },
  {
    call: { method: "GET", path: `${PODCAST_FEEDS}{feed}`, type: "application/rss+xml" },
    limit: null,
    handle: (context) =>
      sendFeed(context, new URL(context.request.url).pathname.split("/").at(-1)!),
  },
  {
    call: { method: "GET", path: `${PODCAST_AUDIO}{audio}`, type: null },
    limit: null,
    handle: (context) =>
      sendAudio(context, new URL(context.request.url).pathname.split("/").at(-1)!),
  },
];
