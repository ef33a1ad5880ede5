import type { MetadataTags } from "mediabunny";
import type { TimeRange } from "../../parameters.ts";
import { type Mp3FileOptions, createMp3File } from "./mp3-file.ts";
import { mp3FrameAt } from "./mp3-frames.ts";
import { type Mp3Gaps, DECODER_DELAY } from "./mp3-gaps.ts";
import { createMp3Joiner } from "./mp3-join.ts";
import { createMp3Splitter, silentPart, widen } from "./mp3-parts.ts";
import type { Packet, Packets } from "../tracks/packets-in-range.ts";

export interface Mp3CutOptions {
  /** What players leave out of the file; null where it does not say so. */
  readonly gaps: Mp3Gaps | null;
  /** Hz */
  readonly sampleRate: number;
  /** s of what one hears */
  readonly range: TimeRange;
  /** s of the whole file, about; for progress only */
  readonly duration: number;
  readonly tags: MetadataTags;
  readonly write: Mp3FileOptions["write"];
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
}

/** Samples before a place that a decoder needs for it: one granule overlaps, and filters have a memory. */
const LEAD = 576 + 480;
/** Frames that may hold sound of one that comes after them: at 8 kbit/s there are 11 bytes in each. */
const REACH = 32;

/**
 * Writes a range of an MP3 without decoding it, exact to one sample: whole frames, and in the first
 * of them what players leave out at both ends. What decoders need of the sound before comes along,
 * and before that a silent frame with room for what of the next one's sound lies in earlier frames.
 * @returns what was written, in s of what one hears; null for nothing
 */
export async function cutMp3<P extends Packet & { readonly data: Uint8Array }>(
  track: Packets<P>,
  { gaps, sampleRate, range, duration, tags, write, onProgress }: Mp3CutOptions,
): Promise<TimeRange | null> {
  const { skip, frames } = gaps ?? { skip: 0, frames: Infinity };
  const [from, end] = range.map((time) => Math.round(time * sampleRate)) as [number, number];
  const to = Math.min(end, frames);
  const opening = await track.getFirstPacket();
  const each = opening && mp3FrameAt(opening.data, 0)?.samples;
  if (!each) return null;
  const first = Math.max(0, Math.floor((from + skip - LEAD) / each));
  const begin = (await track.getPacket(((first - REACH + 0.5) * each) / sampleRate)) ?? opening;
  const file = await createMp3File({ tags, write });
  const joiner = createMp3Joiner((frame) => file.push(frame));
  const split = createMp3Splitter();
  // Before the first one there is none; without a gap to hide it in, a decoder's delay would be heard.
  const isRoomy = first > 0 || skip < DECODER_DELAY;
  const wanted = Math.ceil((Math.min(to, duration * sampleRate) + skip) / each) - first;
  let next = Math.round((begin.timestamp * sampleRate) / each);
  for await (const packet of track.packets(begin)) {
    if (next * each >= to + skip) break;
    const part = split(packet.data);
    if (next === first && isRoomy) joiner.add([widen(silentPart(part))]);
    if (next >= first) joiner.add([part]);
    await file.flush();
    next++;
    onProgress(Math.min(1, Math.max(0, next - first) / Math.max(1, wanted)));
  }
  joiner.finish();
  const last = Math.min(to, next * each - skip);
  if (last <= from) return null;
  const before = from + skip - (first - (isRoomy ? 1 : 0)) * each;
  await file.finish(last - from, before - DECODER_DELAY);
  return [from / sampleRate, last / sampleRate];
}
