import {
  type AudioCodec,
  type EncodedPacket,
  type InputAudioTrack,
  type MetadataTags,
  type OutputFormat as Container,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
} from "mediabunny";
import type { Format } from "../effect.ts";
import type { TimeRange } from "../parameters.ts";
import type { MediaBytes } from "./host.ts";
import { cutMp3 } from "./mp3/mp3-cut.ts";
import { findMp3Gaps } from "./mp3/mp3-gaps.ts";
import { audioTrackOf } from "./open-audio.ts";
import { asMediaError, openInput } from "./open-input.ts";
import { readTags } from "./read-tags.ts";
import { MediaError } from "./problems/media-error.ts";
import { originOf } from "./tracks/origin.ts";
import { packetsInRange } from "./tracks/packets-in-range.ts";
import type { VideoFormat } from "./writers/output-formats.ts";
import { VIDEO_MUXERS } from "./video-tracks.ts";
import type { Write } from "./bytes/write-bytes.ts";
import { streamTo } from "./writers/stream-target.ts";
import { portableTags } from "./tags/portable-tags.ts";

export interface CopyOptions {
  readonly write: Write;
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
  /** Whether a codec of `PACKET_COPIES` is acceptable; defaults to all. */
  readonly accepts?: (codec: string) => boolean;
  /** Video container, without pictures; the codec's own container by default. */
  readonly video?: VideoFormat;
}

export interface Copied {
  /** Range of the input that was written, in seconds; null if nothing was. */
  readonly range: TimeRange | null;
  readonly format: Format;
}

/** Container per codec; MP3 is written without one. */
const CONTAINERS: Readonly<Partial<Record<AudioCodec, () => Container>>> = {
  aac: () => new Mp4OutputFormat({ fastStart: false }),
  opus: () => new OggOutputFormat(),
  vorbis: () => new OggOutputFormat(),
};

/**
 * Lossless cut: writes a range of a file in its own codec without decoding. MP3 is cut to the
 * sample, other codecs by whole packets: from the packet that starts nearest to the start to the
 * one that ends nearest to the end, at least one.
 * @throws {MediaError} `unsupported` with its `codec`, if it is not acceptable or not in
 *   `PACKET_COPIES`
 */
export async function copyPackets(
  bytes: MediaBytes,
  requested: TimeRange,
  options: CopyOptions,
): Promise<Copied> {
  let dispose = (): void => {};
  try {
    const media = await openInput(bytes);
    dispose = () => media.input.dispose();
    const track = await audioTrackOf(media);
    const codec = await track.getCodec();
    const video = options.video && VIDEO_MUXERS[options.video];
    const make = video ?? (codec === null ? undefined : CONTAINERS[codec]);
    const isAccepted =
      codec !== null &&
      (options.accepts?.(codec) ?? true) &&
      (!video || video().getSupportedAudioCodecs().includes(codec));
    if (!isAccepted || (codec !== "mp3" && !make))
      throw new MediaError("unsupported", { codec: codec ?? "unknown" });
    const format = {
      sampleRate: await track.getSampleRate(),
      channels: await track.getNumberOfChannels(),
    };
    const tags = await readTags(media);
    if (!make) {
      const copying = { ...options, bytes: media.bytes, range: requested, tags };
      return { range: await copyMp3(track, copying), format };
    }
    const origin = await originOf(media);
    const [from, to] = requested;
    const clock: TimeRange = [from + origin, to + origin];
    const copied = await copyWhole(track, make(), { ...options, bytes, range: clock, tags });
    return { range: copied && [copied[0] - origin, copied[1] - origin], format };
  } catch (error) {
    throw asMediaError(error);
  } finally {
    dispose();
  }
}

interface Copying extends CopyOptions {
  readonly bytes: MediaBytes;
  readonly range: TimeRange;
  readonly tags: MetadataTags;
}

const copyMp3 = async (
  track: InputAudioTrack,
  { bytes, ...options }: Copying,
): Promise<TimeRange | null> =>
  cutMp3<EncodedPacket>(new EncodedPacketSink(track), {
    ...options,
    gaps: await findMp3Gaps(bytes.read),
    sampleRate: await track.getSampleRate(),
    duration: await track.computeDuration(),
  });

async function copyWhole(
  track: InputAudioTrack,
  format: Container,
  { range, tags, write, onProgress }: Copying,
): Promise<TimeRange | null> {
  const output = new Output({ format, target: streamTo(write) });
  const source = new EncodedAudioPacketSource((await track.getCodec())!);
  output.addAudioTrack(source);
  output.setMetadataTags(portableTags(tags));
  await output.start();
  try {
    const decoderConfig = await track.getDecoderConfig();
    const meta = decoderConfig ? { decoderConfig } : {};
    const [start, end] = range;
    const seconds = Math.min(end, await track.computeDuration()) - start;
    let first: EncodedPacket | null = null;
    let last: EncodedPacket | null = null;
    const packets = packetsInRange<EncodedPacket>(new EncodedPacketSink(track), range);
    for await (const packet of packets) {
      first ??= packet;
      last = packet;
      await source.add(packet.clone({ timestamp: packet.timestamp - first.timestamp }), meta);
      onProgress(Math.min(1, Math.max(0, (packet.timestamp + packet.duration - start) / seconds)));
    }
    await output.finalize();
    return first && last && [first.timestamp, last.timestamp + last.duration];
  } catch (error) {
    await output.cancel();
    throw error;
  }
}
