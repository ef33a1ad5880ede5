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
  takeHeads,
} from "./adts-frames.ts";
import { type FragmentTrack, fragmentTrackOf, takeFragments } from "./fragments.ts";
import { describe, FrameTable, scaleOf } from "./frame-table.ts";
import { type PackedSound, takeAac, unwrapped } from "./transport-stream.ts";

export interface AacParts {
  /** A playlist of HLS whose addresses are the numbers of the parts, from 1 on. */
  readonly playlist: string;
  /** All bytes of a part. */
  readonly read: (part: number) => Promise<Uint8Array<ArrayBuffer>>;
  readonly tags: MetadataTags;
  readonly chapters: readonly Chapter[];
  readonly write: Write;
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
}

/** Seconds that may be missing before it is taken for silence: times are rounded. */
const GAP = 0.05;
/** Bytes of the head of the media, with a length of 64 bits. */
const MEDIA_HEAD = 16;

interface Step {
  readonly part: number;
  /** Whether its times have nothing to do with those before. */
  readonly isFresh: boolean;
  /** The part that tells of the track of this one, where it is a fragment. */
  readonly map: number | null;
}

/** The parts in their order; null where one of them has no number. */
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
  /** The description of one frame, by which that of all is made. */
  readonly moov: Uint8Array;
  /** Steps of a second, and of a frame. */
  readonly scale: number;
  readonly frame: number;
}

/** The head of an M4A file; null where its steps do not fit the frames. */
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
 * Frames of AAC that are no transport stream; what tags lie before them is left out.
 * @param isWithin whether they begin within a frame
 */
function packedOf(bytes: Uint8Array<ArrayBuffer>, isWithin: boolean): PackedSound | null {
  let at = 0;
  // A tag of ID3 tells the time that parts of plain sound begin at (RFC 8216, 3.4).
  while (bytes[at] === 0x49 && bytes[at + 1] === 0x44 && bytes[at + 2] === 0x33)
    at += 10 + [6, 7, 8, 9].reduce((sum, byte) => (sum << 7) | bytes[at + byte]!, 0);
  return isWithin || formatAt(bytes, at) ? { bytes: bytes.subarray(at), marks: [] } : null;
}

/** The file as far as it is known: its format, and where its next frame goes. */
interface Copying {
  readonly table: FrameTable;
  readonly tags: MetadataTags;
  format: AdtsFormat | null;
  template: Template | null;
  position: number;
  /** Seconds by which the times of parts are later than their place in the file. */
  shift: number | null;
  /** Bytes of a frame that goes on in the next part. */
  rest: Uint8Array<ArrayBuffer>;
}

/** Begins the file with the first format. @returns null where frames of another one come, or do not fit */
async function begin(file: Copying, format: AdtsFormat): Promise<Template | null> {
  if (file.format) return isSameFormat(file.format, format) ? file.template : null;
  file.format = format;
  file.template = await templateOf(format, file.tags);
  file.position = (file.template?.head.length ?? 0) + MEDIA_HEAD;
  return file.template;
}

/** Notes the time of the next frame: what is missing before it sounds as a longer last one. */
function tell(file: Copying, scale: number, seconds: number): void {
  const here = file.table.steps / scale;
  file.shift ??= seconds - here;
  const late = unwrapped(seconds, here + file.shift) - here - file.shift;
  if (late > GAP) file.table.lengthenLast(Math.round(late * scale));
  else if (late < -GAP) file.shift += late;
}

/** Frames of AAC one after the other. @returns them without their heads; null for a demuxer */
async function takeStream(file: Copying, bytes: Uint8Array<ArrayBuffer>) {
  const packed = takeAac(bytes) ?? packedOf(bytes, file.rest.length > 0);
  if (!packed) return null;
  const before = file.rest.length;
  const sound = before === 0 ? packed.bytes : joinBytes([file.rest, packed.bytes]);
  if (sound.length === 0) return sound;
  const own = formatAt(sound, 0);
  const template = own && (await begin(file, own));
  if (!template) return null;
  const { marks } = packed;
  let mark = 0;
  const taken = takeHeads(sound, own, (at, length) => {
    let told: number | null = null;
    while (mark < marks.length && marks[mark]!.at + before <= at) told = marks[mark++]!.seconds;
    if (told !== null) tell(file, template.scale, told);
    file.table.add(length, template.frame);
  });
  if (!taken) return null;
  file.rest = sound.slice(taken.rest);
  return sound.subarray(0, taken.filled);
}

/** A part of fragments. @returns its frames alone; null for a demuxer */
async function takeFragment(file: Copying, bytes: Uint8Array<ArrayBuffer>, track: FragmentTrack) {
  const template = await begin(file, track.format);
  const taken = template && takeFragments(bytes, track);
  if (!taken) return null;
  for (const { bytes: length, steps, at } of taken.frames) {
    const own = (steps * template.scale) / track.scale;
    if (!Number.isInteger(own)) return null;
    if (at !== null) tell(file, template.scale, at / track.scale);
    file.table.add(length, own);
  }
  return bytes.subarray(0, taken.filled);
}

/**
 * Puts the AAC of an HLS media into an M4A file without a demuxer in between, which takes ten times
 * as long: frames are moved within the part that they came in, a part is one write, and nothing is
 * done for each frame but to note its length.
 * @returns false where parts have something that only a demuxer understands; what was written by
 *   then has to be written over
 */
export async function copyAacParts(options: AacParts): Promise<boolean> {
  const { read, tags, chapters, write, onProgress } = options;
  const steps = stepsOf(options.playlist);
  if (!steps || steps.length === 0) return false;
  const table = new FrameTable();
  const nothing = new Uint8Array(0);
  const file: Copying = {
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
      // Only the beginning of the file can leave something out.
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
  const description = template && describe(template.moov, table, Math.round(lead * template.scale));
  if (!template || !description) return false;
  const { head } = template;
  await write(0, joinBytes([head, mediaHead(position - head.length)]));
  await write(position, chapters.length > 0 ? addChapters(description, chapters) : description);
  return true;
}

/** @param length with this head */
function mediaHead(length: number): Uint8Array {
  const head = boxOf("mdat", new Uint8Array(MEDIA_HEAD - HEAD));
  const view = new DataView(head.buffer);
  // The length is behind the name.
  view.setUint32(0, 1);
  view.setBigUint64(HEAD, BigInt(length));
  return head;
}
