import type { Block } from "../../../audio/effect.ts";
import { framesOf } from "../../../audio/signal/blocks.ts";
import { MediaFault } from "./media-fault.ts";
import type { StretchAnswer, StretchRequest } from "./stretch-protocol.ts";

/** Frames that are taken at once: what becomes of them is several times as large. */
const PIECE = 65_536;
/** Stretches that each helper has before it, so that it need not wait. */
const AHEAD = 2;

/**
 * Lets helpers work on stretches of a sound, in turn, and takes them in their order. So many are in
 * memory as there are helpers, twice.
 * @param count frames of a stretch
 */
export async function workInStretches(
  helpers: readonly MessagePort[],
  count: number,
  take: (input: Block, output: Block) => Promise<void>,
): Promise<void> {
  const waiting = helpers.map((): ((answer: StretchAnswer) => void)[] => []);
  for (const [at, helper] of helpers.entries())
    helper.onmessage = ({ data }: MessageEvent<StretchAnswer>) => waiting[at]!.shift()?.(data);
  const ask = (stretch: number): Promise<StretchAnswer> =>
    new Promise((resolve) => {
      const at = stretch % helpers.length;
      waiting[at]!.push(resolve);
      const request: StretchRequest = { from: stretch * count, count };
      helpers[at]!.postMessage(request);
    });
  const asked = Array.from({ length: helpers.length * AHEAD }, (_, stretch) => ask(stretch));
  for (let stretch = 0; ; stretch++) {
    const answer = await asked.shift()!;
    if (answer.kind === "fault") throw new MediaFault(answer.code, answer.params);
    if (answer.kind === "broken")
      throw Object.assign(new Error(answer.message), { name: answer.name });
    const frames = framesOf(answer.input);
    const piece = (block: Block, at: number): Block =>
      block.map((samples) => samples.subarray(at, at + PIECE));
    for (let at = 0; at < frames; at += PIECE)
      await take(piece(answer.input, at), piece(answer.output, at));
    if (frames < count) return;
    asked.push(ask(stretch + helpers.length * AHEAD));
  }
}
