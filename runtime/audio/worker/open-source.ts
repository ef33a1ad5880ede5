import type { InputAudioTrack, MetadataTags } from "mediabunny";
import {
  AudioSampleSink,
  BlobSource,
  BufferSource,
  Input,
  UnsupportedInputFormatError,
} from "mediabunny";
import type { Block, Format } from "../../../audio/effect.ts";
import { isAiff, openAiff } from "../../../audio/media/aiff.ts";
import { aiffTagsAsWav } from "../../../audio/media/aiff-tags.ts";
import { readMatroskaPadding, withoutEnd } from "../../../audio/media/matroska-end.ts";
import { findOggEnd, isOgg } from "../../../audio/media/ogg-end.ts";
import { findMp3Gaps } from "../../../audio/media/mp3-gaps.ts";
import { clockOf, MediaError, requireFormat } from "../../../audio/media/media-error.ts";
import type { PcmFile, ReadBytes } from "../../../audio/media/pcm.ts";
import {
  foreignKind,
  isProtected,
  oddCodec,
  promisedSeconds,
  SNIFFED,
} from "../../../audio/media/sniff.ts";
import { isWav, openWav } from "../../../audio/media/wav.ts";
import { mendTexts } from "../../../audio/media/wav-texts.ts";
import { createBlock, framesOf } from "../../../audio/signal/blocks.ts";
import { INPUT_FORMATS } from "./input-formats.ts";
import { MediaFault, UndecodableError } from "./media-fault.ts";

/** The sound of a file. */
export interface Source {
  readonly format: Format;
  /** Seconds, as the file says. */
  readonly duration: number;
  /** Seconds that its header promises, where that may be more than there is. */
  readonly promised?: number;
  /** Whether it ends in the middle of itself, as far as it was read. */
  readonly isCut?: () => boolean;
  readonly tags: MetadataTags;
  /** Such as `mp3` or `pcm-s16`; null where nobody knows. */
  readonly codec: string | null;
  /**
   * Its samples from a frame on, in blocks, each good until the next; each call reads anew. Where a file
   * leaves a gap there is silence, so that a frame's place is its time.
   */
  blocks(from?: number): AsyncGenerator<Block, void, undefined>;
  close(): void;
}

/** Seconds that are decoded before what is wanted: decoders need some to get going. */
const WARM_UP = 0.2;
/** Seconds that a sample may lie beside its place before it counts as a gap. */
const SLACK = 0.02;
/** Frames of a block: a third of a second, so that a step of a run stays short. */
const BLOCK = 16_384;
/** Longest gap that is filled, in seconds: a longer one is a broken clock. */
const LONGEST_GAP = 3600;

/**
 * Opens a file for reading, as a stream: little of it is in memory at a time.
 * @throws {MediaFault} where there is no sound in it that can be read
 * @throws {UndecodableError}
 */
export async function openSource(file: Blob): Promise<Source> {
  try {
    return await open(file);
  } catch (error) {
    throw faultOf(error);
  }
}

