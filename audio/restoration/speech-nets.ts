import type { Resources } from "../effect.ts";
import {
  createDtln,
  DTLN_DELAY,
  DTLN_STEP,
  type DtlnWeights,
  readDtlnWeights,
} from "../nets/dtln.ts";
import { createRnnoise, RNNOISE_DELAY, RNNOISE_STEP } from "../nets/rnnoise.ts";
import { readRnnoiseWeights, type RnnoiseWeights } from "../nets/rnnoise-weights.ts";
import { createNetPool, type StreamingNet } from "../nets/streaming-net.ts";
import type { FixedStep } from "./rate-adapter.ts";

/** The two networks that remove noise from speech. */
export interface SpeechNets {
  readonly dtln: DtlnWeights;
  readonly rnnoise: RnnoiseWeights;
}

export async function loadSpeechNets(resources: Resources): Promise<SpeechNets> {
  const [dtln, rnnoise] = await Promise.all([
    resources.bytes("dtln.f16"),
    resources.bytes("rnnoise.q8"),
  ]);
  return { dtln: readDtlnWeights(dtln), rnnoise: readRnnoiseWeights(rnnoise) };
}

/** Creates steps for networks of one kind. */
function createStepFactory<Weights extends object>(
  create: (weights: Weights) => StreamingNet,
  shape: Pick<FixedStep, "sampleRate" | "hop" | "delay">,
) {
  const pool = createNetPool(create);
  return (weights: Weights): FixedStep => {
    const net = pool.acquire(weights);
    return { ...shape, run: net.run, end: () => pool.release(weights, net) };
  };
}

const lowStep = createStepFactory(createDtln, {
  sampleRate: 16_000,
  hop: DTLN_STEP,
  delay: DTLN_DELAY,
});
const fullStep = createStepFactory<RnnoiseWeights>(createRnnoise, {
  sampleRate: 48_000,
  hop: RNNOISE_STEP,
  delay: RNNOISE_DELAY,
});

/** Estimates speech up to 8 kHz with accurate waveforms. */
export const createLowStep = ({ dtln }: SpeechNets): FixedStep => lowStep(dtln);

/** Estimates speech up to 24 kHz with the quietest background. */
export const createFullStep = ({ rnnoise }: SpeechNets): FixedStep => fullStep(rnnoise);
