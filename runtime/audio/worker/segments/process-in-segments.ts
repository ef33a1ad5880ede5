import type { Block, Format, Resources } from "#audio/effect.ts";
import { type Failure, failureOf } from "#audio/tasks/failure.ts";
import { MediaFault } from "#audio/tasks/media-fault.ts";
import { buffersOf, type BufferPool } from "./buffer-pool.ts";
import type { FromHelper, SegmentResult, ToHelper } from "./segment-protocol.ts";
import type { Segment } from "./segments.ts";

/**
 * Maximum number of frames passed to `take` at once, because results need several times the memory.
 */
const CHUNK_FRAMES = 16_384;
/**
 * Segments in flight beyond one for each helper, so that a helper that finishes starts the next at
 * once.
 */
const SPARE = 1;

interface Work {
  readonly format: Format;
  readonly resources: Resources;
  /** Receives the blocks of segments after use. */
  readonly pool: BufferPool;
  /** Receives the output in order, block by block; a block is only valid during the call. */
  readonly take: (output: Block) => Promise<void>;
  /** @param frames total frames processed by all helpers */
  readonly onProgress: (frames: number) => void;
}

/**
 * Distributes the segments of a source among helpers and delivers the results in order. Memory
 * holds one segment more than there are helpers; segments are transferred, not copied.
 */
export async function processInSegments(
  helpers: readonly MessagePort[],
  segments: AsyncIterable<Segment>,
  { format, resources, pool, take, onProgress }: Work,
): Promise<void> {
  const waiting = helpers.map((): ((answer: SegmentResult) => void)[] => []);
  /** Frames that each helper has processed of its current segment. */
  const begun = helpers.map(() => 0);
  let done = 0;
  const report = (): void => onProgress(begun.reduce((sum, frames) => sum + frames, done));
  const postToHelper = (at: number, message: ToHelper, moved: ArrayBuffer[]): void =>
    helpers[at]!.postMessage(message, moved);
  const loaded = new Map<string, { readonly bytes: Promise<ArrayBuffer>; askers: number }>();
  /**
   * Why a resource that helpers request cannot be loaded; helpers process no segment without it.
   */
  let failed: Failure | null = null;
  async function give(name: string, at: number): Promise<void> {
    try {
      const known = loaded.get(name) ?? { bytes: resources.bytes(name), askers: 0 };
      loaded.set(name, known);
      // Each helper asks once: the last one can take the original, because nothing else needs it.
      const isLast = ++known.askers === helpers.length;
      const whole = await known.bytes;
      const bytes = isLast ? whole : whole.slice(0);
      if (isLast) loaded.delete(name);
      postToHelper(at, { kind: "resource", name, bytes }, [bytes]);
    } catch (error) {
      failed = failureOf(error);
      for (const answer of waiting[at]!.splice(0)) answer(failed);
    }
  }
  for (const [at, helper] of helpers.entries())
    helper.onmessage = ({ data }: MessageEvent<FromHelper>) => {
      if (data.kind === "wants") return void give(data.name, at);
      begun[at] = data.kind === "progress" ? data.frames : 0;
      if (data.kind === "segment") done += data.count;
      report();
      if (data.kind !== "progress") waiting[at]!.shift()?.(data);
    };
  let turn = 0;
  const ask = (segment: Segment): Promise<SegmentResult> =>
    new Promise((resolve) => {
      if (failed) return resolve(failed);
      const at = turn++ % helpers.length;
      waiting[at]!.push(resolve);
      postToHelper(at, { kind: "work", format, ...segment }, buffersOf(segment.block));
    });
  const pending: Promise<SegmentResult>[] = [];
  async function takeNext(): Promise<void> {
    const answer = await pending.shift()!;
    if (answer.kind === "fault") throw new MediaFault(answer.code, answer.params);
    if (answer.kind === "broken")
      throw Object.assign(new Error(answer.message), { name: answer.name });
    const { block, skip, count } = answer;
    for (let at = skip; at < skip + count; at += CHUNK_FRAMES) {
      const end = Math.min(at + CHUNK_FRAMES, skip + count);
      await take(block.map((samples) => samples.subarray(at, end)));
    }
    pool.release(block);
  }
  for await (const segment of segments) {
    pending.push(ask(segment));
    if (pending.length >= helpers.length + SPARE) await takeNext();
  }
  while (pending.length > 0) await takeNext();
}
