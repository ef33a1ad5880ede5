import type { Resources } from "../effect.ts";
import { createRealFft } from "../signal/fft.ts";
import {
  createDtln,
  DTLN_FRAME,
  DTLN_HOP,
  type DtlnWeights,
  readDtlnWeights,
} from "../nets/dtln.ts";
import { createRnnoise, loadRnnoise, RNNOISE_DELAY, RNNOISE_HOP } from "../nets/rnnoise.ts";
import type { FixedStep } from "./side-chain.ts";

/** Both nets that take noise from speech. */
export interface SpeechNets {
  readonly dtln: DtlnWeights;
  readonly rnnoise: Awaited<ReturnType<typeof loadRnnoise>>;
}

export async function loadSpeechNets(resources: Resources): Promise<SpeechNets> {
  const [bytes, module] = await Promise.all([
    resources.bytes("dtln.f16"),
    resources.module("@shiguredo/rnnoise-wasm"),
  ]);
  return { dtln: readDtlnWeights(bytes), rnnoise: await loadRnnoise(module) };
}

/** Speech up to 8 kHz, true in its wave form. */
export const createLowStep = ({ dtln }: SpeechNets): FixedStep => ({
  sampleRate: 16_000,
  hop: DTLN_HOP,
  delay: DTLN_FRAME - DTLN_HOP,
  run: createDtln(dtln, createRealFft(DTLN_FRAME)),
});

/** Speech up to 24 kHz, with the most silent background. */
export function createFullStep({ rnnoise }: SpeechNets): FixedStep {
  const net = createRnnoise(rnnoise);
  return {
    sampleRate: 48_000,
    hop: RNNOISE_HOP,
    delay: RNNOISE_DELAY,
    run: (input, output) => void net.run(input, output),
    close: net.close,
  };
}
