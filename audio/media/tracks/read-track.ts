import { type AudioSample, type InputAudioTrack, AudioSampleSink } from "mediabunny";
import type { Block, Format } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { clockOf, isReadError, MediaError } from "../problems/media-error.ts";

/** Seconds that are decoded before what is wanted: decoders need some to get going. */
const WARM_UP = 0.2;
/** Seconds that a sample may lie beside its place before it counts as a gap. */
const SLACK = 0.02;
/**
 * The same for the first sample of a file whose clock begins at 0: containers round times to milliseconds.
 * Elsewhere decoders start amid packets, and give less for the first one.
 */
const ROUNDING = 0.0015;
/** Longest silence (s) that stands for a gap in a file; a longer one is a broken clock. */
const LONGEST_GAP = 3600;
/** Frames of a block: a third of a second, so that a step of a run stays short. */
const BLOCK = 16_384;

/** Samples with the time of the first of them, in seconds. */
export interface TimedBlock {
  readonly block: Block;
  readonly time: number;
  readonly sampleRate: number;
}

export interface PacketReading {
  /** Of the sound: a packet may have more. */
  readonly channels: number;
  /** s; where to begin, about */
  readonly start: number;
  /** Called where the file ends in the middle of a packet: what lies before it is the sound. */
  readonly onCut: () => void;
  /** Called where a packet is left out because it is damaged. */
  readonly onHole: () => void;
}

/** Decodes a track packet by packet. @throws where hardly a packet is sound */
export type PacketReader = (
  track: InputAudioTrack,
  reading: PacketReading,
) => AsyncGenerator<TimedBlock, void, undefined>;

export interface TrackReading {
  readonly format: Format;
  /** Frame. */
  readonly from: number;
  /** s of the file's clock at which it begins. */
  readonly origin: number;
  /** Frames that the file has where nothing is missing; 0 where nobody knows. */
  readonly least: number;
  /** Null: the platform. */
  readonly reader: PacketReader | null;
  readonly rescuer: () => Promise<PacketReader | null>;
  /** What finds sound behind damage with which the demuxer gives up; missing where there is no such thing. */
  readonly finder?: (() => Promise<PacketReader>) | undefined;
  /** Called where the file ends in the middle of itself: what lies before that is the sound. */
  readonly onCut: () => void;
  /** Called where something in it is damaged, for which there is silence. */
  readonly onHole: () => void;
}

/**
 * The samples of a track from a frame on, each at its time: silence fills gaps, and what lies
 * before 0 is left out. A block is good until the next.
 * @throws {MediaError} `damaged`, where sound came before what is broken; `unreadable`, where none
 *   did
 */
export async function* readTrack(
  track: InputAudioTrack,
  reading: TrackReading,
): AsyncGenerator<Block, void, undefined> {
  const { format, from, origin, least, reader } = reading;
  const { channels, sampleRate } = format;
  const line = createTimeline(format, from, origin);
  let isCut = false;
  const onCut = (): void => void (isCut = true);
  const options = { channels, onCut, onHole: reading.onHole };
  let failure: { readonly error: unknown } | null = null;
  async function* readOn(next: PacketReader): AsyncGenerator<Block, void, undefined> {
    isCut = false;
    line.restart();
    const start = origin + line.place() / sampleRate;
    yield* line.lay(next(track, { ...options, start }), takeBlock);
    yield* line.rest();
  }
  try {
    const start = origin + Math.max(0, from / sampleRate - WARM_UP);
    if (reader) yield* line.lay(reader(track, { ...options, start }), takeBlock);
    else yield* line.lay(new AudioSampleSink(track).samples(start), takeSample);
    yield* line.rest();
  } catch (error) {
    if (error instanceof MediaError || isReadError(error)) throw error;
    yield* line.rest();
    failure = { error };
  }
  const rescuer = failure && (await reading.rescuer());
  if (rescuer)
    try {
      yield* readOn(rescuer);
      if (line.place() > from) failure = null;
    } catch (error) {
      failure = { error };
    }
  // Some decoders end without a word where the last packet is not all there.
  const isShort = (): boolean => isCut || line.place() < least;
  if (reading.finder && (failure || isShort())) {
    const place = line.place();
    yield* readOn(await reading.finder());
    if (line.place() > place) {
      failure = null;
      reading.onHole();
    } else onCut();
  }
  if (failure)
    throw line.place() > from
      ? new MediaError("damaged", { time: clockOf(line.place() / sampleRate) }, failure.error)
      : new MediaError("unreadable", {}, failure.error);
  if (isShort()) reading.onCut();
}

