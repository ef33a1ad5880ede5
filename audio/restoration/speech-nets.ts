import type { Resources } from "../effect.ts";
import {
  createDtln,
  DTLN_DELAY,
  DTLN_STEP,
  type DtlnWeights,
  readDtlnWeights,
} from "../nets/dtln.ts";
import {
  createRnnoise,
  loadRnnoise,
  type Rnnoise,
  RNNOISE_DELAY,
  RNNOISE_HOP,
} from "../nets/rnnoise.ts";
import type { FixedStep } from "./side-chain.ts";

/** Both nets that take noise from speech. */
export interface SpeechNets {
  readonly dtln: DtlnWeights;
  readonly rnnoise: Rnnoise;
}

export async function loadSpeechNets(resources: Resources): Promise<SpeechNets> {
  const [dtln, rnnoise] = await Promise.all([
    resources.bytes("dtln.f16"),
    resources.bytes("rnnoise.wasm"),
  ]);
  return { dtln: readDtlnWeights(dtln), rnnoise: loadRnnoise(rnnoise) };
}

/** Speech up to 8 kHz, true in its wave form. */
export const createLowStep = ({ dtln }: SpeechNets): FixedStep => ({
  sampleRate: 16_000,
  hop: DTLN_STEP,
  delay: DTLN_DELAY,
  run: createDtln(dtln),
});

/** Speech up to 24 kHz, with the most silent background. */
export function createFullStep({ rnnoise }: SpeechNets): FixedStep {
  const net = createRnnoise(rnnoise);
  return {
    sampleRate: 48_000,
    hop: RNNOISE_HOP,
    delay: RNNOISE_DELAY,
    run: (input, output) => void net.run(input, output),
    close: () => net.close(),
  };
}
