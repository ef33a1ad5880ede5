import type { MetadataTags } from "mediabunny";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { writeProvenance } from "#audio/media/tags/provenance.ts";
import { EPISODE_RATE, timesOf } from "#audio/podcast/sound/episode.ts";
import { mixEpisode } from "#audio/podcast/sound/mix-episode.ts";
import type { EpisodeSound } from "../sounds.ts";

/** Opens an episode as a file that is mixed while it is read. */
export async function openEpisode({ episode, cover }: EpisodeSound): Promise<AudioSource> {
  const { title } = episode;
  const images = cover && [
    {
      data: new Uint8Array(await cover.arrayBuffer()),
      mimeType: cover.type,
      kind: "coverFront" as const,
    },
  ];
  const tags: MetadataTags = { title, ...(images && { images }) };
  return {
    format: { sampleRate: EPISODE_RATE, channels: 2 },
    duration: timesOf(episode).seconds,
    tags: writeProvenance(tags, "generated"),
    codec: null,
    async *blocks(from = 0) {
      let skip = from;
      for (const block of mixEpisode(episode)) {
        const frames = block[0]!.length;
        if (skip < frames) yield skip > 0 ? block.map((samples) => samples.subarray(skip)) : block;
        skip = Math.max(0, skip - frames);
      }
    },
    close() {},
  };
}
