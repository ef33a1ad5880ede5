import type { Block } from "#audio/effect.ts";
import type { AudioSource } from "#audio/media/audio-source.ts";
import { mixToStereo } from "#audio/signal/mix-to-stereo.ts";
import { createStemStream } from "#audio/stretch/stem-stream.ts";
import { createStretcher } from "#audio/stretch/stretcher.ts";
import { createReader } from "#audio/tasks/sounds/read-samples.ts";

/** Mono goes to both channels; more than two channels are mixed down to two. */
const stereoOf = (block: Block): Block =>
  block.length === 1 ? [block[0]!, block[0]!] : block.length > 2 ? mixToStereo(block) : block;

/** Reads several sources of one sample rate in parallel, each as stereo. */
export function createStemReader(sources: readonly AudioSource[]) {
  const { sampleRate } = sources[0]!.format;
  const channels = 2 * sources.length;
  const readers = sources.map((source) => createReader(source));
  return createStemStream({
    channels,
    async read(from, count) {
      const found = await Promise.all(readers.map((read) => read(from, count)));
      return found.flatMap(stereoOf);
    },
    createStretcher: () => createStretcher(channels, sampleRate),
  });
}
