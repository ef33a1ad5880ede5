import { getFeed } from "#core/api/podcasts/get-feed.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { uploadPodcastAudio } from "#core/api/podcasts/upload-podcast-audio.ts";
import { podcastUrl } from "#core/page/share.ts";
import { ApiError } from "../../services/api/api-error.ts";
import type { WorkspaceDeps } from "../../contract/context.ts";
import type { Application } from "../../application/application.ts";

/** Uploads an episode's audio, then its transcript, and returns the URL of the feed (API-17). */
export function createShareEpisode(
  { api, data, user, locale }: Pick<Application, "api" | "data" | "user" | "locale">,
  { fetch, navigator }: Pick<Window & typeof globalThis, "fetch" | "navigator">,
): Pick<WorkspaceDeps, "shareEpisode" | "openFeed"> {
  const upload = async (sound: Blob): Promise<string> => {
    const address = data.site.apiBase + uploadPodcastAudio.path;
    let response: Response;
    try {
      response = await fetch.call(globalThis, address, {
        method: uploadPodcastAudio.method,
        headers: { "Content-Type": sound.type, Authorization: user.getState().token ?? "" },
        body: sound,
      });
    } catch (error) {
      throw new ApiError("", { key: navigator.onLine ? "unreachable" : "offline", cause: error });
    }
    const answer = (await response.json().catch(() => null)) as {
      readonly key?: string;
      readonly data?: { readonly audio_url?: string };
    } | null;
    const url = answer?.data?.audio_url;
    if (!response.ok || url === undefined)
      throw new ApiError("", { status: response.status, key: answer?.key ?? null });
    return url;
  };
  return {
    async shareEpisode(sound, episode) {
      const audio_url = await upload(sound);
      const { id } = await api(savePodcast, { ...episode, audio_url }, { quiet: "all" });
      return podcastUrl(data.site, locale().locale.code, id);
    },
    openFeed: async () => (await api(getFeed, {}, { quiet: "all" })).url,
  };
}
