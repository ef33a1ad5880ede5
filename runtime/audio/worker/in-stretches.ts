import type { Block, Format } from "../../../audio/effect.ts";
import { framesOf } from "../../../audio/signal/blocks.ts";
import { MediaFault } from "./media-fault.ts";
import type { FromHelper, StretchAnswer, StretchRequest } from "./stretch-protocol.ts";
import type { Stretch } from "./stretches.ts";

/** Frames that are taken at once: what becomes of them is several times as large. */
const PIECE = 65_536;
/** Stretches on their way beyond one a helper: who is done finds the next one. */
const SPARE = 2;

interface Work {
  readonly format: Format;
  /** Takes the output in order, piece by piece. */
  readonly take: (output: Block) => Promise<void>;
  /** @param frames that are worked on, wherever they are */
  readonly onProgress: (frames: number) => void;
}

/**
 * Lets helpers work on stretches of a sound, in turn, and takes them in their order. Two more are in
 * memory than there are helpers; they are moved, not copied.
 */
export async function workInStretches(
  helpers: readonly MessagePort[],
  stretches: AsyncIterable<Stretch>,
  { format, take, onProgress }: Work,
): Promise<void> {
  const waiting = helpers.map((): ((answer: StretchAnswer) => void)[] => []);
  /** Frames that each helper has done of the stretch that it is at. */
  const begun = helpers.map(() => 0);
  let done = 0;
  const tell = (): void => onProgress(begun.reduce((sum, frames) => sum + frames, done));
  for (const [at, helper] of helpers.entries())
    helper.onmessage = ({ data }: MessageEvent<FromHelper>) => {
      begun[at] = data.kind === "progress" ? data.frames : 0;
      if (data.kind === "stretch") done += framesOf(data.output);
      tell();
      if (data.kind !== "progress") waiting[at]!.shift()?.(data);
    };
  let turn = 0;
  const ask = (stretch: Stretch): Promise<StretchAnswer> =>
    new Promise((resolve) => {
      const at = turn++ % helpers.length;
      waiting[at]!.push(resolve);
      const request: StretchRequest = { ...stretch, format };
      helpers[at]!.postMessage(request, buffersOf(stretch.input));
    });
  const asked: Promise<StretchAnswer>[] = [];
  async function takeNext(): Promise<void> {
    const answer = await asked.shift()!;
    if (answer.kind === "fault") throw new MediaFault(answer.code, answer.params);
    if (answer.kind === "broken")
      throw Object.assign(new Error(answer.message), { name: answer.name });
    const { output } = answer;
    for (let at = 0; at < framesOf(output); at += PIECE)
      await take(output.map((samples) => samples.subarray(at, at + PIECE)));
  }
  for await (const stretch of stretches) {
    asked.push(ask(stretch));
    if (asked.length >= helpers.length + SPARE) await takeNext();
  }
  while (asked.length > 0) await takeNext();
}

/** What is moved with a block. */
export const buffersOf = (block: Block): ArrayBuffer[] =>
  block.map(({ buffer }) => buffer as ArrayBuffer);
