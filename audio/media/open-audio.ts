import {
  type InputAudioTrack,
  type InputFormat,
  type MetadataTags,
  FLAC,
  MP3,
  MP4,
  OGG,
  QTFF,
  WAVE,
} from "mediabunny";
import type { Block, Format } from "../effect.ts";
import type { AudioSource } from "./audio-source.ts";
import { isAiff, isMatroska } from "./containers/sniff.ts";
import type { DecoderHost, MediaBytes, Undecoded } from "./host.ts";
import { findMp3Gaps } from "./mp3/mp3-gaps.ts";
import { type MediaInput, asMediaError, openInput } from "./open-input.ts";
import { openAiff } from "./pcm/aiff.ts";
import { isWav, openWav } from "./pcm/wav.ts";
import { joinSources } from "./join-sources.ts";
import { isReadError, MediaError, requireFormat } from "./problems/media-error.ts";
import { dropFrames, skipFrames, takeFrames } from "./tracks/frames.ts";
import { readTags } from "./read-tags.ts";
import { originOf } from "./tracks/origin.ts";
import { type PacketReader, readTrack } from "./tracks/read-track.ts";
import { videoFormatOf } from "./writers/video-formats.ts";

/**
 * Opens the sound of a file as a stream that needs little memory.
 * @throws {MediaError} if it contains no readable sound
 * @throws errors of the host's fallback, and of the device
 */
export async function openAudio<F>(file: F, host: DecoderHost<F>): Promise<AudioSource> {
  const bytes = await host.open(file);
  const opened: MediaInput[] = [];
  const close = (): void => {
    for (const { input } of opened) input.dispose();
    bytes.close();
  };
  let found: AudioSource | Undecoded;
  try {
    const media = await openInput(bytes);
    opened.push(media);
    found = (await openPlain(media)) ?? (await openTrack(media, host));
    if ("blocks" in found) found = await withLinks(found, media, { host, opened });
  } catch (error) {
    const reason = asMediaError(error);
    close();
    if (
      !(reason instanceof MediaError) ||
      !["codec", "unsupported", "unreadable"].includes(reason.problem)
    )
      throw reason;
    found = { reason, track: null };
  }
  if ("blocks" in found) return withCleanup(found, close);
  close();
  return host.fallback(file, found);
}

/** A sound followed by the readable ones that are concatenated to it in the same file. */
async function withLinks<F>(
  first: AudioSource,
  { links }: MediaInput,
  { host, opened }: { readonly host: DecoderHost<F>; readonly opened: MediaInput[] },
): Promise<AudioSource> {
  const sources: [AudioSource, ...AudioSource[]] = [first];
  for (const bytes of links) {
    try {
      const media = { ...(await openInput(bytes)), links: [] };
      opened.push(media);
      const source = await openTrack(media, host);
      if (!("blocks" in source)) throw source.reason;
      sources.push(source);
    } catch (error) {
      if (isReadError(error)) throw error;
      return joinSources([...sources, emptySource(first.format)]);
    }
  }
  return sources.length === 1 ? first : joinSources(sources);
}

/** Replaces unreadable parts. */
const emptySource = (format: Format): AudioSource => ({
  format,
  duration: 0,
  isCut: () => true,
  tags: {},
  codec: null,
  async *blocks() {},
  close: () => undefined,
});

/** Converts errors of a source to media errors, and closes it after its last reader. */
function withCleanup(source: AudioSource, close: () => void): AudioSource {
  const reading = new Set<AsyncGenerator<Block, void, undefined>>();
  return {
    ...source,
    async *blocks(from) {
      const blocks = source.blocks(from);
      reading.add(blocks);
      try {
        yield* blocks;
      } catch (error) {
        throw asMediaError(error);
      } finally {
        reading.delete(blocks);
      }
    },
    close() {
      // A reader that stops early must not leave anything open.
      for (const blocks of reading) void blocks.return();
      close();
    },
  };
}

/** Uncompressed sound; null if a decoder is needed. */
async function openPlain(media: MediaInput): Promise<AudioSource | null> {
  const { bytes, head, declaredDuration } = media;
  const pcm = isAiff(head)
    ? await openAiff(bytes.read, bytes.size)
    : isWav(head)
      ? await openWav(bytes.read, bytes.size)
      : null;
  if (!pcm) return null;
  return {
    format: pcm.format,
    duration: pcm.frames / pcm.format.sampleRate,
    ...(declaredDuration !== null && { declaredDuration }),
    tags: await readTags(media),
    codec: pcm.codec,
    blocks: (from) => pcm.blocks(from, true),
    close: () => undefined,
  };
}

/** Containers with edit lists. */
const MP4_LIKE: ReadonlySet<InputFormat> = new Set<InputFormat>([MP4, QTFF]);
/** Seconds by which an edit list has to end before the samples do. */
const TRIMMED = 0.02;

/** Containers without timestamps: their sound starts at 0. */
const UNTIMED_CONTAINERS: ReadonlySet<InputFormat> = new Set<InputFormat>([FLAC, MP3, WAVE]);

/** Minimum bytes of a file with sound: headers alone have fewer. */
const HEADERS = 4096;

/** @throws {MediaError} without an audio track */
export async function audioTrackOf({ bytes, input }: MediaInput): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack();
  if (track) return track;
  if ((await input.getTracks()).length > 0) throw new MediaError("noAudio");
  // A recording that was interrupted before its index was written is not empty.
  throw new MediaError(bytes.size > HEADERS ? "unreadable" : "noSamples");
}

