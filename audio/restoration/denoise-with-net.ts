import type { AsyncNet, Block, EffectNet, Format, Processor } from "../effect.ts";
import { createSampleQueue } from "./sample-queue.ts";
import { createSpeechDenoiser } from "./denoise-speech.ts";
import { createRemovalLimit } from "./limit/limit-removal.ts";
import { createRateAdapter, type FixedStep } from "./rate-adapter.ts";
import type { SpeechNets } from "./speech-nets.ts";

interface Options {
  /** 0 (keeps all noise) to 1 (removes all noise). */
  readonly strength: number;
  readonly format: Format;
  readonly nets: SpeechNets;
}

/**
 * Removes noise from speech with an asynchronous network. A full-band network runs alone, channel
 * by channel; others replace DTLN.
 */
export function denoiseWithNet(
  blocks: AsyncIterable<Block>,
  net: EffectNet,
  options: Options,
): AsyncGenerator<Block, void, undefined> {
  if ("split" in net) throw new TypeError("The net takes sounds apart, and no noise from them");
  return net.fullBand
    ? denoiseAlone(blocks, net, options)
    : denoiseTogether(blocks, net.clone(), options);
}

/**
 * Runs a channel through an asynchronous network, with latency compensated. One rate adapter
 * collects the network's input; a second adapter with identical timing plays back its output.
 */
function createAsyncChannel(net: AsyncNet, sampleRate: number) {
  const netInput = createSampleQueue(1);
  const netOutput = createSampleQueue(1);
  const step = (run: FixedStep["run"]): Processor =>
    createRateAdapter({ ...shapeOf(net), run }, sampleRate);
  const inputAdapter = step((input) => netInput.push([input]));
  const outputAdapter = step((_, output) => output.set(netOutput.take(net.hop)[0]!));
  const runNet = async (): Promise<void> => {
    if (netInput.frames > 0) netOutput.push([await net.run(netInput.take(netInput.frames)[0]!)]);
  };
  return {
    async process(block: Block): Promise<Block | null> {
      inputAdapter.process(block);
      await runNet();
      return outputAdapter.process(block);
    },
    async finish(): Promise<Block | null> {
      inputAdapter.finish();
      await runNet();
      return outputAdapter.finish();
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
  net: AsyncNet,
  { strength, format }: Options,
): AsyncGenerator<Block, void, undefined> {
  const { sampleRate, channels } = format;
  const limit = createRemovalLimit(format, { strength, estimates: 0 });
  const chains = Array.from({ length: channels }, () =>
    createAsyncChannel(net.clone(), sampleRate),
  );
  const inputQueue = createSampleQueue(channels);
  const mix = (estimates: readonly (Block | null)[]): Block | null => {
    const frames = estimates[0] ? estimates[0][0]!.length : 0;
    if (frames === 0) return null;
    const dry = inputQueue.take(frames);
    const wet = dry.map((samples, channel) => {
      const estimate = estimates[channel]![0]!;
      return samples.map((sample, at) => sample + strength * (estimate[at]! - sample));
    });
    return limit.process([...dry, ...wet]);
  };
  const each = async (
    run: (chain: (typeof chains)[number], channel: number) => Promise<Block | null>,
  ): Promise<Block | null> => {
    const estimates: (Block | null)[] = [];
    for (const [channel, chain] of chains.entries()) {
      const output = await run(chain, channel);
      // The output of a channel is valid only until the next call.
      estimates.push(output && [output[0]!.slice()]);
    }
    return mix(estimates);
  };
  for await (const block of blocks) {
    inputQueue.push(block);
    const out = await each((chain, channel) => chain.process([block[channel]!]));
    if (out) yield out;
  }
  const rest = await each((chain) => chain.finish());
  if (rest) yield rest;
  const last = limit.finish();
  if (last) yield last;
}

async function* denoiseTogether(
  blocks: AsyncIterable<Block>,
  net: AsyncNet,
  { strength, format, nets }: Options,
): AsyncGenerator<Block, void, undefined> {
  const { hop } = net;
  const netInput = createSampleQueue(1);
  const netOutput = createSampleQueue(1);
  const step = (run: FixedStep["run"]): FixedStep => ({ ...shapeOf(net), run });
  const inputAdapter = createRateAdapter(
    step((input) => netInput.push([input])),
    format.sampleRate,
  );
  const denoiser = createSpeechDenoiser(
    strength,
    format,
    nets,
    step((_, output) => output.set(netOutput.take(hop)[0]!)),
  );
  const runNet = async (): Promise<void> => {
    if (netInput.frames > 0) netOutput.push([await net.run(netInput.take(netInput.frames)[0]!)]);
  };
  for await (const block of blocks) {
    inputAdapter.process(block);
    await runNet();
    const out = denoiser.process(block);
    if (out) yield out;
  }
  inputAdapter.finish();
  await runNet();
  const rest = denoiser.finish();
  if (rest) yield rest;
}
