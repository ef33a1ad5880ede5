import { getPodcast } from "../../core/api/podcasts/get-podcast.ts";
import { savePodcast } from "../../core/api/podcasts/save-podcast.ts";
import { uploadPodcastAudio } from "../../core/api/podcasts/upload-podcast-audio.ts";
import type { RawRoute, Route } from "../http/route.ts";
import { enter, openRoute, userRoute } from "../http/route.ts";
import { AUDIO_LIMIT, PODCAST_AUDIO, sendAudio } from "../podcasts/audio.ts";
import { uploadAudio } from "../podcasts/upload-audio.ts";
import { readPodcast, sharePodcast } from "../podcasts/podcasts.ts";

/** Bytes of a podcast's texts at most: an hour of talk is about a tenth. */
const TEXT_LIMIT = 1024 * 1024;

export const PODCAST_ROUTES: readonly Route[] = [
  userRoute(savePodcast, (podcast, visit) => sharePodcast(visit, podcast), TEXT_LIMIT),
  openRoute(getPodcast, ({ id }, visit) => readPodcast(visit, id)),
];

export const PODCAST_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: uploadPodcastAudio,
    limit: AUDIO_LIMIT,
    answer: async (visit) => {
      const { body } = await uploadAudio(await enter(visit));
      return new Response(body, { headers: { "Content-Type": "application/json; charset=utf-8" } });
    },
  },
  {
    call: { method: "GET", path: `${PODCAST_AUDIO}{audio}`, type: null },
    limit: null,
    answer: (visit) => sendAudio(visit, new URL(visit.request.url).pathname.split("/").at(-1)!),
  },
];