async function openTrack<F>(
  media: MediaInput,
  host: DecoderHost<F>,
): Promise<AudioSource | Undecoded> {
  const { bytes, head, input, declaredDuration } = media;
  const track = await audioTrackOf(media);
  const facts = await factsOf(track, await readTags(media));
  const { format, codec, name, tags } = facts;
  const duration = media.frames === null ? facts.told : media.frames / format.sampleRate;
  const { sampleRate } = format;
  if (/^(enc[av]|drms)$/.test(name)) throw new MediaError("protected");
  requireFormat(format);
  const reader = codec === null ? null : host.decoderFor(codec);
  if (codec === null || !(reader || (await track.canDecode())))
    return {
      reason: new MediaError("codec", { codec: codec ?? name }),
      track: { codec, name, sampleRate, tags },
    };
  const gaps = codec === "mp3" ? await findMp3Gaps(bytes.read) : null;
  const padding = isMatroska(head) ? await paddingOf(track, bytes) : 0;
  const container = await input.getFormat();
  // Video of an unknown codec cannot be copied.
  const pictures = await (await input.getPrimaryVideoTrack())?.getCodec();
  const videoFormat = pictures ? videoFormatOf(container) : undefined;
  const origin = UNTIMED_CONTAINERS.has(container) ? 0 : await originOf(media);
  const toEnd = async (): Promise<number> =>
    (await track.computeDuration().catch(() => origin)) - origin;
  // A declared duration is relative to the beginning of the file, or to that of its clock.
  const natural = duration === null || duration <= origin ? await toEnd() : duration - origin;
  const end = MP4_LIKE.has(container) ? await editEndOf(bytes) : null;
  // An edit list is rounded to its clock, which must not cost samples.
  const isTrimmed = end !== null && end > origin && end - origin < natural - TRIMMED;
  const seconds = isTrimmed ? end - origin : natural;
  const skip = gaps?.skip ?? 0;
  // Ogg states how much of its last packet is sound, but decoders of browsers are not told.
  const isExact = isTrimmed || (container === OGG && seconds > 0);
  const frames = gaps?.frames ?? (isExact ? Math.round(seconds * sampleRate) : Infinity);
  const whole = await host.readWhole?.(container, bytes, format.channels);
  const oddReader = container === FLAC ? await readerOfOddFlac(media, sampleRate) : null;
  let { isCut } = media;
  let { hasHoles } = media;
  const read = (from: number, through: PacketReader | null): AsyncIterable<Block> =>
    whole && from === skip
      ? skipFrames(whole(), skip)
      : dropFrames(
          readTrack(track, {
            format,
            from,
            origin,
            // FLAC states the exact number of samples; other formats round.
            minFrames:
              codec === "flac" && duration !== null && !pictures
                ? Math.round(seconds * sampleRate)
                : 0,
            isPadded: padding > 0,
            reader: oddReader ?? through ?? reader,
            fallback: async () => (await host.fallbackDecoder?.(codec)) ?? null,
            ...(container === FLAC && { finder: () => openFinder(bytes) }),
            onCut: () => (isCut = true),
            onHole: () => (hasHoles = true),
          }),
          Math.round(padding * sampleRate),
        );
  return {
    format,
    duration: Math.max(0, gaps ? gaps.frames / sampleRate : seconds),
    // Matroska states one duration for all tracks: in a video, the sound may end before the
    // picture.
    ...(declaredDuration === null
      ? isMatroska(head) && pictures && { declaredDuration: 0 }
      : { declaredDuration }),
    isCut: () => isCut,
    hasHoles: () => hasHoles,
    tags,
    codec,
    ...(videoFormat && { film: videoFormat }),
    blocks: async function* (from = 0) {
      const through = from === 0 ? await host.sequentialReader?.(container, bytes) : null;
      yield* takeFrames(read(from + skip, through ?? null), frames - from);
    },
    close: () => undefined,
  };
}

async function editEndOf({ read, size }: MediaBytes): Promise<number | null> {
  const { readEditEnd } = await import("./containers/mp4-edits.ts");
  return readEditEnd(read, size);
}

/** Null if the demuxer finds all frames: it ends where some are missing, and rejects rates in kHz. */
async function readerOfOddFlac({ bytes, hasHoles }: MediaInput, rate: number) {
  if (!hasHoles && rate % 1000 !== 0) return null;
  const { findFlacFrames, hasRateInKilohertz } = await import("./codecs/flac-frames.ts");
  return hasHoles || (await hasRateInKilohertz(bytes.read)) ? findFlacFrames(bytes.read) : null;
}

/** Loaded on demand, because few files are damaged. */
async function openFinder({ read }: MediaBytes): Promise<PacketReader> {
  const { findFlacFrames } = await import("./codecs/flac-frames.ts");
  return findFlacFrames(read);
}

/** Padding at the end in seconds. Loaded on demand, because few files are Matroska. */
async function paddingOf({ id }: InputAudioTrack, { read, size }: MediaBytes): Promise<number> {
  const { readMatroskaPadding } = await import("./containers/matroska-padding.ts");
  return readMatroskaPadding(read, size, id);
}

async function factsOf(track: InputAudioTrack, tags: MetadataTags) {
  const [sampleRate, channels, duration, codec, internal] = await Promise.all([
    track.getSampleRate(),
    track.getNumberOfChannels(),
    track.getDurationFromMetadata(),
    track.getCodec(),
    track.getInternalCodecId(),
  ]);
  const name = String(internal ?? codec ?? "?").trim();
  return { format: { sampleRate, channels }, told: duration, codec, name, tags };
}
