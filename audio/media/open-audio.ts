import type { InputAudioTrack, MetadataTags } from "mediabunny";
import { MPEG_TS, OGG } from "mediabunny";
import type { Block } from "../effect.ts";
import type { AudioSource } from "./audio-source.ts";
import { isAiff, isMatroska } from "./containers/sniff.ts";
import type { DecoderHost, MediaBytes, Undecoded } from "./host.ts";
import { findMp3Gaps } from "./mp3/mp3-gaps.ts";
import type { MediaInput } from "./open-input.ts";
import { asMediaError, openInput, readPlainTags, readTags } from "./open-input.ts";
import { openAiff } from "./pcm/aiff.ts";
import { isWav, openWav } from "./pcm/wav.ts";
import { MediaError, requireFormat } from "./problems/media-error.ts";
import { dropFrames, skipFrames, takeFrames } from "./tracks/frames.ts";
import { readTrack } from "./tracks/read-track.ts";
import { filmFormatOf } from "./writers/film-formats.ts";

/**
 * Opens the sound of a file as a stream: little of it is in memory at a time.
 * @throws {MediaError} where there is no sound in it that can be read
 * @throws what the host's fallback throws, and the device
 */
export async function openAudio<F>(file: F, host: DecoderHost<F>): Promise<AudioSource> {
  const bytes = await host.open(file);
  let media: MediaInput | null = null;
  const close = (): void => {
    media?.input.dispose();
    bytes.close();
  };
  let found: AudioSource | Undecoded;
  try {
    media = await openInput(bytes);
    found = (await openPlain(media)) ?? (await openTrack(media, host));
  } catch (error) {
    const reason = asMediaError(error);
    close();
    if (!(reason instanceof MediaError) || !["codec", "unsupported"].includes(reason.problem))
      throw reason;
    found = { reason, track: null };
  }
  if ("blocks" in found) return closing(found, close);
  close();
  return host.fallback(file, found);
}

/** A source whose errors are those of media, and which ends with all that is being read of it. */
function closing(source: AudioSource, close: () => void): AudioSource {
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
      // Who only stops reading leaves nothing behind.
      for (const blocks of reading) void blocks.return();
      close();
    },
  };
}

/** What needs no decoder; null for what needs one. */
async function openPlain(media: MediaInput): Promise<AudioSource | null> {
  const { bytes, head, promised } = media;
  const pcm = isAiff(head)
    ? await openAiff(bytes.read)
    : isWav(head)
      ? await openWav(bytes.read, bytes.size)
      : null;
  if (!pcm) return null;
  return {
    format: pcm.format,
    duration: pcm.frames / pcm.format.sampleRate,
    ...(promised !== null && { promised }),
    tags: await readPlainTags(media),
    codec: pcm.codec,
    blocks: (from) => pcm.blocks(from, true),
    close: () => undefined,
  };
}

/** @throws {MediaError} where there is none */
export async function audioTrackOf({ input }: MediaInput): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack();
  if (track) return track;
  throw new MediaError((await input.getTracks()).length > 0 ? "noAudio" : "noSamples");
}

async function openTrack<F>(
  media: MediaInput,
  host: DecoderHost<F>,
): Promise<AudioSource | Undecoded> {
  const { bytes, head, input, promised } = media;
  const track = await audioTrackOf(media);
  const facts = await factsOf(track, await readTags(media));
  const { format, codec, name, tags, told } = facts;
  const { sampleRate } = format;
  if (/^(enc[av]|drms)$/.test(name)) throw new MediaError("protected");
  requireFormat(format);
  const reader = codec === null ? null : host.readerOf(codec);
  if (codec === null || !(reader || (await track.canDecode())))
    return {
      reason: new MediaError("codec", { codec: codec ?? name }),
      track: { codec, name, sampleRate, tags },
    };
  const gaps = codec === "mp3" ? await findMp3Gaps(bytes.read) : null;
  const padding = isMatroska(head) ? await paddingOf(track, bytes) : 0;
  const container = await input.getFormat();
  // Pictures of an unknown codec cannot be copied.
  const pictures = await (await input.getPrimaryVideoTrack())?.getCodec();
  const film = pictures ? filmFormatOf(container) : undefined;
  // A recorded broadcast begins at some time of its own clock; the earliest of its tracks is the beginning.
  const origin = container === MPEG_TS ? await input.getFirstTimestamp() : 0;
  const seconds = told ?? (await track.computeDuration().catch(() => origin)) - origin;
  const skip = gaps?.skip ?? 0;
  // Ogg says how much of its last packet is sound, which decoders of browsers are not told.
  const isExact = container === OGG && seconds > 0;
  const frames = gaps?.frames ?? (isExact ? Math.round(seconds * sampleRate) : Infinity);
  const whole = await host.readWhole?.(container, bytes, format.channels);
  let { isCut } = media;
  const read = (from: number): AsyncIterable<Block> =>
    whole && from === skip
      ? skipFrames(whole(), skip)
      : dropFrames(
          readTrack(track, {
            format,
            from,
            origin,
            // FLAC counts its samples; what others say of their length is round.
            least: codec === "flac" && told !== null ? Math.round(told * sampleRate) : 0,
            reader,
            rescuer: async () => (await host.rescuerOf?.(codec)) ?? null,
            onCut: () => (isCut = true),
          }),
          Math.round(padding * sampleRate),
        );
  return {
    format,
    duration: Math.max(0, gaps ? gaps.frames / sampleRate : seconds),
    ...(promised !== null && { promised }),
    isCut: () => isCut,
    tags,
    codec,
    ...(film && { film }),
    blocks: async function* (from = 0) {
      yield* takeFrames(read(from + skip), frames - from);
    },
    close: () => undefined,
  };
}

/** Seconds at its end that are no sound. Few files are Matroska. */
async function paddingOf({ id }: InputAudioTrack, { read, size }: MediaBytes): Promise<number> {
  const { readMatroskaPadding } = await import("./containers/matroska-end.ts");
  return readMatroskaPadding(read, size, id);
}

async function factsOf(track: InputAudioTrack, tags: MetadataTags) {
  const [sampleRate, channels, told, codec, internal] = await Promise.all([
    track.getSampleRate(),
    track.getNumberOfChannels(),
    track.getDurationFromMetadata(),
    track.getCodec(),
    track.getInternalCodecId(),
  ]);
  const name = String(internal ?? codec ?? "?").trim();
  return { format: { sampleRate, channels }, told, codec, name, tags };
}
