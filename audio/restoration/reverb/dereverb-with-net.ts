import type { Block, EffectNet, Format, SplittingNet } from "../../effect.ts";
import { convertBlocks } from "../../nets/studio/convert-blocks.ts";
import { createSampleQueue } from "../sample-queue.ts";

interface Options {
  /** 0 to 1: 0 leaves all of the room, 1 none. */
  readonly strength: number;
  readonly format: Format;
}

/** The same blocks, once for each who reads; what one of them is behind by is held. */
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

/** The sound of the room in one channel or two, at their own rate. */
async function* roomOf(
  blocks: AsyncIterable<Block>,
  net: SplittingNet,
  { sampleRate, channels }: Format,
): AsyncGenerator<Block, void, undefined> {
  const stereo = { sampleRate: net.sampleRate, channels: 2 } as const;
  async function* found(): AsyncGenerator<Block, void, undefined> {
    const heard = convertBlocks(blocks, { sampleRate, channels }, stereo);
    for await (const [room] of net.split(heard)) yield room;
  }
  yield* convertBlocks(found(), stereo, { sampleRate, channels: channels === 1 ? 1 : 2 });
}

/**
 * Takes away what a net finds of the room in a sound, two channels at once. As long as the sound and in
 * time with it; what lies above half of the net's rate stays.
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
  async function* heard(): AsyncGenerator<Block, void, undefined> {
    for await (const block of blocks) {
      dry.push(block);
      // Who gave it may use it again.
      yield block.map((samples) => samples.slice());
    }
  }
  const readers = tee(heard(), pairs.length);
  const rooms = pairs.map(({ first, count }, at) => {
    async function* own(): AsyncGenerator<Block, void, undefined> {
      for await (const block of readers[at]!) yield block.slice(first, first + count);
    }
    return roomOf(own(), net, { sampleRate, channels: count });
  });
  const found = createSampleQueue(channels);
  /** @param most frames, which the queues have */
  function* take(most: number): Generator<Block, void, undefined> {
    if (most === 0) return;
    const rest = found.take(most);
    yield dry
      .take(most)
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
  // Between two rates a length may be a sample off.
  const left = dry.frames;
  if (found.frames < left) {
    const lacking = left - found.frames;
    found.push(Array.from({ length: channels }, () => new Float32Array(lacking)));
  }
  yield* take(left);
}
