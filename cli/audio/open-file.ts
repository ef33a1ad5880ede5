import { open, stat } from "node:fs/promises";
import type { InputAudioTrack, MetadataTags } from "mediabunny";
import {
  ALL_FORMATS,
  AudioSampleSink,
  FilePathSource,
  HlsInputFormat,
  Input,
  UnsupportedInputFormatError,
} from "mediabunny";
import type { Block, Format } from "../../audio/effect.ts";
import { clockOf, MediaError, requireFormat } from "../../audio/media/media-error.ts";
import type { Mp3Gaps } from "../../audio/media/mp3-gaps.ts";
import { id3Size, readMp3Gaps } from "../../audio/media/mp3-gaps.ts";
import {
  foreignKind,
  isProtected,
  oddWavCodec,
  promisedSeconds,
  SNIFFED,
} from "../../audio/media/sniff.ts";
import { createBlock, framesOf } from "../../audio/signal/blocks.ts";
import type { Source } from "../../audio/stream.ts";
import { ToolkitError } from "../../core/errors.ts";
import { registerDecoders } from "./decoders.ts";
import { openWithFfmpeg } from "./ffmpeg.ts";
import { errorOfMedia } from "./media-problem.ts";
import { openPcm, readFrom } from "./open-pcm.ts";

/** The sound of a file, with what is written about it. */
export interface AudioFile extends Source {
  readonly tags: MetadataTags;
  /** Seconds that its header promises, where that may be more than there is. */
  readonly promised?: number;
  /** Name of the codec, such as `pcm-s24`. */
  readonly codec: string;
  close(): void;
}

/** Longest silence (s) that stands for a gap in a file; a longer one is a broken clock. */
const LONGEST_GAP = 3600;
/** Difference (s) between where a sample is and where it should be that is no gap. */
const SLACK = 0.02;

/** @throws {ToolkitError} where there is no sound in it that can be read */
export async function openAudioFile(file: string): Promise<AudioFile> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => undefined,
  );
  if (size === undefined) throw new ToolkitError("INPUT_UNREADABLE", { file, detail: "not found" });
  if (size === null) throw new ToolkitError("INPUT_UNREADABLE", { file, detail: "not a file" });
  if (size === 0) throw new ToolkitError("AUDIO_EMPTY", { file });
  registerDecoders();
  try {
    return await openKnown(file);
  } catch (error) {
    if (error instanceof UnsupportedInputFormatError) return openWithFfmpeg(file, "unknown", {});
    if (error instanceof MediaError && error.problem === "codec")
      return openWithFfmpeg(file, String(error.params["codec"]), {});
    throw faultOf(error, file);
  }
}

