import { open, stat } from "node:fs/promises";
import type { MetadataTags } from "mediabunny";
import {
  ALL_FORMATS,
  BufferSource,
  FilePathSource,
  HlsInputFormat,
  Input,
  MP3,
  UnsupportedInputFormatError,
} from "mediabunny";
import type { Block, Format } from "../../audio/effect.ts";
import { isAiff } from "../../audio/media/aiff.ts";
import { aiffTagsAsWav } from "../../audio/media/aiff-tags.ts";
import { MediaError, requireFormat } from "../../audio/media/media-error.ts";
import { readMatroskaPadding, withoutEnd } from "../../audio/media/matroska-end.ts";
import type { OggEnd } from "../../audio/media/ogg-end.ts";
import { findOggEnd, isOgg } from "../../audio/media/ogg-end.ts";
import type { Mp3Gaps } from "../../audio/media/mp3-gaps.ts";
import { findMp3Gaps } from "../../audio/media/mp3-gaps.ts";
import {
  foreignKind,
  isProtected,
  oddCodec,
  promisedSeconds,
  SNIFFED,
} from "../../audio/media/sniff.ts";
import type { ReadBytes } from "../../audio/media/pcm.ts";
import { mendTexts } from "../../audio/media/wav-texts.ts";
import { framesOf } from "../../audio/signal/blocks.ts";
import type { Source } from "../../audio/stream.ts";
import { ToolkitError } from "../../core/errors.ts";
import { openWithFfmpeg } from "./ffmpeg.ts";
import { errorOfMedia } from "./media-problem.ts";
import { openPcm, readFrom } from "./open-pcm.ts";
import { findPlainMp3, readMp3 } from "./read-mp3.ts";
import { canRead, readTrack } from "./read-track.ts";

/** The sound of a file, with what is written about it. */
export interface AudioFile extends Source {
  readonly tags: MetadataTags;
  /** Seconds that its header promises, where that may be more than there is. */
  readonly promised?: number;
  /** Whether it ends in the middle of itself, as far as it was read. */
  readonly isCut?: () => boolean;
  /** Name of the codec, such as `pcm-s24`. */
  readonly codec: string;
  close(): void;
}

/** @throws {ToolkitError} where there is no sound in it that can be read */
export async function openAudioFile(file: string): Promise<AudioFile> {
  const size = await stat(file).then(
    (found) => (found.isFile() ? found.size : null),
    () => undefined,
  );
  if (size === undefined) throw new ToolkitError("INPUT_UNREADABLE", { file, detail: "not found" });
  if (size === null) throw new ToolkitError("INPUT_UNREADABLE", { file, detail: "not a file" });
  if (size === 0) throw new ToolkitError("AUDIO_EMPTY", { file });
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
  const { head, ogg } = await look(file);
  const kind = foreignKind(head);
  if (kind !== null) throw new MediaError("foreign", { kind });
  if (isProtected(head)) throw new MediaError("protected");
  const odd = oddCodec(head);
  if (odd !== null) throw new MediaError("codec", { codec: odd });
  const seconds = promisedSeconds(head);
  const promised = seconds !== null && { promised: seconds };
  const pcm = await openPcm(file, head);
  const source = new FilePathSource(file);
  // A page that is not all there would be waited for.
  const input = new Input({ formats: FORMATS, source: ogg ? source.slice(0, ogg.end) : source });
  if (pcm) {
    const tags = mendTexts(await (isAiff(head) ? aiffTagsOf(file) : tagsOf(input)));
    input.dispose();
    return { ...pcm, ...promised, tags, open: () => told(pcm.open(), file) };
  }
  try {
    return { ...(await openTrack(input, file, ogg?.isCut ?? false)), ...promised };
  } catch (error) {
    input.dispose();
    throw error;
  }
}

/** None where they cannot be read: a sound is not worth less without. */
export const tagsOf = (input: Input): Promise<MetadataTags> =>
  input.getMetadataTags().catch(() => ({}));

async function aiffTagsOf(file: string): Promise<MetadataTags> {
  const source = new BufferSource(await readBytesOf(file, aiffTagsAsWav));
  return tagsOf(new Input({ formats: FORMATS, source }));
}

/** All kinds but lists of other files and addresses. */
export const FORMATS = ALL_FORMATS.filter((format) => !(format instanceof HlsInputFormat));

/** The first bytes, fewer where the file ends, and the end of an Ogg file. */
const look = (file: string): Promise<{ readonly head: Uint8Array; readonly ogg: OggEnd | null }> =>
  readBytesOf(file, async (read, length) => {
    const head = await read(0, SNIFFED);
    return { head, ogg: isOgg(head) ? await findOggEnd(read, length) : null };
  });

async function openTrack(input: Input, file: string, isShort: boolean): Promise<AudioFile> {
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
  if (codec === null || !(await canRead(track, codec))) {
    input.dispose();
    return openWithFfmpeg(file, codec ?? name, tags);
  }
  const seconds =
    (await track.getDurationFromMetadata()) ?? (await track.computeDuration().catch(() => 0));
  const gaps = codec === "mp3" ? await readBytesOf(file, findMp3Gaps) : null;
  const padding = await readBytesOf(file, (read, length) =>
    readMatroskaPadding(read, length, track.id),
  );
  let isCut = isShort;
  const plain = (await input.getFormat()) === MP3 ? await findPlainMp3(file) : null;
  const read = () =>
    plain === null
      ? withoutEnd(
          readTrack(track, format, () => (isCut = true)),
          Math.round(padding * format.sampleRate),
        )
      : readMp3(file, plain, format.channels);
  return {
    format,
    frames: gaps?.frames ?? Math.round(seconds * format.sampleRate),
    isCut: () => isCut,
    tags,
    codec,
    open: () => told(gaps ? without(gaps, read()) : read(), file),
    close: () => input.dispose(),
  };
}

/** Errors on the way are told of the file. */
async function* told(
  blocks: AsyncIterable<Block>,
  file: string,
): AsyncGenerator<Block, void, undefined> {
  try {
    yield* blocks;
  } catch (error) {
    throw faultOf(error, file);
  }
}

/** Lets what looks at places of a file look, for as long as it needs. */
export async function readBytesOf<T>(
  file: string,
  look: (read: ReadBytes, length: number) => Promise<T>,
): Promise<T> {
  const handle = await open(file);
  try {
    return await look(readFrom(handle), (await handle.stat()).size);
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

/** What an error of a reader means to who called the command. */
export function faultOf(error: unknown, file: string): ToolkitError {
  if (error instanceof ToolkitError) return error;
  if (error instanceof MediaError) return errorOfMedia(error, file);
  // Readers say in many ways that a file is broken; a failing disk has a code.
  const { code, message } = error as NodeJS.ErrnoException;
  if (code !== undefined)
    return new ToolkitError("INPUT_UNREADABLE", { file, detail: message }, { cause: error });
  return new ToolkitError("AUDIO_DAMAGED", { file, detail: message }, { cause: error });
}
