import type { MetadataTags } from "mediabunny";
import type { TimeRange } from "../../parameters.ts";
import { type Mp3FileOptions, createMp3File } from "./mp3-file.ts";
import { mp3FrameAt } from "./mp3-frames.ts";
import { type Mp3Gaps, DECODER_DELAY } from "./mp3-gaps.ts";
import { createMp3Joiner } from "./mp3-join.ts";
import { createMp3Splitter, createSilentPart, widen } from "./mp3-parts.ts";
import type { Packet, Packets } from "../tracks/packets-in-range.ts";

export interface Mp3CutOptions {
  /** Encoder delay and padding of the file; null if unknown. */
  readonly gaps: Mp3Gaps | null;
  /** Hz */
  readonly sampleRate: number;
  /** Range of the played sound in seconds */
  readonly range: TimeRange;
  /** Approximate duration of the file in seconds, for progress only */
  readonly duration: number;
  readonly tags: MetadataTags;
  readonly write: Mp3FileOptions["write"];
  /** @param done 0 to 1 */
  readonly onProgress: (done: number) => void;
}

/**
 * Samples that a decoder needs before a position: one overlapping granule, and the memory of its
 * filters.
 */
const LEAD_SAMPLES = 576 + 480;
/**
 * Maximum number of frames that may contain main data of a later one: at 8 kb/s each holds 11
 * bytes.
 */
const RESERVOIR_FRAMES = 32;

/**
 * Lossless cut of an MP3, exact to the sample: whole frames, and in the first one the encoder delay
 * and padding. Frames that decoders need for warm-up are included, preceded by a silent frame with
 * room for main data that belongs to the next frame.
 * @returns the written range of the played sound in seconds; null for nothing
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
  const first = Math.max(0, Math.floor((from + skip - LEAD_SAMPLES) / each));
  const begin =
    (await track.getPacket(((first - RESERVOIR_FRAMES + 0.5) * each) / sampleRate)) ?? opening;
  const file = await createMp3File({ tags, write });
  const joiner = createMp3Joiner((frame) => file.push(frame));
  const split = createMp3Splitter();
  // There is nothing before the first frame; without a gap to hide it in, the decoder delay would
  // be audible.
  const isRoomy = first > 0 || skip < DECODER_DELAY;
  const frameCount = Math.ceil((Math.min(to, duration * sampleRate) + skip) / each) - first;
  let next = Math.round((begin.timestamp * sampleRate) / each);
  for await (const packet of track.packets(begin)) {
    if (next * each >= to + skip) break;
    const part = split(packet.data);
    if (next === first && isRoomy) joiner.add([widen(createSilentPart(part))]);
    if (next >= first) joiner.add([part]);
    await file.flush();
    next++;
    onProgress(Math.min(1, Math.max(0, next - first) / Math.max(1, frameCount)));
  }
  joiner.finish();
  const last = Math.min(to, next * each - skip);
  if (last <= from) return null;
  const before = from + skip - (first - (isRoomy ? 1 : 0)) * each;
  await file.finish(last - from, before - DECODER_DELAY);
  return [from / sampleRate, last / sampleRate];
}