/** What is decoded at once, and how its samples are had. */
interface Samples {
  readonly channels: number;
  readonly frames: number;
  readonly sampleRate: number;
  /** s */
  readonly time: number;
  /** Fills a plane with the samples of a channel from a frame on. */
  copy(plane: Float32Array, channel: number, from: number): void;
  close(): void;
}

const takeBlock = ({ block, time, sampleRate }: TimedBlock): Samples => ({
  channels: block.length,
  frames: framesOf(block),
  sampleRate,
  time,
  copy: (plane, channel, from) => plane.set(block[channel]!.subarray(from, from + plane.length)),
  close: () => undefined,
});

const takeSample = (sample: AudioSample): Samples => ({
  channels: sample.numberOfChannels,
  frames: sample.numberOfFrames,
  sampleRate: sample.sampleRate,
  time: sample.timestamp,
  copy: (plane, planeIndex, frameOffset) =>
    sample.copyTo(plane, {
      planeIndex,
      format: "f32-planar",
      frameOffset,
      frameCount: plane.length,
    }),
  close: () => sample.close(),
});

/** Lays samples behind each other, in blocks of one length: packets are short. */
function createTimeline({ sampleRate, channels }: Format, from: number, origin: number) {
  /** The frame that comes next. */
  let next = from;
  /** Where it was begun. */
  let start = from;
  const block = createBlock(channels, BLOCK);
  let filled = 0;
  const taken = (): Block => {
    const full = filled === BLOCK ? block : block.map((plane) => plane.subarray(0, filled));
    filled = 0;
    return full;
  };
  function* rest(): Generator<Block> {
    if (filled > 0) yield taken();
  }
  function* lay(samples: Samples): Generator<Block> {
    if (samples.channels !== channels || samples.sampleRate !== sampleRate)
      throw new MediaError("damaged", { time: clockOf(next / sampleRate) });
    const gap = Math.round((samples.time - origin) * sampleRate) - next;
    // What was begun in its middle begins before what is wanted, and a file may begin before zero.
    let at = next === start && gap < 0 ? Math.min(-gap, samples.frames) : 0;
    const slack = next === 0 && origin === 0 ? ROUNDING : SLACK;
    if (gap > slack * sampleRate && gap < LONGEST_GAP * sampleRate) {
      yield* rest();
      yield* silence(channels, gap);
      next += gap;
    }
    while (at < samples.frames) {
      const count = Math.min(samples.frames - at, BLOCK - filled);
      for (const [channel, plane] of block.entries())
        samples.copy(plane.subarray(filled, filled + count), channel, at);
      at += count;
      filled += count;
      next += count;
      if (filled === BLOCK) yield taken();
    }
  }
  return {
    place: (): number => next,
    restart: (): void => void (start = next),
    rest,
    async *lay<T>(all: AsyncIterable<T>, take: (one: T) => Samples): AsyncGenerator<Block> {
      for await (const one of all) {
        const samples = take(one);
        try {
          yield* lay(samples);
        } finally {
          samples.close();
        }
      }
    },
  };
}

function* silence(channels: number, frames: number): Generator<Block> {
  for (let done = 0; done < frames; done += BLOCK)
    yield createBlock(channels, Math.min(BLOCK, frames - done));
}