async function openKnown(file: string): Promise<AudioFile> {
  const head = await readHead(file);
  const kind = foreignKind(head);
  if (kind !== null) throw new MediaError("foreign", { kind });
  if (isProtected(head)) throw new MediaError("protected");
  const oddCodec = oddWavCodec(head);
  if (oddCodec !== null) throw new MediaError("codec", { codec: oddCodec });
  const seconds = promisedSeconds(head);
  const promised = seconds !== null && { promised: seconds };
  const pcm = await openPcm(file, head);
  const input = new Input({ formats: FORMATS, source: new FilePathSource(file) });
  if (pcm) {
    const tags = await tagsOf(input);
    input.dispose();
    return { ...pcm, ...promised, tags };
  }
  try {
    return { ...(await openTrack(input, file)), ...promised };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/** None where they cannot be read: a sound is not worth less without. */
const tagsOf = (input: Input): Promise<MetadataTags> => input.getMetadataTags().catch(() => ({}));

/** All kinds but lists of other files and addresses. */
const FORMATS = ALL_FORMATS.filter((format) => !(format instanceof HlsInputFormat));

/** The first bytes, fewer where the file ends. */
async function readHead(file: string): Promise<Uint8Array> {
  const handle = await open(file);
  try {
    return await readFrom(handle)(0, SNIFFED);
  } finally {
    await handle.close();
  }
}

async function openTrack(input: Input, file: string): Promise<AudioFile> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new MediaError((await input.getTracks()).length > 0 ? "noAudio" : "noSamples");
  const tags = await tagsOf(input);
  const codec = await track.getCodec();
  const name = String((await track.getInternalCodecId()) ?? codec ?? "unknown").trim();
  if (/^(enc[av]|drms)$/.test(name)) throw new MediaError("protected");
  const format: Format = {
    sampleRate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
  };
  requireFormat(format);
  if (codec === null || !(await track.canDecode())) {
    input.dispose();
    return openWithFfmpeg(file, codec ?? name, tags);
  }
  const seconds =
    (await track.getDurationFromMetadata()) ?? (await track.computeDuration().catch(() => 0));
  const gaps = codec === "mp3" ? await readGaps(file) : null;
  return {
    format,
    frames: gaps?.frames ?? Math.round(seconds * format.sampleRate),
    tags,
    codec,
    open: () => (gaps ? without(gaps, read(track, format, file)) : read(track, format, file)),
    close: () => input.dispose(),
  };
}

/** What is around the sound of an MP3 file; null in other containers, and where it is unknown. */
async function readGaps(file: string): Promise<Mp3Gaps | null> {
  const handle = await open(file);
  try {
    const head = new Uint8Array(512);
    await handle.read(head, 0, 10, 0);
    const start = id3Size(head);
    const { bytesRead } = await handle.read(head, 0, head.length, start);
    return readMp3Gaps(head.subarray(0, bytesRead));
  } finally {
    await handle.close();
  }
}

async function* without(
  { skip, frames }: Mp3Gaps,
  blocks: AsyncIterable<Block>,
): AsyncGenerator<Block, void, undefined> {
  let position = -skip;
  for await (const block of blocks) {
    const from = Math.max(0, -position);
    const to = Math.min(framesOf(block), frames - position);
    position += framesOf(block);
    if (to > from) yield block.map((samples) => samples.subarray(from, to));
  }
}

/** The samples, each at its time: silence fills gaps, and what lies before 0 is left out. */
async function* read(
  track: InputAudioTrack,
  { sampleRate, channels }: Format,
  file: string,
): AsyncGenerator<Block, void, undefined> {
  let next = 0;
  try {
    for await (const sample of new AudioSampleSink(track).samples()) {
      try {
        if (sample.numberOfChannels !== channels || sample.sampleRate !== sampleRate)
          throw new ToolkitError("AUDIO_DAMAGED", { file, detail: "its format changes midway." });
        const gap = Math.round(sample.timestamp * sampleRate) - next;
        if (gap > SLACK * sampleRate && gap < LONGEST_GAP * sampleRate) {
          yield* silence(channels, gap);
          next += gap;
        }
        const skip = next === 0 && gap < 0 ? Math.min(-gap, sample.numberOfFrames) : 0;
        const count = sample.numberOfFrames - skip;
        if (count === 0) continue;
        const block = createBlock(channels, count);
        for (const [planeIndex, plane] of block.entries())
          sample.copyTo(plane, {
            planeIndex,
            format: "f32-planar",
            frameOffset: skip,
            frameCount: count,
          });
        next += count;
        yield block;
      } finally {
        sample.close();
      }
    }
  } catch (error) {
    const fault = faultOf(error, file);
    if (fault.code !== "AUDIO_DAMAGED" || next === 0) throw fault;
    const detail = `it is broken at ${clockOf(next / sampleRate)}. ${messageOf(error)}`;
    throw new ToolkitError("AUDIO_DAMAGED", { file, detail }, { cause: error });
  }
  if (next === 0) throw new ToolkitError("AUDIO_EMPTY", { file });
}

function* silence(channels: number, frames: number): Generator<Block> {
  const most = 65_536;
  for (let done = 0; done < frames; done += most)
    yield createBlock(channels, Math.min(most, frames - done));
}

const messageOf = (error: unknown): string => (error as Error).message;

function faultOf(error: unknown, file: string): ToolkitError {
  if (error instanceof ToolkitError) return error;
  if (error instanceof MediaError) return errorOfMedia(error, file);
  // Readers say in many ways that a file is broken; a failing disk has a code.
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined)
    return new ToolkitError("INPUT_UNREADABLE", { file, detail: message }, { cause: error });
  return new ToolkitError("AUDIO_DAMAGED", { file, detail: message }, { cause: error });
}
