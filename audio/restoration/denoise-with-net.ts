import type { AsyncNet, Block, Format } from "../effect.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { createSpeechDenoiser } from "./denoise-speech.ts";
import { createSideChain, type FixedStep } from "./side-chain.ts";
import type { SpeechNets } from "./speech-nets.ts";

/**
 * Speech without noise, with a net that answers later in the place of DTLN: what the net will be asked
 * is found by a side chain of its own; its answers are then played back to the denoiser, which asks the
 * same.
 *
 * @param strength 0 to 1: 0 leaves all noise, 1 none
 */
export async function* denoiseWithNet(
  blocks: AsyncIterable<Block>,
  net: AsyncNet,
  { strength, format, nets }: { strength: number; format: Format; nets: SpeechNets },
): AsyncGenerator<Block, void, undefined> {
  const { sampleRate, hop, delay } = net;
  const asked = createSampleQueue(1);
  const answered = createSampleQueue(1);
  const step = (run: FixedStep["run"]): FixedStep => ({ sampleRate, hop, delay, run });
  const questions = createSideChain(
    step((input) => asked.push([input])),
    format.sampleRate,
  );
  const denoiser = createSpeechDenoiser(
    strength,
    format,
    nets,
    step((_, output) => output.set(answered.take(hop)[0]!)),
  );
  const answer = async (): Promise<void> => {
    if (asked.frames > 0) answered.push([await net.run(asked.take(asked.frames)[0]!)]);
  };
  for await (const block of blocks) {
    questions.process(block);
    await answer();
    const out = denoiser.process(block);
    if (out) yield out;
  }
  questions.finish();
  await answer();
  const rest = denoiser.finish();
  if (rest) yield rest;
}
