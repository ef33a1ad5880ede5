import type { Block, Format, Resources } from "#audio/effect.ts";
import { failureOf } from "../failure.ts";
import { MediaFault } from "../media-fault.ts";
import { buffersOf, type BufferPool } from "./buffer-pool.ts";
import type { Failure } from "../protocol.ts";
import type { FromHelper, SegmentResult, ToHelper } from "./segment-protocol.ts";
import type { Segment } from "./segments.ts";

/** Frames that are taken at once: what becomes of them is several times as large. */
const PIECE = 16_384;
/** Segments on their way beyond one a helper: who is done finds the next one. */
const SPARE = 1;

interface Work {
  readonly format: Format;
  readonly resources: Resources;
  /** Where blocks of segments go afterwards. */
  readonly pool: BufferPool;
  /** Takes the output in order, piece by piece; it is gone afterwards. */
  readonly take: (output: Block) => Promise<void>;
  /** @param frames that are worked on, wherever they are */
  readonly onProgress: (frames: number) => void;
}

/**
 * Lets helpers work on segments of a sound, in turn, and takes them in their order. One more is in
 * memory than there are helpers; they are moved, not copied.
 */
export async function processInSegments(
  helpers: readonly MessagePort[],
  segments: AsyncIterable<Segment>,
  { format, resources, pool, take, onProgress }: Work,
): Promise<void> {
  const waiting = helpers.map((): ((answer: SegmentResult) => void)[] => []);
  /** Frames that each helper has done of the segment that it is at. */
  const begun = helpers.map(() => 0);
  let done = 0;
  const tell = (): void => onProgress(begun.reduce((sum, frames) => sum + frames, done));
  const postToHelper = (at: number, message: ToHelper, moved: ArrayBuffer[]): void =>
    helpers[at]!.postMessage(message, moved);
  const loaded = new Map<string, { readonly bytes: Promise<ArrayBuffer>; askers: number }>();
  /** Why what helpers want cannot be had: they do no segment without. */
  let failed: Failure | null = null;
  async function give(name: string, at: number): Promise<void> {
    try {
      const known = loaded.get(name) ?? { bytes: resources.bytes(name), askers: 0 };
      loaded.set(name, known);
      // Each asks once: for the last one it need not be copied, and then nobody wants it any more.
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
      tell();
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
  const asked: Promise<SegmentResult>[] = [];
  async function takeNext(): Promise<void> {
    const answer = await asked.shift()!;
    if (answer.kind === "fault") throw new MediaFault(answer.code, answer.params);
    if (answer.kind === "broken")
      throw Object.assign(new Error(answer.message), { name: answer.name });
    const { block, skip, count } = answer;
    for (let at = skip; at < skip + count; at += PIECE) {
      const end = Math.min(at + PIECE, skip + count);
      await take(block.map((samples) => samples.subarray(at, end)));
    }
    pool.release(block);
  }
  for await (const segment of segments) {
    asked.push(ask(segment));
    if (asked.length >= helpers.length + SPARE) await takeNext();
  }
  while (asked.length > 0) await takeNext();
}
