import {
  type EncodedPacket,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  type MetadataTags,
  type OutputFormat as Container,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FlacOutputFormat,
  Mp3OutputFormat,
  Mp4OutputFormat,
  OggOutputFormat,
  Output,
  WavOutputFormat,
} from "mediabunny";
import { mkvFormat, webmFormat } from "./containers/matroska-formats.ts";
import { asMediaError } from "./open-input.ts";
import { MediaError } from "./problems/media-error.ts";
import { chapterComments } from "./tags/chapters/comment-chapters.ts";
import type { Chapter } from "./tags/chapters/chapter.ts";
import { withId3Chapters } from "./tags/chapters/id3-chapters.ts";
import { createMp4Chapters } from "./tags/chapters/mp4-chapters.ts";
import { portableTags } from "./tags/portable-tags.ts";
import type { Write } from "./bytes/write-bytes.ts";
import { withOggTags } from "./vorbis/ogg-comments.ts";
import { streamTo } from "./writers/stream-target.ts";

/** The planned output. */
export interface RemuxPlan {
  /** File extension without the dot. */
  readonly ending: string;
  /** MIME type. */
  readonly type: string;
  /** Audio codec; null without audio. */
  readonly codec: string | null;
  /** Seconds. */
  readonly duration: number;
  /** Audio sample rate in Hz; null without audio. */
  readonly sampleRate: number | null;
  /** Video height in pixels; null if no video is copied. */
  readonly height: number | null;
  /** Video codec; null if no video is copied. */
  readonly picture: string | null;
  /** Video frame rate at its beginning; null if no video is copied. */
  readonly frameRate: number | null;
}

/** Frames from which the frame rate is computed. */
const COUNTED_FRAMES = 120;

export interface RemuxOptions {
  /** Audio only, audio with video, audio with video preferably in MP4, or as H.264. */
  readonly pictures: "none" | "any" | "mp4" | "h264";
}
export interface RemuxWriting extends RemuxOptions {
  /** Replace those of the input. */
  readonly tags: MetadataTags;
  /** Written if the container supports them: MP4, M4A, MP3, Ogg, FLAC. */
  readonly chapters: readonly Chapter[];
  readonly write: Write;
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
}

interface Kind {
  readonly ending: string;
  readonly type: string;
  /** @param onMoov called with the `moov` box of an MP4, which is written last, and its position */
  readonly make: (onMoov?: (moov: Uint8Array, position: number) => void) => Container;
}
const MP4: Kind = {
  ending: "mp4",
  type: "video/mp4",
  make: (onMoov) => new Mp4OutputFormat({ fastStart: false, ...(onMoov && { onMoov }) }),
};
const WEBM: Kind = { ending: "webm", type: "video/webm", make: webmFormat };
const MKV: Kind = { ending: "mkv", type: "video/x-matroska", make: mkvFormat };
const M4A: Kind = { ...MP4, ending: "m4a", type: "audio/mp4" };
const OGG: Kind = { ending: "ogg", type: "audio/ogg", make: () => new OggOutputFormat() };

/** Containers for audio alone that most players open. */
const SOUNDS: Readonly<Record<string, Kind>> = {
  mp3: { ending: "mp3", type: "audio/mpeg", make: () => new Mp3OutputFormat() },
  flac: { ending: "flac", type: "audio/flac", make: () => new FlacOutputFormat() },
  opus: { ...OGG, ending: "opus" },
  vorbis: OGG,
};
const WAV: Kind = { ending: "wav", type: "audio/wav", make: () => new WavOutputFormat() };

interface Tracks {
  readonly sound: InputAudioTrack | null;
  readonly picture: InputVideoTrack | null;
  readonly kind: Kind;
}

async function findTracks(inputs: readonly Input[], { pictures }: RemuxOptions): Promise<Tracks> {
  let sound: InputAudioTrack | null = null;
  let picture: InputVideoTrack | null = null;
  for (const input of inputs) {
    sound ??= await input.getPrimaryAudioTrack();
    if (pictures !== "none") picture ??= await input.getPrimaryVideoTrack();
  }
  if (!sound && !picture) throw new MediaError("noAudio");
  const [soundCodec, videoCodec] = [
    (await sound?.getCodec()) ?? null,
    (await picture?.getCodec()) ?? null,
  ];
  if ((sound && soundCodec === null) || (picture && videoCodec === null))
    throw new MediaError("unsupported", { codec: "unknown" });
  const fits = ({ make }: Kind): boolean => {
    const container = make();
    return (
      (soundCodec === null || container.getSupportedAudioCodecs().includes(soundCodec)) &&
      (videoCodec === null || container.getSupportedVideoCodecs().includes(videoCodec))
    );
  };
  const soundOnly = soundCodec?.startsWith("pcm") ? WAV : (SOUNDS[soundCodec ?? ""] ?? M4A);
  const accepted = picture
    ? pictures === "any" && (videoCodec === "vp8" || videoCodec === "vp9")
      ? [WEBM, MP4, MKV]
      : [MP4, MKV]
    : [soundOnly, MKV];
  const kind = accepted.find(fits);
  if (!kind) throw new MediaError("unsupported", { codec: soundCodec ?? videoCodec ?? "unknown" });
  return { sound, picture, kind };
}

const lengthOf = async ({ sound, picture }: Tracks): Promise<number> =>
  Math.max((await sound?.computeDuration()) ?? 0, (await picture?.computeDuration()) ?? 0);

