import type { Block, EffectNet, Format, SeparationNet } from "../../effect.ts";
import { convertBlocks } from "../../nets/studio/convert-blocks.ts";
import { createSampleQueue } from "../sample-queue.ts";

interface Options {
  /** 0 (keeps all reverb) to 1 (removes all reverb). */
  readonly strength: number;
  readonly format: Format;
}

/** The same blocks for several readers; items are buffered for the slower ones. */
function tee<T>(items: AsyncIterable<T>, readers: number): AsyncIterable<T>[] {
  const source = items[Symbol.asyncIterator]();
  const held = Array.from({ length: readers }, (): Promise<IteratorResult<T>>[] => []);
  return held.map((own) => ({
    async *[Symbol.asyncIterator]() {
      for (;;) {
        if (own.length === 0) {
          const next = source.next();
          for (const other of held) other.push(next);
        }
        const { done, value } = await own.shift()!;
        if (done) return;
        yield value;
      }
    },
  }));
}

/** The reverb of one or two channels, at their own rate. */
async function* extractReverb(
  blocks: AsyncIterable<Block>,
  net: SeparationNet,
  { sampleRate, channels }: Format,
): AsyncGenerator<Block, void, undefined> {
  const stereo = { sampleRate: net.sampleRate, channels: 2 } as const;
  async function* found(): AsyncGenerator<Block, void, undefined> {
    const converted = convertBlocks(blocks, { sampleRate, channels }, stereo);
    for await (const [room] of net.split(converted)) yield room;
  }
  yield* convertBlocks(found(), stereo, { sampleRate, channels: channels === 1 ? 1 : 2 });
}

/**
 * Subtracts the reverb that a network extracts, two channels at once. Length is kept and latency
 * compensated; the band above half of the network's rate is unchanged.
 */
export async function* dereverbWithNet(
  blocks: AsyncIterable<Block>,
  net: EffectNet,
  { strength, format: { sampleRate, channels } }: Options,
): AsyncGenerator<Block, void, undefined> {
  if (!("split" in net)) throw new TypeError("The net finds no rooms");
  const pairs = Array.from({ length: Math.ceil(channels / 2) }, (_, at) => ({
    first: 2 * at,
    count: Math.min(2, channels - 2 * at),
  }));
  const dry = createSampleQueue(channels);
  async function* inputBlocks(): AsyncGenerator<Block, void, undefined> {
    for await (const block of blocks) {
      dry.push(block);
      // The source may reuse its block.
      yield block.map((samples) => samples.slice());
    }
  }
  const readers = tee(inputBlocks(), pairs.length);
  const rooms = pairs.map(({ first, count }, at) => {
    async function* own(): AsyncGenerator<Block, void, undefined> {
      for await (const block of readers[at]!) yield block.slice(first, first + count);
    }
    return extractReverb(own(), net, { sampleRate, channels: count });
  });
  const found = createSampleQueue(channels);
  /** @param frames available in both queues */
  function* take(frames: number): Generator<Block, void, undefined> {
    if (frames === 0) return;
    const rest = found.take(frames);
    yield dry
      .take(frames)
      .map((samples, channel) =>
        samples.map((sample, at) => sample - strength * rest[channel]![at]!),
      );
  }
  for (;;) {
    const parts = await Promise.all(rooms.map((room) => room.next()));
    if (parts.some(({ done }) => done)) break;
    const block = parts.flatMap(({ value }) => value as Block);
    const length = Math.min(...block.map((samples) => samples.length));
    found.push(block.map((samples) => samples.subarray(0, length)));
    yield* take(Math.min(found.frames, dry.frames));
  }
  // Resampling may change the length by a sample.
  const left = dry.frames;
  if (found.frames < left) {
    const lacking = left - found.frames;
    found.push(Array.from({ length: channels }, () => new Float32Array(lacking)));
  }
  yield* take(left);
}
