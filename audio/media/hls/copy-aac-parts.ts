import {
  type MetadataTags,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  Mp4OutputFormat,
  Output,
} from "mediabunny";
import { joinBytes } from "../bytes/byte-parts.ts";
import { boxesIn, boxOf, HEAD } from "../containers/mp4-boxes.ts";
import type { Chapter } from "../tags/chapters/chapter.ts";
import { addChapters } from "../tags/chapters/mp4-chapters.ts";
import { portableTags } from "../tags/portable-tags.ts";
import type { Write } from "../bytes/write-bytes.ts";
import {
  type AdtsFormat,
  configOf,
  formatAt,
  FRAME,
  isSameFormat,
  stripHeaders,
} from "./adts-frames.ts";
import { type FragmentTrack, fragmentTrackOf, moveFramesToStart } from "./fragments.ts";
import { describeTrack, FrameTable, scaleOf } from "./frame-table.ts";
import { type PackedSound, extractAac, unwrapTimestamp } from "./transport-stream.ts";

export interface AacParts {
  /** An HLS playlist whose URIs are part numbers, from 1 on. */
  readonly playlist: string;
  /** Reads all bytes of a part. */
  readonly read: (part: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly tags: MetadataTags;
  readonly chapters: readonly Chapter[];
  readonly write: Write;
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
}

/** Minimum gap in seconds that is filled with silence, since times are rounded. */
const GAP = 0.05;
/** Bytes of the header of `mdat` with a 64-bit size. */
const MEDIA_HEAD = 16;

interface Step {
  readonly part: number;
  /** Whether its times are unrelated to those before (discontinuity). */
  readonly isFresh: boolean;
  /** The initialization segment of this part, if it is a fragment. */
  readonly map: number | null;
}

/** The parts in order; null if one of them has no number. */
function stepsOf(playlist: string): Step[] | null {
  const steps: Step[] = [];
  let isFresh = true;
  let map: number | null = null;
  for (const line of playlist.split("\n").map((text) => text.trim())) {
    if (line.startsWith("#EXT-X-MAP:")) map = Number(/URI="(\d+)"/.exec(line)?.[1]);
    if (line === "#EXT-X-DISCONTINUITY") isFresh = true;
    if (line === "" || line.startsWith("#")) continue;
    const part = Number(line.split("/").at(-1));
    if (!Number.isInteger(part) || (map !== null && !Number.isInteger(map))) return null;
    steps.push({ part, isFresh, map });
    isFresh = false;
  }
  return steps;
}

interface Template {
  readonly head: Uint8Array;
  /** `moov` for one frame, the template for that of all frames. */
  readonly moov: Uint8Array;
  /** Timescale, and duration of a frame in its units. */
  readonly scale: number;
  readonly frame: number;
}

/** The header of an M4A file; null if its timescale does not fit the frames. */
async function templateOf(format: AdtsFormat, tags: MetadataTags): Promise<Template | null> {
  const target = new BufferTarget();
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target });
  const source = new EncodedAudioPacketSource("aac");
  output.addAudioTrack(source);
  output.setMetadataTags(portableTags(tags));
  await output.start();
  await source.add(new EncodedPacket(new Uint8Array(1), "key", 0, FRAME / format.rate), {
    decoderConfig: configOf(format),
  });
  await output.finalize();
  const boxes = new Map(
    Array.from(boxesIn(new Uint8Array(target.buffer!)), ({ name, box }) => [name, box]),
  );
  const moov = boxes.get("moov")!;
  const scale = scaleOf(moov);
  const frame = (FRAME * scale) / format.rate;
  return Number.isInteger(frame) ? { head: boxes.get("ftyp")!, moov, scale, frame } : null;
}

/**
 * AAC frames outside a transport stream, without the tags before them.
 * @param isWithin whether the data starts within a frame
 */
function packedOf(bytes: Uint8Array<ArrayBuffer>, isWithin: boolean): PackedSound | null {
  let at = 0;
  // An ID3 tag states the start time of packed audio (RFC 8216, 3.4).
  while (bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33)
    at += 10 + [6, 7, 8, 9].reduce((sum, byte) => (sum << 7) | bytes[at + byte]!, 0);
  return isWithin || formatAt(bytes, at) ? { bytes: bytes.subarray(at), marks: [] } : null;
}

/** State of the output file: format, and position of the next frame. */
interface CopyState {
  readonly table: FrameTable;
  readonly tags: MetadataTags;
  format: AdtsFormat | null;
  template: Template | null;
  position: number;
  /** Difference in seconds between the times of parts and their position in the file. */
  shift: number | null;
  /** Start of a frame that continues in the next part. */
  rest: Uint8Array<ArrayBuffer>;
}

