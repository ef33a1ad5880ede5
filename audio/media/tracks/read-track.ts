import { type AudioSample, type InputAudioTrack, AudioSampleSink } from "mediabunny";
import type { Block, Format } from "../../effect.ts";
import { createBlock, framesOf } from "../../signal/blocks.ts";
import { formatTime, isReadError, MediaError } from "../problems/media-error.ts";

/** Pre-roll in seconds for decoders. */
const WARM_UP = 0.2;
/** Seconds by which a sample may deviate from its position before it counts as a gap. */
const SLACK = 0.02;
/**
 * Tolerance for the first sample of a file whose clock starts at 0: containers round times to
 * milliseconds. Elsewhere, decoders start between packets and return less for the first one.
 */
const ROUNDING = 0.0015;
/** Maximum silence in seconds that fills a gap; a longer gap is a timestamp error. */
const MAX_GAP_SECONDS = 3600;
/** Frames per block: a third of a second, so that processing steps stay short. */
const BLOCK = 16_384;

/** Samples with the time of the first one in seconds. */
export interface TimedBlock {
  readonly block: Block;
  readonly time: number;
  readonly sampleRate: number;
}

export interface PacketReading {
  /** Channels of the sound; a packet may have more. */
  readonly channels: number;
  /** Approximate start in seconds */
  readonly start: number;
  /** Called if the file ends within a packet. */
  readonly onCut: () => void;
  /** Called if a damaged packet is skipped. */
  readonly onHole: () => void;
  /** See `TrackReading`. */
  readonly isPadded: boolean;
}

/** Decodes a track packet by packet. @throws if nearly all packets are damaged */
export type PacketReader = (
  track: InputAudioTrack,
  reading: PacketReading,
) => AsyncGenerator<TimedBlock, void, undefined>;

export interface TrackReading {
  readonly format: Format;
  /** First frame. */
  readonly from: number;
  /** Start time in seconds of the file's clock. */
  readonly origin: number;
  /** Expected number of frames; 0 if unknown. */
  readonly minFrames: number;
  /** Whether the caller removes the padding of the last packet, which is then decoded whole. */
  readonly isPadded?: boolean;
  /** Null for the platform's decoder. */
  readonly reader: PacketReader | null;
  readonly fallback: () => Promise<PacketReader | null>;
  /** Finds sound after damage that the demuxer does not get past; missing if unsupported. */
  readonly finder?: (() => Promise<PacketReader>) | undefined;
  /** Called if the file turns out to be truncated. */
  readonly onCut: () => void;
  /** Called if damage was replaced by silence. */
  readonly onHole: () => void;
}

/**
 * The samples of a track from a frame on, at their times: gaps are filled with silence, and samples
 * with negative times are dropped. A block is valid until the next.
 * @throws {MediaError} `damaged` if sound precedes the broken part; otherwise `unreadable`
 */
export async function* readTrack(
  track: InputAudioTrack,
  reading: TrackReading,
): AsyncGenerator<Block, void, undefined> {
  const { format, from, origin, minFrames, reader } = reading;
  const { channels, sampleRate } = format;
  const line = createTimeline(format, from, origin);
  let isCut = false;
  const onCut = (): void => void (isCut = true);
  const { onHole, isPadded = false } = reading;
  const options = { channels, onCut, onHole, isPadded };
  let failure: { readonly error: unknown } | null = null;
  async function* readOn(next: PacketReader): AsyncGenerator<Block, void, undefined> {
    isCut = false;
    line.restart();
    const start = origin + line.position() / sampleRate;
    yield* line.lay(next(track, { ...options, start }), takeBlock);
    yield* line.rest();
  }
  try {
    const start = origin + Math.max(0, from / sampleRate - WARM_UP);
    if (reader) yield* line.lay(reader(track, { ...options, start }), takeBlock);
    else {
      // The first packet may be before 0, and decoders need it for the second one.
      const first = from < WARM_UP * sampleRate ? -Infinity : start;
      yield* line.lay(new AudioSampleSink(track).samples(first), takeSample);
    }
    yield* line.rest();
  } catch (error) {
    if (error instanceof MediaError || isReadError(error)) throw error;
    yield* line.rest();
    failure = { error };
  }
  const fallback = failure && (await reading.fallback());
  if (fallback)
    try {
      yield* readOn(fallback);
      if (line.position() > from) failure = null;
    } catch (error) {
      failure = { error };
    }
  // Some decoders end without an error if the last packet is incomplete.
  const isShort = (): boolean => isCut || line.position() < minFrames;
  if (reading.finder && (failure || isShort())) {
    const position = line.position();
    yield* readOn(await reading.finder());
    if (line.position() > position) {
      failure = null;
      reading.onHole();
    } else onCut();
  }
  if (failure)
    throw line.position() > from
      ? new MediaError("damaged", { time: formatTime(line.position() / sampleRate) }, failure.error)
      : new MediaError("unreadable", {}, failure.error);
  if (isShort()) reading.onCut();
}

/** A decoded chunk and access to its samples. */
interface Samples {
  readonly channels: number;
  readonly frames: number;
  readonly sampleRate: number;
  /** Seconds */
  readonly time: number;
  /** Copies samples of a channel from a frame on. */
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

/** Places samples on a timeline and returns blocks of equal length, because packets are short. */
function createTimeline({ sampleRate, channels }: Format, from: number, origin: number) {
  /** The next frame. */
  let next = from;
  /** The first frame. */
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
      throw new MediaError("damaged", { time: formatTime(next / sampleRate) });
    const gap = Math.round((samples.time - origin) * sampleRate) - next;
    // Decoding starts before the requested frame, and a file may start before 0.
    let at = next === start && gap < 0 ? Math.min(-gap, samples.frames) : 0;
    const slack = next === 0 && origin === 0 ? ROUNDING : SLACK;
    if (gap > slack * sampleRate && gap < MAX_GAP_SECONDS * sampleRate) {
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
    position: (): number => next,
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
