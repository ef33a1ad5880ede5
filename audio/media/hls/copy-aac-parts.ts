import type { MetadataTags } from "mediabunny";
import {
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
import type { AdtsFormat } from "./adts-frames.ts";
import { configOf, formatAt, FRAME, takeHeads } from "./adts-frames.ts";
import { describe, FrameTable, scaleOf } from "./frame-table.ts";
import type { PackedSound } from "./transport-stream.ts";
import { takeAac, unwrapped } from "./transport-stream.ts";

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
}

/** The parts in their order; null where a part needs another to be read. */
function stepsOf(playlist: string): Step[] | null {
  const steps: Step[] = [];
  let isFresh = true;
  for (const line of playlist.split("\n").map((text) => text.trim())) {
    if (line.startsWith("#EXT-X-MAP")) return null;
    if (line === "#EXT-X-DISCONTINUITY") isFresh = true;
    if (line === "" || line.startsWith("#")) continue;
    const part = Number(line.split("/").at(-1));
    if (!Number.isInteger(part)) return null;
    steps.push({ part, isFresh });
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

/**
 * Puts the AAC of an HLS media into an M4A file without a demuxer in between, which takes ten times as
 * long: frames are moved within the part that they came in, a part is one write, and nothing is done
 * for each frame but to note its length.
 * @returns false where parts have something that only a demuxer understands; what was written by then
 * has to be written over
 */
export async function copyAacParts(options: AacParts): Promise<boolean> {
  const { read, tags, chapters, write, onProgress } = options;
  const steps = stepsOf(options.playlist);
  if (!steps || steps.length === 0) return false;
  const table = new FrameTable();
  let format: AdtsFormat | null = null;
  let template: Template | null = null;
  let position = 0;
  /** Seconds by which the times of parts are later than their place in the file. */
  let shift: number | null = null;
  let rest: Uint8Array<ArrayBuffer> = new Uint8Array(0);

  for (const [index, { part, isFresh }] of steps.entries()) {
    if (isFresh) [shift, rest] = [null, new Uint8Array(0)];
    const bytes = await read(part);
    const packed = takeAac(bytes) ?? packedOf(bytes, rest.length > 0);
    if (!packed) return false;
    const before: number = rest.length;
    const sound: Uint8Array<ArrayBuffer> =
      before === 0 ? packed.bytes : joinBytes([rest, packed.bytes]);
    if (sound.length === 0) continue;
    const own = formatAt(sound, 0);
    if (!own) return false;
    if (!format || !template) {
      format = own;
      template = await templateOf(format, tags);
      if (!template) return false;
      position = template.head.length + MEDIA_HEAD;
    }
    const { scale, frame } = template;
    const { marks } = packed;
    let mark = 0;
    const taken = takeHeads(sound, format, (at, length) => {
      let told: number | null = null;
      while (mark < marks.length && marks[mark]!.at + before <= at) told = marks[mark++]!.seconds;
      if (told !== null) {
        const here: number = table.steps / scale;
        shift ??= told - here;
        const late = unwrapped(told, here + shift) - here - shift;
        if (late > GAP) table.lengthenLast(Math.round(late * scale));
        else if (late < -GAP) shift += late;
      }
      table.add(length, frame);
    });
    if (!taken) return false;
    rest = sound.slice(taken.rest);
    table.endStretch(position);
    await write(position, sound.subarray(0, taken.filled));
    position += taken.filled;
    onProgress((index + 1) / steps.length);
  }
  const description = template && describe(template.moov, table);
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
