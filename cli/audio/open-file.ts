import { open, stat } from "node:fs/promises";
import type { InputAudioTrack, MetadataTags } from "mediabunny";
import {
  ALL_FORMATS,
  AudioSampleSink,
  FilePathSource,
  Input,
  UnsupportedInputFormatError,
} from "mediabunny";
import type { Block, Format } from "../../audio/effect.ts";
import type { Mp3Gaps } from "../../audio/media/mp3-gaps.ts";
import { id3Size, readMp3Gaps } from "../../audio/media/mp3-gaps.ts";
import { createBlock, framesOf } from "../../audio/signal/blocks.ts";
import type { Source } from "../../audio/stream.ts";
import { ToolkitError } from "../../core/errors.ts";
import { registerDecoders } from "./decoders.ts";
import { openWithFfmpeg } from "./ffmpeg.ts";

/** The sound of a file, with what is written about it. */
export interface AudioFile extends Source {
  readonly tags: MetadataTags;
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
  const input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(file) });
  try {
    return await openTrack(input, file);
  } catch (error) {
    input.dispose();
    if (error instanceof UnsupportedInputFormatError) return openWithFfmpeg(file, "unknown", {});
    throw faultOf(error, file);
  }
}

async function openTrack(input: Input, file: string): Promise<AudioFile> {
  const track = await input.getPrimaryAudioTrack();
  if (!track) throw new ToolkitError("AUDIO_MISSING", { file });
  const tags = await input.getMetadataTags().catch((): MetadataTags => ({}));
  const codec = await track.getCodec();
  if (codec === null || !(await track.canDecode())) {
    const name = codec ?? String((await track.getInternalCodecId()) ?? "unknown");
    input.dispose();
    if (/^enc[av]$/.test(name)) throw new ToolkitError("AUDIO_PROTECTED", { file });
    return openWithFfmpeg(file, name, tags);
  }
  const format: Format = {
    sampleRate: await track.getSampleRate(),
    channels: await track.getNumberOfChannels(),
  };
  requireFormat(format, file);
  const seconds = (await track.getDurationFromMetadata()) ?? (await track.computeDuration());
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

/** @throws {ToolkitError} for a format that effects do not take */
export function requireFormat({ sampleRate, channels }: Format, file: string): void {
  if (sampleRate >= 8000 && sampleRate <= 192_000 && channels >= 1 && channels <= 8) return;
  const detail = `${sampleRate} Hz with ${channels} channels; effects take 8000 to 192000 Hz and up to 8 channels.`;
  throw new ToolkitError("AUDIO_DAMAGED", { file, detail });
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
    throw faultOf(error, file);
  }
  if (next === 0) throw new ToolkitError("AUDIO_EMPTY", { file });
}

function* silence(channels: number, frames: number): Generator<Block> {
  const most = 65_536;
  for (let done = 0; done < frames; done += most)
    yield createBlock(channels, Math.min(most, frames - done));
}

function faultOf(error: unknown, file: string): unknown {
  if (error instanceof ToolkitError) return error;
  // Readers say in many ways that a file is broken; a failing disk has a code.
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined)
    return new ToolkitError("INPUT_UNREADABLE", { file, detail: message }, { cause: error });
  return new ToolkitError("AUDIO_DAMAGED", { file, detail: message }, { cause: error });
}
