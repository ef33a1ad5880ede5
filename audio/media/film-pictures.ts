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
import { filmSoundOf } from "./writers/film-formats.ts";
import type { FilmFormat, OutputFormat } from "./writers/output-formats.ts";
import type { Pictures } from "./writers/packet-writer.ts";

const MUXERS: Readonly<Record<FilmFormat, () => Container>> = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: webmFormat,
  mkv: mkvFormat,
};

/** A track of sound as players list it. */
export interface NamedTrack {
  /** ISO 639-2 */
  readonly language: string;
  readonly name: string;
}

/** What writes a film. */
export const containerOf = (film: FilmFormat): Container => MUXERS[film]();

/**
 * Opens the pictures of a film, to be copied packet by packet, with their times, rotation and
 * languages, and finds what its sound is written as. Further tracks of sound, such as other
 * languages, are copied as they are where the container may have them. Subtitles are left out: the
 * demuxer does not read them. A file that has sound alone gives no tracks.
 * @param beside the film's own sound is copied, too, and stays the first; this is what the one that
 *   is written is called
 * @throws {MediaError} `picture` with its `codec`, where the container may not have it
 */
export async function openPictures(
  film: FilmFormat,
  bytes: MediaBytes | undefined,
  beside?: NamedTrack,
): Promise<{ readonly sound: OutputFormat; readonly pictures: Pictures }> {
  const media = bytes ? await openInput(bytes) : null;
  const container = containerOf(film);
  try {
    const origin = media ? await originOf(media) : 0;
    const videos: TrackCopy[] = [];
    for (const track of (await media?.input.getVideoTracks()) ?? [])
      videos.push(await openVideoCopy(container, track, origin));
    const sound = (await media?.input.getPrimaryAudioTrack()) ?? null;
    const others: TrackCopy[] = [];
    for (const track of (await media?.input.getAudioTracks()) ?? []) {
      const isReplaced = track === sound && !beside;
      const copy = isReplaced ? null : await openAudioCopy(container, track, origin);
      if (copy) others.push(copy);
      else if (track === sound && beside)
        throw new MediaError("picture", { codec: (await track.getCodec()) ?? "unknown" });
    }
    const told = sound && !beside ? await namesOf(sound) : null;
    return {
      sound: filmSoundOf(film, (await sound?.getCodec()) ?? null),
      pictures: {
        container,
        addTracks(file, source) {
          for (const copy of videos) copy.addTo(file);
          // What takes the place of the film's sound stays the first of its kind, which players take.
          if (!beside) file.addAudioTrack(source, told ?? {});
          for (const copy of others) copy.addTo(file);
          if (beside) file.addAudioTrack(source, secondOf(beside));
        },
        async copyUntil(time) {
          for (const copy of [...videos, ...others]) await copy.copyUntil(time);
        },
        close: () => media?.input.dispose(),
      },
    };
  } catch (error) {
    media?.input.dispose();
    // Only ffmpeg reads it, which is not asked to copy pictures.
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

/** @returns null where the container may not have it */
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
 * Hands over the packets of a track up to a time, in seconds, one call after the other.
 * @param origin seconds of the file's clock that are 0 of the copy
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
