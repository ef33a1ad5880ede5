import { AudioSample, MP3, type InputFormat } from "mediabunny";
import type { MediaBytes } from "#audio/media/host.ts";
import { mp3FrameAt } from "#audio/media/mp3/mp3-frames.ts";
import { findPlainMp3, framesFrom } from "#audio/media/mp3/plain-mp3.ts";
import { MediaError } from "#audio/media/problems/media-error.ts";
import type { PacketReader, TimedBlock } from "#audio/media/tracks/read-track.ts";
import { createBlock } from "#audio/signal/blocks.ts";

/**
 * Minimum file size in bytes for sequential reading, about 15 minutes: below it, building a packet
 * table is cheap.
 */
const LONG = 20e6;
/** Maximum number of packets in the decoder's queue. */
const MAX_PENDING = 16;

/**
 * Returns a reader that reads a long MP3 file sequentially, without a table of all its packets;
 * null if the file cannot be read this way.
 */
export async function readerThrough(
  format: InputFormat,
  { read, size }: MediaBytes,
): Promise<PacketReader | null> {
  const begin = format === MP3 && size >= LONG ? await findPlainMp3(read, size) : null;
  return begin === null ? null : readerFrom(read, begin);
}

/** @param begin byte offset of the first packet */
export const readerFrom = (read: MediaBytes["read"], begin: number): PacketReader =>
  async function* (track) {
    const config = await track.getDecoderConfig();
    if (!config) throw new MediaError("unreadable");
    const samples: AudioSample[] = [];
    let failure: { readonly error: unknown } | null = null;
    let wake = (): void => {};
    const decoder = new AudioDecoder({
      output(data) {
        samples.push(new AudioSample(data));
        wake();
      },
      error(error) {
        failure = { error };
        wake();
      },
    });
    decoder.ondequeue = () => wake();
    decoder.configure(config);
    const clock = createClock();
    function* taken(): Generator<TimedBlock> {
      for (let sample = samples.shift(); sample; sample = samples.shift()) {
        const block = blockOf(sample);
        const time = clock(sample);
        sample.close();
        if (sample.numberOfFrames > 0) yield { block, time, sampleRate: sample.sampleRate };
      }
      if (failure) throw failure.error;
    }
    let position = 0;
    try {
      for await (const frames of framesFrom(read, begin)) {
        // The decoder may have failed during the read; a failed decoder takes no more packets.
        yield* taken();
        for (let at = 0; at < frames.length;) {
          const frame = mp3FrameAt(frames, at)!;
          decoder.decode(
            new EncodedAudioChunk({
              type: "key",
              timestamp: Math.round((1e6 * position) / config.sampleRate),
              duration: Math.round((1e6 * frame.samples) / config.sampleRate),
              data: frames.subarray(at, at + frame.size),
            }),
          );
          at += frame.size;
          position += frame.samples;
        }
        while (decoder.decodeQueueSize > MAX_PENDING) {
          await new Promise<void>((resolve) => (wake = resolve));
          yield* taken();
        }
      }
      await decoder.flush();
      yield* taken();
    } finally {
      for (const sample of samples) sample.close();
      if (decoder.state !== "closed") decoder.close();
    }
  };

/**
 * Copies the samples of all channels out of an `AudioSample`, before the `AudioSample` is closed.
 */
function blockOf(sample: AudioSample): Float32Array[] {
  const block = createBlock(sample.numberOfChannels, sample.numberOfFrames);
  for (const [planeIndex, plane] of block.entries())
    if (plane.length > 0) sample.copyTo(plane, { planeIndex, format: "f32-planar" });
  return block;
}

/** Creates continuous timestamps from 0, with gaps only where the decoder skipped packets. */
function createClock() {
  let first: number | null = null;
  let next = 0;
  return ({ timestamp, duration, sampleRate }: AudioSample): number => {
    const relative = timestamp - (first ??= timestamp);
    if (Math.abs(relative - next) >= duration) next = relative;
    const time = Math.round(next * sampleRate) / sampleRate;
    next += duration;
    return time;
  };
}
