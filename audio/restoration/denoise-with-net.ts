import type { AsyncNet, Block, EffectNet, Format, Processor } from "../effect.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { createSpeechDenoiser } from "./denoise-speech.ts";
import { createSideChain, type FixedStep } from "./side-chain.ts";
import type { SpeechNets } from "./speech-nets.ts";

interface Options {
  /** 0 to 1: 0 leaves all noise, 1 none. */
  readonly strength: number;
  readonly format: Format;
  readonly nets: SpeechNets;
}

/**
 * Speech without noise, with a net that answers later. One that hears all frequencies does it alone,
 * channel by channel; another one takes the place of DTLN.
 */
export function denoiseWithNet(
  blocks: AsyncIterable<Block>,
  net: EffectNet,
  options: Options,
): AsyncGenerator<Block, void, undefined> {
  if ("split" in net) throw new TypeError("The net takes sounds apart, and no noise from them");
  return net.another
    ? denoiseAlone(blocks, [net, net.another], options)
    : denoiseTogether(blocks, net, options);
}

/**
 * A channel through a net that answers later, in time and as long: what the net will be asked is found by a
 * side chain; its answers are played back through another, which asks the same.
 */
function createAnswered(net: AsyncNet, sampleRate: number) {
  const asked = createSampleQueue(1);
  const answered = createSampleQueue(1);
  const step = (run: FixedStep["run"]): Processor =>
    createSideChain({ ...shapeOf(net), run }, sampleRate);
  const questions = step((input) => asked.push([input]));
  const answers = step((_, output) => output.set(answered.take(net.hop)[0]!));
  const answer = async (): Promise<void> => {
    if (asked.frames > 0) answered.push([await net.run(asked.take(asked.frames)[0]!)]);
  };
  return {
    async process(block: Block): Promise<Block | null> {
      questions.process(block);
      await answer();
      return answers.process(block);
    },
    async finish(): Promise<Block | null> {
      questions.finish();
      await answer();
      return answers.finish();
    },
  };
}

const shapeOf = ({ sampleRate, hop, delay }: AsyncNet): Omit<FixedStep, "run"> => ({
  sampleRate,
  hop,
  delay,
});

async function* denoiseAlone(
  blocks: AsyncIterable<Block>,
  [first, another]: readonly [AsyncNet, () => AsyncNet],
  { strength, format: { sampleRate, channels } }: Options,
): AsyncGenerator<Block, void, undefined> {
  const chains = Array.from({ length: channels }, (_, channel) =>
    createAnswered(channel === 0 ? first : another(), sampleRate),
  );
  const heard = createSampleQueue(channels);
  const mix = (estimates: readonly (Block | null)[]): Block | null => {
    const frames = estimates[0] ? estimates[0][0]!.length : 0;
    if (frames === 0) return null;
    const dry = heard.take(frames);
    return dry.map((samples, channel) => {
      const estimate = estimates[channel]![0]!;
      return samples.map((sample, at) => sample + strength * (estimate[at]! - sample));
    });
  };
  const each = async (
    run: (chain: (typeof chains)[number], channel: number) => Promise<Block | null>,
  ): Promise<Block | null> => {
    const estimates: (Block | null)[] = [];
    for (const [channel, chain] of chains.entries()) {
      const told = await run(chain, channel);
      // What a chain gives is its own until the next call, and the chains are called in turn.
      estimates.push(told && [told[0]!.slice()]);
    }
    return mix(estimates);
  };
  for await (const block of blocks) {
    heard.push(block);
    const out = await each((chain, channel) => chain.process([block[channel]!]));
    if (out) yield out;
  }
  const rest = await each((chain) => chain.finish());
  if (rest) yield rest;
}

async function* denoiseTogether(
  blocks: AsyncIterable<Block>,
  net: AsyncNet,
  { strength, format, nets }: Options,
): AsyncGenerator<Block, void, undefined> {
  const { hop } = net;
  const asked = createSampleQueue(1);
  const answered = createSampleQueue(1);
  const step = (run: FixedStep["run"]): FixedStep => ({ ...shapeOf(net), run });
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
