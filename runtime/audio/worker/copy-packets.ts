import type {
  AudioCodec,
  EncodedPacket,
  InputAudioTrack,
  MetadataTags,
  OutputFormat,
} from "mediabunny";
import {
  BlobSource,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  StreamTarget,
} from "mediabunny";
import type { Range } from "../../../audio/parameters.ts";
import { cutMp3 } from "../../../audio/media/mp3-cut.ts";
import { findMp3Gaps } from "../../../audio/media/mp3-gaps.ts";
import { packetsOfStretch } from "../../../audio/media/packet-stretch.ts";
import { portableTags } from "../../../audio/media/portable-tags.ts";
import { INPUT_FORMATS } from "./input-formats.ts";
import { MediaFault } from "./media-fault.ts";
import { readerOf } from "./open-source.ts";
import type { CopyTask } from "./protocol.ts";
import type { Write } from "./write.ts";

export interface CopyDeps {
  readonly write: Write;
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
}

const CHUNK = 1024 * 1024;

/**
 * Writes a stretch of a sound in its own codec without decoding it: MP3 exact to one sample, others by
 * whole packets, from that which begins nearest to the start to that which ends nearest to the end; one
 * at least.
 * @returns the stretch that was written, in seconds of the input
 * @throws {MediaFault} where there is no sound in a codec of `PACKET_COPIES`
 */
export async function copyPackets(task: CopyTask, deps: CopyDeps): Promise<Range> {
  const input = new Input({
    formats: INPUT_FORMATS,
    source: new BlobSource(task.file, { handleUnhandledError: () => {} }),
  });
  try {
    const track = await input.getPrimaryAudioTrack();
    const codec = await track?.getCodec();
    if (!track || !codec) throw new MediaFault("file.unreadable");
    const tags = await input.getMetadataTags().catch((): MetadataTags => ({}));
    const written =
      codec === "mp3"
        ? await copyMp3(track, task, { tags, ...deps })
        : await copyWhole(track, task.part, { tags, codec, ...deps });
    if (!written) throw new MediaFault("file.unreadable");
    return written;
  } finally {
    input.dispose();
  }
}

interface Copying extends CopyDeps {
  readonly tags: MetadataTags;
}

const copyMp3 = async (
  track: InputAudioTrack,
  { file, part }: CopyTask,
  { write, ...deps }: Copying,
): Promise<Range | null> =>
  cutMp3<EncodedPacket>(new EncodedPacketSink(track), {
    gaps: await findMp3Gaps(readerOf(file)),
    sampleRate: await track.getSampleRate(),
    stretch: part,
    duration: await track.computeDuration(),
    write,
    ...deps,
  });

async function copyWhole(
  track: InputAudioTrack,
  part: Range,
  { codec, tags, write, onProgress }: Copying & { readonly codec: AudioCodec },
): Promise<Range | null> {
  const output = new Output({
    format: containerOf(codec),
    target: new StreamTarget(
      new WritableStream({ write: ({ position, data }) => write(position, data) }),
      { chunked: true, chunkSize: CHUNK },
    ),
  });
  const source = new EncodedAudioPacketSource(codec);
  output.addAudioTrack(source);
  output.setMetadataTags(portableTags(tags));
  await output.start();
  const written = await copy(track, part, { source, onProgress });
  await output.finalize();
  return written;
}

async function copy(
  track: InputAudioTrack,
  [start, end]: Range,
  {
    source,
    onProgress,
  }: Pick<CopyDeps, "onProgress"> & { readonly source: EncodedAudioPacketSource },
): Promise<Range | null> {
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  let first: EncodedPacket | null = null;
  let last: EncodedPacket | null = null;
  for await (const packet of packetsOfStretch<EncodedPacket>(new EncodedPacketSink(track), [
    start,
    end,
  ])) {
    first ??= packet;
    await source.add(packet.clone({ timestamp: packet.timestamp - first.timestamp }), meta);
    last = packet;
    onProgress(Math.min(1, Math.max(0, (packet.timestamp - start) / (end - start))));
  }
  return first && last && [first.timestamp, last.timestamp + last.duration];
}

function containerOf(codec: AudioCodec): OutputFormat {
  switch (codec) {
    case "aac":
      return new Mp4OutputFormat({ fastStart: false });
    case "opus":
    case "vorbis":
      return new OggOutputFormat();
    default:
      throw new MediaFault("file.unsupported");
  }
}
