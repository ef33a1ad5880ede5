import type { MetadataTags } from "mediabunny";
import type { AudioSource } from "../../media/audio-source.ts";
import { writeProvenance } from "../../media/tags/provenance.ts";
import { EPISODE_RATE, timesOf } from "../../podcast/sound/episode.ts";
import { mixEpisode } from "../../podcast/sound/mix-episode.ts";
import type { EpisodeSound, SoundFiles } from "./sounds.ts";

/** Opens an episode as a file that is mixed while it is read. */
export async function openEpisode<F>(
  { episode, cover }: EpisodeSound<F>,
  { readFile }: SoundFiles<F>,
): Promise<AudioSource> {
  const { title } = episode;
  const images = cover && [
    {
      data: new Uint8Array(await readFile(cover.file)),
      mimeType: cover.mimeType,
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