/** Starts the file with the first format. @returns null if the format changes or does not fit */
async function begin(file: CopyState, format: AdtsFormat): Promise<Template | null> {
  if (file.format) return isSameFormat(file.format, format) ? file.template : null;
  file.format = format;
  file.template = await templateOf(format, file.tags);
  file.position = (file.template?.head.length ?? 0) + MEDIA_HEAD;
  return file.template;
}

/** Records the time of the next frame: a gap before it extends the last frame. */
function noteTime(file: CopyState, scale: number, seconds: number): void {
  const here = file.table.steps / scale;
  file.shift ??= seconds - here;
  const late = unwrapTimestamp(seconds, here + file.shift) - here - file.shift;
  if (late > GAP) file.table.lengthenLast(Math.round(late * scale));
  else if (late < -GAP) file.shift += late;
}

/**
 * Consecutive AAC frames. @returns the frames without their headers; null if a demuxer is needed
 */
async function takeStream(file: CopyState, bytes: Uint8Array<ArrayBuffer>) {
  const packed = extractAac(bytes) ?? packedOf(bytes, file.rest.length > 0);
  if (!packed) return null;
  const before = file.rest.length;
  const sound = before === 0 ? packed.bytes : joinBytes([file.rest, packed.bytes]);
  if (sound.length === 0) return sound;
  const own = formatAt(sound, 0);
  const template = own && (await begin(file, own));
  if (!template) return null;
  const { marks } = packed;
  let mark = 0;
  const taken = stripHeaders(sound, own, (at, length) => {
    let firstTime: number | null = null;
    while (mark < marks.length && marks[mark]!.at + before <= at)
      firstTime = marks[mark++]!.seconds;
    if (firstTime !== null) noteTime(file, template.scale, firstTime);
    file.table.add(length, template.frame);
  });
  if (!taken) return null;
  file.rest = sound.slice(taken.rest);
  return sound.subarray(0, taken.filled);
}

/** A fragmented part. @returns its frames; null if a demuxer is needed */
async function takeFragment(file: CopyState, bytes: Uint8Array<ArrayBuffer>, track: FragmentTrack) {
  const template = await begin(file, track.format);
  const taken = template && moveFramesToStart(bytes, track);
  if (!taken) return null;
  for (const { bytes: length, steps, at } of taken.frames) {
    const own = (steps * template.scale) / track.scale;
    if (!Number.isInteger(own)) return null;
    if (at !== null) noteTime(file, template.scale, at / track.scale);
    file.table.add(length, own);
  }
  return bytes.subarray(0, taken.filled);
}

/**
 * Copies the AAC of an HLS stream to an M4A file without a demuxer, which would take ten times as
 * long: frames are moved within their part, a part is written at once, and per frame only the
 * length is recorded.
 * @returns false if parts contain something that only a demuxer supports; the output written so far
 *   must then be overwritten
 */
export async function copyAacParts(options: AacParts): Promise<boolean> {
  const { read, tags, chapters, write, onProgress } = options;
  const steps = stepsOf(options.playlist);
  if (!steps || steps.length === 0) return false;
  const table = new FrameTable();
  const nothing = new Uint8Array(0);
  const file: CopyState = {
    table,
    tags,
    format: null,
    template: null,
    position: 0,
    shift: null,
    rest: nothing,
  };
  let map: number | null = null;
  let track: FragmentTrack | null = null;
  let lead = 0;
  for (const [index, step] of steps.entries()) {
    if (step.isFresh) [file.shift, file.rest] = [null, nothing];
    if (step.map !== map) {
      map = step.map;
      track = map === null ? null : fragmentTrackOf(await read(map));
      // Only the beginning of the file can be trimmed by an edit list.
      if (map !== null && (!track || (index > 0 && track.lead > 0))) return false;
      lead = index === 0 && track ? track.lead / track.scale : lead;
    }
    const bytes = await read(step.part);
    const frames = track ? await takeFragment(file, bytes, track) : await takeStream(file, bytes);
    if (!frames) return false;
    table.endStretch(file.position);
    await write(file.position, frames);
    file.position += frames.length;
    onProgress((index + 1) / steps.length);
  }
  const { template, position } = file;
  const description =
    template && describeTrack(template.moov, table, Math.round(lead * template.scale));
  if (!template || !description) return false;
  const { head } = template;
  await write(0, joinBytes([head, mediaHead(position - head.length)]));
  await write(position, chapters.length > 0 ? addChapters(description, chapters) : description);
  return true;
}

/** @param length including this header */
function mediaHead(length: number): Uint8Array {
  const head = boxOf("mdat", new Uint8Array(MEDIA_HEAD - HEAD));
  const view = new DataView(head.buffer);
  // The 64-bit size follows the type.
  view.setUint32(0, 1);
  view.setBigUint64(HEAD, BigInt(length));
  return head;
}
