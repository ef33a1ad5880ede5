import type { EncodedPacket, InputVideoTrack, Output, OutputFormat as Container } from "mediabunny";
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  MkvOutputFormat,
  MovOutputFormat,
  Mp4OutputFormat,
  WebMOutputFormat,
} from "mediabunny";
import type { MediaBytes } from "./host.ts";
import { openInput } from "./open-input.ts";
import { MediaError } from "./problems/media-error.ts";
import { filmSoundOf } from "./writers/film-formats.ts";
import type { FilmFormat, OutputFormat } from "./writers/output-formats.ts";
import type { Pictures } from "./writers/packet-writer.ts";

const MUXERS: Readonly<Record<FilmFormat, () => Container>> = {
  mp4: () => new Mp4OutputFormat({ fastStart: false }),
  mov: () => new MovOutputFormat({ fastStart: false }),
  webm: () => new WebMOutputFormat(),
  mkv: () => new MkvOutputFormat(),
};

/**
 * Opens the pictures of a film, to be copied packet by packet, with their times, rotation and languages, and
 * finds what its sound is written as. A file that has sound alone
 * gives no tracks, and subtitles and further tracks of sound are left out.
 * @throws {MediaError} `picture` with its `codec`, where the container may not have it
 */
export async function openPictures(
  film: FilmFormat,
  bytes: MediaBytes | undefined,
): Promise<{ readonly sound: OutputFormat; readonly pictures: Pictures }> {
  const media = bytes ? await openInput(bytes) : null;
  const container = MUXERS[film]();
  try {
    const copies: TrackCopy[] = [];
    for (const track of (await media?.input.getVideoTracks()) ?? [])
      copies.push(await openCopy(container, track));
    const sound = await media?.input.getPrimaryAudioTrack();
    return {
      sound: filmSoundOf(film, (await sound?.getCodec()) ?? null),
      pictures: {
        container,
        addTracks: (file) => copies.forEach((copy) => copy.addTo(file)),
        async copyUntil(time) {
          for (const copy of copies) await copy.copyUntil(time);
        },
        close: () => media?.input.dispose(),
      },
    };
  } catch (error) {
    media?.input.dispose();
    throw error;
  }
}

interface TrackCopy {
  addTo(file: Output): void;
  copyUntil(time: number): Promise<void>;
}

async function openCopy(container: Container, track: InputVideoTrack): Promise<TrackCopy> {
  const codec = await track.getCodec();
  if (codec === null || !container.getSupportedVideoCodecs().includes(codec))
    throw new MediaError("picture", { codec: codec ?? String(await track.getInternalCodecId()) });
  const source = new EncodedVideoPacketSource(codec);
  const metadata = await metadataOf(track);
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  const packets = new EncodedPacketSink(track).packets();
  let next: Promise<IteratorResult<EncodedPacket, void>> | null = null;
  return {
    addTo: (file) => void file.addVideoTrack(source, metadata),
    async copyUntil(time) {
      for (;;) {
        const { done, value } = await (next ??= packets.next());
        if (done || value.timestamp > time) return;
        next = null;
        await source.add(value, meta);
      }
    },
  };
}

async function metadataOf(track: InputVideoTrack) {
  const [transformationMatrix, languageCode, name, disposition] = await Promise.all([
    track.getTransformationMatrix(),
    track.getLanguageCode(),
    track.getName(),
    track.getDisposition(),
  ]);
  return { transformationMatrix, languageCode, ...(name !== null && { name }), disposition };
}
