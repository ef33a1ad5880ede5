import {
  type EncodedPacket,
  type InputAudioTrack,
  type InputVideoTrack,
  type Output,
  type OutputFormat as Container,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  UnsupportedInputFormatError,
  MovOutputFormat,
  Mp4OutputFormat,
} from "mediabunny";
import { mkvFormat, webmFormat } from "./containers/matroska-formats.ts";
import type { MediaBytes } from "./host.ts";
import { openInput } from "./open-input.ts";
import { MediaError } from "./problems/media-error.ts";
import { originOf } from "./tracks/origin.ts";
import { videoSoundFormat } from "./writers/video-formats.ts";
import type { VideoFormat, OutputFormat } from "./writers/output-formats.ts";
import type { Pictures } from "./writers/packet-writer.ts";

/** Container per format of a video. */
export const VIDEO_MUXERS: Readonly<Record<VideoFormat, () => Container>> = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: webmFormat,
  mkv: mkvFormat,
};

/** Language and name of an audio track, as players list them. */
export interface NamedTrack {
  /** ISO 639-2 */
  readonly language: string;
  readonly name: string;
}

/** Creates a muxer. */
export const containerOf = (format: VideoFormat): Container => VIDEO_MUXERS[format]();

/**
 * Opens the video tracks of a file for packet copying, with their times, rotation and languages,
 * and determines the codec of the new sound. Further audio tracks, such as other languages, are
 * copied if the container supports them. Subtitles are dropped, because the demuxer does not read
 * them. Files without video yield no tracks.
 * @param addedTrack if given, the original sound is copied, too, and stays the first track;
 *   language and name of the new one
 * @throws {MediaError} `picture` with its `codec`, if the container does not support it
 */
export async function openVideoTracks(
  video: VideoFormat,
  bytes: MediaBytes | undefined,
  addedTrack?: NamedTrack,
): Promise<{ readonly sound: OutputFormat; readonly pictures: Pictures }> {
  const media = bytes ? await openInput(bytes) : null;
  const container = containerOf(video);
  try {
    const origin = media ? await originOf(media) : 0;
    const videos: TrackCopy[] = [];
    for (const track of (await media?.input.getVideoTracks()) ?? [])
      videos.push(await openVideoCopy(container, track, origin));
    const sound = (await media?.input.getPrimaryAudioTrack()) ?? null;
    const others: TrackCopy[] = [];
    for (const track of (await media?.input.getAudioTracks()) ?? []) {
      const isReplaced = track === sound && !addedTrack;
      const copy = isReplaced ? null : await openAudioCopy(container, track, origin);
      if (copy) others.push(copy);
      else if (track === sound && addedTrack)
        throw new MediaError("picture", { codec: (await track.getCodec()) ?? "unknown" });
    }
    const trackNames = sound && !addedTrack ? await namesOf(sound) : null;
    return {
      sound: videoSoundFormat(video, (await sound?.getCodec()) ?? null),
      pictures: {
        container,
        addTracks(file, source) {
          for (const copy of videos) copy.addTo(file);
          // The track that replaces the sound stays the first one, which players select.
          if (!addedTrack) file.addAudioTrack(source, trackNames ?? {});
          for (const copy of others) copy.addTo(file);
          if (addedTrack) file.addAudioTrack(source, secondOf(addedTrack));
        },
        async copyUntil(time) {
          for (const copy of [...videos, ...others]) await copy.copyUntil(time);
        },
        close: () => media?.input.dispose(),
      },
    };
  } catch (error) {
    media?.input.dispose();
    // Only FFmpeg reads this container, and it is not used for copying video.
    if (error instanceof UnsupportedInputFormatError)
      throw new MediaError("picture", { codec: "in an unsupported container" }, error);
    throw error;
  }
}

const secondOf = ({ language, name }: NamedTrack) => ({
  languageCode: language,
  name,
  disposition: { default: false, original: false },
});

interface TrackCopy {
  addTo(file: Output): void;
  copyUntil(time: number): Promise<void>;
}

async function openVideoCopy(
  container: Container,
  track: InputVideoTrack,
  origin: number,
): Promise<TrackCopy> {
  const codec = await track.getCodec();
  if (codec === null || !container.getSupportedVideoCodecs().includes(codec))
    throw new MediaError("picture", { codec: codec ?? String(await track.getInternalCodecId()) });
  const source = new EncodedVideoPacketSource(codec);
  const metadata = {
    ...(await namesOf(track)),
    transformationMatrix: await track.getTransformationMatrix(),
  };
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  return {
    addTo: (file) => void file.addVideoTrack(source, metadata),
    copyUntil: createCopy({ track, origin }, (packet) => source.add(packet, meta)),
  };
}

/** @returns null if the container does not support the codec */
async function openAudioCopy(
  container: Container,
  track: InputAudioTrack,
  origin: number,
): Promise<TrackCopy | null> {
  const codec = await track.getCodec();
  const decoderConfig = await track.getDecoderConfig();
  if (codec === null || !decoderConfig || !container.getSupportedAudioCodecs().includes(codec))
    return null;
  const source = new EncodedAudioPacketSource(codec);
  const metadata = await namesOf(track);
  return {
    addTo: (file) => void file.addAudioTrack(source, metadata),
    copyUntil: createCopy({ track, origin }, (packet) => source.add(packet, { decoderConfig })),
  };
}

/**
 * Copies the packets of a track up to a time in seconds; calls continue where the last one stopped.
 * @param origin time in seconds of the input that becomes 0 in the copy
 */
function createCopy(
  { track, origin }: { readonly track: InputAudioTrack | InputVideoTrack; readonly origin: number },
  add: (packet: EncodedPacket) => Promise<void>,
): TrackCopy["copyUntil"] {
  const packets = new EncodedPacketSink(track).packets();
  let next: Promise<IteratorResult<EncodedPacket, void>> | null = null;
  return async (time) => {
    for (;;) {
      const { done, value } = await (next ??= packets.next());
      if (done || value.timestamp - origin > time) return;
      next = null;
      await add(origin === 0 ? value : value.clone({ timestamp: value.timestamp - origin }));
    }
  };
}

async function namesOf(track: InputAudioTrack | InputVideoTrack) {
  const [languageCode, name, disposition] = await Promise.all([
    track.getLanguageCode(),
    track.getName(),
    track.getDisposition(),
  ]);
  return { languageCode, ...(name !== null && { name }), disposition };
}
