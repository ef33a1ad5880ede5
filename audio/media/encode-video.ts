import { type Input, type MetadataTags, Conversion, Mp4OutputFormat, Output } from "mediabunny";
import { asMediaError } from "./open-input.ts";
import { MediaError } from "./problems/media-error.ts";
import type { Chapter } from "./tags/chapters/chapter.ts";
import { createMp4Chapters } from "./tags/chapters/mp4-chapters.ts";
import { portableTags } from "./tags/portable-tags.ts";
import type { Write } from "./bytes/write-bytes.ts";
import type { EncoderHost } from "./writers/audio-writer.ts";
import { streamTo } from "./writers/stream-target.ts";

/**
 * Converts a video to an MP4 that all players support: H.264 and AAC. Tracks that already have
 * these codecs are copied.
 * @throws {MediaError} `picture`, if this browser cannot decode or encode the video
 */
export async function encodeVideo(
  input: Input,
  host: EncoderHost,
  options: {
    readonly tags: MetadataTags;
    readonly chapters: readonly Chapter[];
    readonly write: Write;
    /** @param done 0 to 1 */
    readonly onProgress: (done: number) => void;
  },
): Promise<void> {
  try {
    const sound = await input.getPrimaryAudioTrack();
    if (sound && (await sound.getCodec()) !== "aac") {
      const sampleRate = await sound.getSampleRate();
      const numberOfChannels = await sound.getNumberOfChannels();
      await host.prepare("aac", { sampleRate, numberOfChannels });
    }
    const described = createMp4Chapters(options.chapters, options.write);
    const output = new Output({
      format: new Mp4OutputFormat({
        fastStart: false,
        onMoov: (moov, at) => described.onMoov(moov, at),
      }),
      target: streamTo(options.write),
    });
    const conversion = await Conversion.init({
      input,
      output,
      video: { codec: "avc" },
      audio: { codec: "aac" },
      tags: portableTags(options.tags),
      showWarnings: false,
    });
    const lost = conversion.discardedTracks.find(({ track }) => track.type === "video");
    if (!conversion.isValid || lost) {
      const codec = await (await input.getPrimaryVideoTrack())?.getCodec();
      throw new MediaError("picture", { codec: codec ?? "unknown" });
    }
    conversion.onProgress = options.onProgress;
    await conversion.execute();
    await described.finish();
  } catch (error) {
    throw asMediaError(error);
  }
}
