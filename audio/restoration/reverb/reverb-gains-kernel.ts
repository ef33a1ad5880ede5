import {
  ADD,
  advance,
  assembleModule,
  body,
  constant,
  DIVIDE,
  get,
  instantiateOver,
  load,
  loop,
  QUICK_MOST,
  MULTIPLY,
  set,
  store,
  SUBTRACT,
  V128,
  ZERO,
} from "../../wasm/assembler.ts";
import type { Spectra } from "../../signal/stft.ts";
import { LANES, type VectorMemory } from "../../wasm/vector-memory.ts";

const VECTOR_BYTES = 4 * LANES;
/** Weight of the newest frame in the power of a bin. */
const NEWEST = 0.5;
/** The lowest gain: −15 dB. */
const LOWEST = 0.18;
/** Weight of the newest gain. */
const QUICK = 0.6;

/** What takes late sound away from the spectra that are in the same memory. */
export interface ReverbGains {
  /** Takes a part of what was predicted (as `ReverbKernel` has it) from a channel. */
  subtract(channel: number, late: Float32Array): void;
  /** Holds down what is expected to be late, in all channels. */
  apply(powers: Powers): void;
}

/** Of all bins. */
interface Powers {
  /** Of the frame; it is left as zeros. */
  readonly power: Float32Array;
  /** Of a frame before, in place of which that of this frame is put. */
  readonly late: Float32Array;
  /** Of the last frame. */
  readonly before: Float32Array;
  /** Part of `late` that is expected now. */
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
        [get(late), load(VECTOR_BYTES * part), constant(strength), MULTIPLY, SUBTRACT, store()],
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
      [get(power), load(), constant(NEWEST), MULTIPLY],
      [get(before), load(), constant(1 - NEWEST), MULTIPLY, ADD, set(now)],
      [get(power), ZERO, store()],
      [constant(1), get(left), load(), get(late), load(), MULTIPLY],
      [get(now), constant(1e-12), ADD, DIVIDE, SUBTRACT, constant(LOWEST), QUICK_MOST],
      [constant(QUICK), MULTIPLY, get(gains), load(), constant(1 - QUICK), MULTIPLY, ADD],
      [set(gain), get(gains), get(gain), store(), get(late), get(now), store()],
      [get(applied), get(gain), constant(strength), MULTIPLY, constant(1 - strength), ADD, store()],
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
      [get(values), get(values), load(), get(factors), load(), MULTIPLY, store()],
      [values, factors].map((local) => advance(local, VECTOR_BYTES)),
    ]),
  );
}

type Work = (...numbers: readonly number[]) => void;

/** Numbers that it takes of its memory. */
export const gainsFloats = (bins: number): number => 2 * (bins + LANES);

/**
 * @param strength 0 to 1
 * @param predicted bins whose late sound is predicted
 */
export function createReverbGains(
  { strength, predicted }: { readonly strength: number; readonly predicted: number },
  { re, im }: Spectra,
  { memory, take }: VectorMemory,
): ReverbGains {
  const bins = re[0]!.length;
  const kernels = instantiateOver<Readonly<Record<"subtract" | "gains" | "apply", Work>>>(
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
      const places = [power, late, before, left, gains, applied].map((array) => array.byteOffset);
      kernels.gains(...places, vectors);
      for (const values of [...re, ...im])
        kernels.apply(values.byteOffset, applied.byteOffset, vectors);
    },
  };
}