async function open(file: Blob): Promise<Source> {
  if (file.size === 0) throw new MediaError("empty");
  const head = new Uint8Array(await file.slice(0, SNIFFED).arrayBuffer());
  const kind = foreignKind(head);
  if (kind !== null) throw new MediaError("foreign", { kind });
  if (isProtected(head)) throw new MediaError("protected");
  const odd = oddCodec(head);
  if (odd !== null) throw new MediaError("codec", { codec: odd });
  if (isAiff(head)) return openAiffSource(readerOf(file));
  const wav = isWav(head) ? await openWav(readerOf(file), file.size) : null;
  const ogg = isOgg(head) ? await findOggEnd(readerOf(file), file.size) : null;
  const input = new Input({
    formats: INPUT_FORMATS,
    // A page that is not all there would be waited for.
    source: new BlobSource(ogg ? file.slice(0, ogg.end) : file, { handleUnhandledError: () => {} }),
  });
  const promised = promisedSeconds(head);
  if (wav) {
    const tags = mendTexts(await tagsOf(input));
    input.dispose();
    return { ...sourceOf(wav, tags), ...(promised !== null && { promised }) };
  }
  try {
    const track = await trackOf(input);
    const [sampleRate, channels, told, tags, codec, internal] = await Promise.all([
      track.getSampleRate(),
      track.getNumberOfChannels(),
      track.getDurationFromMetadata(),
      tagsOf(input),
      track.getCodec(),
      track.getInternalCodecId(),
    ]);
    const name = String(internal ?? codec ?? "?").trim();
    if (/^(enc[av]|drms)$/.test(name)) throw new MediaError("protected");
    const format = { sampleRate, channels };
    requireFormat(format);
    if (codec === null || !(await track.canDecode())) throw new UndecodableError(sampleRate, name);
    const gaps = codec === "mp3" ? await findMp3Gaps(readerOf(file)) : null;
    const padding = await readMatroskaPadding(readerOf(file), file.size, track.id);
    const tooMany = Math.round(padding * sampleRate);
    const seconds = told ?? (await track.computeDuration().catch(() => 0));
    const duration = gaps ? gaps.frames / sampleRate : seconds;
    const reading = new Set<AsyncGenerator<Block, void, undefined>>();
    /** Knows what is being read, so that a reader who only stops leaves nothing behind. */
    async function* known(blocks: AsyncGenerator<Block, void, undefined>) {
      reading.add(blocks);
      try {
        yield* blocks;
      } finally {
        reading.delete(blocks);
      }
    }
    let isCut = ogg?.isCut ?? false;
    // FLAC counts its samples; what others say of their length is round.
    const least = codec === "flac" && told !== null ? Math.round(told * sampleRate) : 0;
    const readFrom = (from: number) =>
      withoutEnd(read(track, format, { from, least, onCut: () => (isCut = true) }), tooMany);
    return {
      format,
      duration: Math.max(0, duration),
      isCut: () => isCut,
      promised: promised ?? duration,
      tags,
      codec,
      blocks: (from = 0) =>
        known(gaps ? first(readFrom(from + gaps.skip), gaps.frames - from) : readFrom(from)),
      close() {
        for (const blocks of reading) void blocks.return();
        input.dispose();
      },
    };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

async function openAiffSource(read: ReadBytes): Promise<Source> {
  const found = await openAiff(read);
  const source = new BufferSource(await aiffTagsAsWav(read));
  return sourceOf(found, mendTexts(await tagsOf(new Input({ formats: INPUT_FORMATS, source }))));
}

/** No more frames than a sound has. */
async function* first(
  blocks: AsyncIterable<Block>,
  count: number,
): AsyncGenerator<Block, void, undefined> {
  let left = count;
  if (left <= 0) return;
  for await (const block of blocks) {
    const length = block[0]!.length;
    yield length <= left ? block : block.map((plane) => plane.subarray(0, left));
    left -= length;
    if (left <= 0) return;
  }
}

/** Gives bytes of a file. */
export const readerOf = (file: Blob) => async (from: number, to: number) =>
  new Uint8Array(await file.slice(from, to).arrayBuffer());

/** None where they cannot be read: a sound is not worth less without. */
const tagsOf = (input: Input): Promise<MetadataTags> => input.getMetadataTags().catch(() => ({}));

const sourceOf = ({ format, frames, codec, blocks }: PcmFile, tags: MetadataTags): Source => ({
  format,
  duration: frames / format.sampleRate,
  tags,
  codec,
  blocks: (from) => blocks(from, true),
  close: () => undefined,
});

async function trackOf(input: Input): Promise<InputAudioTrack> {
  const track = await input.getPrimaryAudioTrack();
  if (track) return track;
  throw new MediaError((await input.getTracks()).length > 0 ? "noAudio" : "noSamples");
}

/** @param least frames that the file has where nothing is missing */
async function* read(
  track: InputAudioTrack,
  { sampleRate, channels }: Format,
  { from, least, onCut }: Readonly<{ from: number; least: number; onCut: () => void }>,
): AsyncGenerator<Block, void, undefined> {
  const start = from / sampleRate;
  /** The frame that comes next. */
  let next = from;
  // Packets are short: what is done with a block costs little beside what it takes to hand it on.
  const block = createBlock(channels, BLOCK);
  let filled = 0;
  const taken = (): Block => {
    const full = filled === BLOCK ? block : block.map((plane) => plane.subarray(0, filled));
    filled = 0;
    return full;
  };
  try {
    const samples = new AudioSampleSink(track).samples(Math.max(0, start - WARM_UP));
    for await (const sample of samples) {
      try {
        if (sample.numberOfChannels !== channels || sample.sampleRate !== sampleRate)
          throw new MediaError("damaged", { time: clockOf(next / sampleRate) });
        const place = Math.round(sample.timestamp * sampleRate);
        // A file that was opened in its middle begins before what is wanted, and one may begin before zero.
        const isStart = next === from;
        const gap = place - next;
        if (gap > SLACK * sampleRate && gap < LONGEST_GAP * sampleRate) {
          if (filled > 0) yield taken();
          yield* silence(channels, gap);
          next += gap;
        }
        let frameOffset = isStart && gap < 0 ? Math.min(-gap, sample.numberOfFrames) : 0;
        while (frameOffset < sample.numberOfFrames) {
          const frameCount = Math.min(sample.numberOfFrames - frameOffset, BLOCK - filled);
          for (const [planeIndex, plane] of block.entries()) {
            const part = plane.subarray(filled, filled + frameCount);
            sample.copyTo(part, { planeIndex, format: "f32-planar", frameOffset, frameCount });
          }
          frameOffset += frameCount;
          filled += frameCount;
          next += frameCount;
          if (filled === BLOCK) yield taken();
        }
      } finally {
        sample.close();
      }
    }
    if (filled > 0) yield taken();
    // Some decoders end without a word where the last packet is not all there.
    if (next < least) onCut();
  } catch (error) {
    const fault = faultOf(error);
    if (!(fault instanceof MediaFault) || fault.code !== "file.unreadable") throw fault;
    if (filled > 0) yield taken();
    try {
      for await (const rest of restAfter(error, track, next)) {
        next += framesOf(rest);
        yield rest;
      }
      if (next > from) return onCut();
    } catch {
      if (next > from)
        throw new MediaFault("file.damaged", { time: clockOf(next / sampleRate) }, error);
    }
    throw fault;
  }
}

/** What another decoder makes of a track from a frame on. @throws the error, where there is none */
async function* restAfter(
  error: unknown,
  track: InputAudioTrack,
  from: number,
): AsyncGenerator<Block, void, undefined> {
  if ((await track.getCodec()) !== "flac") throw error;
  const { restOfFlac } = await import("./rest-of-flac.ts");
  yield* restOfFlac(track, from);
}

function* silence(channels: number, count: number): Generator<Block> {
  const most = 65_536;
  for (let done = 0; done < count; done += most)
    yield Array.from({ length: channels }, () => new Float32Array(Math.min(most, count - done)));
}

/** What an error of a reader or decoder means to the visitor. */
function faultOf(error: unknown): unknown {
  if (error instanceof MediaFault || error instanceof UndecodableError) return error;
  if (error instanceof MediaError)
    return new MediaFault(`file.${error.problem}`, error.params, error);
  if (error instanceof UnsupportedInputFormatError)
    return new MediaFault("file.unsupported", {}, error);
  const { name } = (error ?? {}) as { name?: string };
  if (name === "NotReadableError" || name === "NotFoundError" || name === "QuotaExceededError")
    return error;
  // Readers say in many ways that a file is broken.
  return new MediaFault("file.unreadable", {}, error);
}
