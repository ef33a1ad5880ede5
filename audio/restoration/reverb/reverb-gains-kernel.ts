import {
  F32X4_ADD,
  advance,
  assembleModule,
  body,
  constant,
  F32X4_DIV,
  get,
  instantiateWithMemory,
  load,
  loop,
  F32X4_PMAX,
  F32X4_MUL,
  set,
  store,
  F32X4_SUB,
  V128,
  ZERO,
} from "../../wasm/assembler.ts";
import type { Spectra } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";

const VECTOR_BYTES = 4 * LANES;
/** Weight of the newest frame in the smoothed power. */
const POWER_SMOOTHING = 0.5;
/** −15 dB. */
const MIN_GAIN = 0.18;
/** Weight of the newest gain. */
const GAIN_SMOOTHING = 0.6;

/** Removes late sound from the spectra in the same memory. */
export interface ReverbGains {
  /** Subtracts a fraction of the prediction (see `ReverbKernel`) from a channel. */
  subtract(channel: number, late: Float32Array): void;
  /** Attenuates the expected late sound in all channels. */
  apply(powers: Powers): void;
}

/** Values per bin. */
interface Powers {
  /** Power of the frame; reset to zeros. */
  readonly power: Float32Array;
  /** Power of an earlier frame, which is replaced by that of this frame. */
  readonly late: Float32Array;
  /** Power of the previous frame. */
  readonly before: Float32Array;
  /** Fraction of `late` that is expected now. */
  readonly left: Float32Array;
}

/** `(re, im, late, vectors)` */
function assembleSubtract(strength: number): number[] {
  const [re, im, late, vectors] = [0, 1, 2, 3] as const;
  return body(
    [],
    loop(vectors, [
      [re, im].map((values, part) => [
        [get(values), get(values), load()],
        [get(late), load(VECTOR_BYTES * part), constant(strength), F32X4_MUL, F32X4_SUB, store()],
        advance(values, VECTOR_BYTES),
      ]),
      advance(late, 2 * VECTOR_BYTES),
    ]),
  );
}

/** `(power, late, before, left, gains, applied, vectors)` */
function assembleGains(strength: number): number[] {
  const [power, late, before, left, gains, applied, vectors, now, gain] = [
    0, 1, 2, 3, 4, 5, 6, 7, 8,
  ] as const;
  return body(
    [[2, V128]],
    loop(vectors, [
      [get(power), load(), constant(POWER_SMOOTHING), F32X4_MUL],
      [get(before), load(), constant(1 - POWER_SMOOTHING), F32X4_MUL, F32X4_ADD, set(now)],
      [get(power), ZERO, store()],
      [constant(1), get(left), load(), get(late), load(), F32X4_MUL],
      [get(now), constant(1e-12), F32X4_ADD, F32X4_DIV, F32X4_SUB, constant(MIN_GAIN), F32X4_PMAX],
      [
        constant(GAIN_SMOOTHING),
        F32X4_MUL,
        get(gains),
        load(),
        constant(1 - GAIN_SMOOTHING),
        F32X4_MUL,
        F32X4_ADD,
      ],
      [set(gain), get(gains), get(gain), store(), get(late), get(now), store()],
      [
        get(applied),
        get(gain),
        constant(strength),
        F32X4_MUL,
        constant(1 - strength),
        F32X4_ADD,
        store(),
      ],
      [power, late, before, left, gains, applied].map((local) => advance(local, VECTOR_BYTES)),
    ]),
  );
}

/** `(values, factors, vectors)` */
function assembleApply(): number[] {
  const [values, factors, vectors] = [0, 1, 2] as const;
  return body(
    [],
    loop(vectors, [
      [get(values), get(values), load(), get(factors), load(), F32X4_MUL, store()],
      [values, factors].map((local) => advance(local, VECTOR_BYTES)),
    ]),
  );
}

type Work = (...numbers: readonly number[]) => void;

/** Floats that it allocates in its memory. */
export const gainsFloats = (bins: number): number => 2 * (bins + LANES);

/**
 * @param strength 0 to 1
 * @param predicted number of bins whose late sound is predicted
 */
export function createReverbGains(
  { strength, predicted }: { readonly strength: number; readonly predicted: number },
  { re, im }: Spectra,
  { memory, take }: VectorMemory,
): ReverbGains {
  const bins = re[0]!.length;
  const kernels = instantiateWithMemory<Readonly<Record<"subtract" | "gains" | "apply", Work>>>(
    memory,
    assembleModule([
      { name: "subtract", parameters: 4, body: assembleSubtract(strength) },
      { name: "gains", parameters: 7, body: assembleGains(strength) },
      { name: "apply", parameters: 3, body: assembleApply() },
    ]),
  );
  const [gains, applied] = [take(bins), take(bins)];
  const vectors = Math.ceil(bins / LANES);
  return {
    subtract: (channel, late) =>
      kernels.subtract(
        re[channel]!.byteOffset,
        im[channel]!.byteOffset,
        late.byteOffset,
        Math.ceil(predicted / LANES),
      ),
    apply({ power, late, before, left }) {
      const addresses = [power, late, before, left, gains, applied].map(
        (array) => array.byteOffset,
      );
      kernels.gains(...addresses, vectors);
      for (const values of [...re, ...im])
        kernels.apply(values.byteOffset, applied.byteOffset, vectors);
    },
  };
}
