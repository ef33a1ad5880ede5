import type { Block } from "../effect.ts";
import type { AudioSource } from "../media/audio-source.ts";
import { createBlock, framesOf } from "../signal/blocks.ts";
import { createStretcher } from "./stretcher.ts";

/** Tempo and pitch changes of a sound. */
export interface SoundPace {
  /** Tempo factor, 0.5 to 2. */
  readonly tempo: number;
  /** −12 to 12 */
  readonly semitones: number;
}

/** Frames per processing step. */
const STEP = 2048;

/** Reads any number of frames, with silence after the end. */
function createPuller(blocks: AsyncGenerator<Block, void, undefined>, channels: number) {
  let held: Block = createBlock(channels, 0);
  let ended = false;
  return {
    /** Whether all frames of the sound have been read. */
    isDry: (): boolean => ended && framesOf(held) === 0,
    async take(count: number): Promise<Block> {
      const out = createBlock(channels, count);
      let at = 0;
      while (at < count) {
        if (framesOf(held) === 0) {
          const { value, done } = await blocks.next();
          if (done) {
            ended = true;
            break;
          }
          held = value.map((samples) => samples.slice());
          continue;
        }
        const part = Math.min(count - at, framesOf(held));
        for (const [channel, samples] of held.entries())
          out[channel]!.set(samples.subarray(0, part), at);
        held = held.map((samples) => samples.subarray(part));
        at += part;
      }
      return out;
    },
  };
}

/**
 * A sound with another tempo and pitch. It has the same beginning, and its length is divided by the
 * tempo. It can only be read from its beginning.
 */
export function pacedSource(source: AudioSource, pace: SoundPace): AudioSource {
  const { sampleRate, channels } = source.format;
  const { tempo, semitones } = pace;
  return {
    ...source,
    duration: source.duration / tempo,
    async *blocks(from = 0) {
      if (from !== 0) throw new RangeError("A sound in another tempo is read from its beginning");
      const stretcher = await createStretcher(channels, sampleRate);
      const input = source.blocks();
      const puller = createPuller(input, channels);
      try {
        stretcher.setPitch(semitones);
        const before = createBlock(channels, stretcher.outputLatency + stretcher.inputLatency);
        const ahead = await puller.take(stretcher.inputLatency);
        for (const [channel, samples] of ahead.entries())
          before[channel]!.set(samples, stretcher.outputLatency);
        stretcher.seek(before, tempo);
        let fed = 0;
        let due = 0;
        // Skips the output latency.
        let skipped = 0;
        let given = 0;
        let last = Infinity;
        let taken = stretcher.inputLatency;
        while (given < last) {
          due += STEP * tempo;
          const count = Math.round(due) - fed;
          fed += count;
          const block = await puller.take(count);
          taken += count;
          const out = stretcher.process(block, STEP);
          if (puller.isDry() && last === Infinity)
            last = Math.round(Math.min(taken, source.duration * sampleRate) / tempo);
          const skip = Math.min(STEP, stretcher.outputLatency - skipped);
          skipped += skip;
          const end = Math.min(STEP, skip + last - given);
          if (end > skip) yield out.map((samples) => samples.subarray(skip, end));
          given += Math.max(0, end - skip);
        }
      } finally {
        await input.return();
      }
    },
  };
}