/**
 * Plans the remuxing of media.
 * @param inputs the first audio and the first video track of them are used
 * @throws {MediaError}
 */
export async function planRemux(
  inputs: readonly Input[],
  options: RemuxOptions,
): Promise<RemuxPlan> {
  try {
    const tracks = await findTracks(inputs, options);
    return {
      ending: tracks.kind.ending,
      type: tracks.kind.type,
      codec: (await tracks.sound?.getCodec()) ?? null,
      duration: await lengthOf(tracks),
      sampleRate: (await tracks.sound?.getSampleRate()) ?? null,
      height: (await tracks.picture?.getDisplayHeight()) ?? null,
      picture: (await tracks.picture?.getCodec()) ?? null,
      frameRate:
        (await tracks.picture?.computePacketStats(COUNTED_FRAMES))?.averagePacketRate ?? null,
    };
  } catch (error) {
    throw asMediaError(error);
  }
}

/**
 * Copies audio and video packets to one file without decoding.
 * @throws {MediaError}
 */
export async function remux(inputs: readonly Input[], options: RemuxWriting): Promise<void> {
  const { tags, chapters, write, onProgress } = options;
  try {
    const tracks = await findTracks(inputs, options);
    const { sound, picture, kind } = tracks;
    const described = createMp4Chapters(chapters, write);
    const comments = chapterComments(chapters);
    const target = streamTo(
      kind.ending === "mp3"
        ? withId3Chapters(write, chapters, await lengthOf(tracks))
        : kind === OGG
          ? withOggTags(write, portableTags(tags), comments)
          : write,
    );
    const format = kind.make((moov, at) => described.onMoov(moov, at));
    const output = new Output({ format, target });
    const copies: Copy[] = [];
    if (picture) copies.push(await copyPicture(output, picture));
    if (sound) copies.push(await copySound(output, sound));
    const hasComments = kind.ending === "opus" || kind.ending === "flac";
    output.setMetadataTags({
      ...portableTags(tags),
      ...(hasComments && chapters.length > 0 && { raw: comments }),
    });
    await output.start();
    try {
      await copyAll(copies, await lengthOf(tracks), onProgress);
      await output.finalize();
    } catch (error) {
      await output.cancel();
      throw error;
    }
    await described.finish();
  } catch (error) {
    throw asMediaError(error);
  }
}

interface Copy {
  readonly packets: AsyncIterator<EncodedPacket, void>;
  readonly first: number;
  add(packet: EncodedPacket): Promise<void>;
}

async function copyPicture(output: Output, track: InputVideoTrack): Promise<Copy> {
  const source = new EncodedVideoPacketSource((await track.getCodec())!);
  output.addVideoTrack(source, { transformationMatrix: await track.getTransformationMatrix() });
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  return copyOf(
    track,
    withMonotonicTimes((packet) => source.add(packet, meta)),
  );
}

async function copySound(output: Output, track: InputAudioTrack): Promise<Copy> {
  const source = new EncodedAudioPacketSource((await track.getCodec())!);
  output.addAudioTrack(source, { languageCode: await track.getLanguageCode() });
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : {};
  return copyOf(
    track,
    withMonotonicTimes((packet) => source.add(packet, meta)),
  );
}

/**
 * Delays packets that start before their predecessors: where parts of a broadcast meet, the last
 * frame of one overlaps the first of the next. Video packets are moved in groups from one key
 * packet to the next, because their order differs from the display order.
 */
function withMonotonicTimes(add: Copy["add"]): Copy["add"] {
  let last = { timestamp: -Infinity, duration: 0 };
  let late = 0;
  return (packet) => {
    if (packet.type === "key") {
      const isEarly = packet.timestamp < last.timestamp;
      late = isEarly ? last.timestamp + last.duration - packet.timestamp : 0;
    }
    const moved = late === 0 ? packet : packet.clone({ timestamp: packet.timestamp + late });
    if (moved.timestamp > last.timestamp) last = moved;
    return add(moved);
  };
}

const copyOf = async (
  track: InputVideoTrack | InputAudioTrack,
  add: Copy["add"],
): Promise<Copy> => {
  // Before packets are read ahead: the FLAC demuxer cannot do both at once.
  const first = await track.getFirstTimestamp();
  return { packets: new EncodedPacketSink(track).packets(), first, add };
};

/** Copies tracks in parallel, so that the muxer buffers little. */
async function copyAll(
  copies: readonly Copy[],
  seconds: number,
  onProgress: (done: number) => void,
): Promise<void> {
  // Negative times are for decoders; later starts, as in parts of a broadcast, are moved to 0.
  const shift = Math.max(0, Math.min(...copies.map(({ first }) => first)));
  const heads = await Promise.all(copies.map(({ packets }) => packets.next()));
  for (;;) {
    let at = -1;
    for (const [index, { done, value }] of heads.entries())
      if (!done && (at < 0 || value.timestamp < heads[at]!.value!.timestamp)) at = index;
    if (at < 0) return;
    const packet = heads[at]!.value!;
    await copies[at]!.add(
      shift === 0 ? packet : packet.clone({ timestamp: packet.timestamp - shift }),
    );
    onProgress(Math.min(1, Math.max(0, packet.timestamp - shift) / Math.max(seconds, 1e-3)));
    heads[at] = await copies[at]!.packets.next();
  }
}
