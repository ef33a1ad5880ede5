import {
  ADD,
  addProduct,
  advance,
  assembleModule,
  body,
  type Code,
  get,
  instantiateOver,
  int,
  load,
  loadSplat,
  loop,
  MOST,
  numbersTo,
  set,
  store,
  V128,
  withFused,
  ZERO,
} from "../wasm/assembler.ts";
import { LANES, type VectorMemory } from "../wasm/vector-memory.ts";
import { HIDDEN, MASK_WEIGHTS } from "./mask-weights.ts";
import { FEATURES } from "./sound-features.ts";

/** What a mix is thought to be made of; every bin is shared among them. */
export const SOURCES = ["vocals", "drums", "bass", "guitar", "piano", "other"] as const;
export type SourceName = (typeof SOURCES)[number];

/** Shares of the sources, a number a bin each, which add up to 1. */
export type Shares = Readonly<Record<SourceName, Float32Array>>;

/** Hidden units that are worked on side by side: each sum waits for the one before it. */
const AT_ONCE = 4;
const OUTPUTS = SOURCES.length;
/** What is known of a bin, and what the net of bands makes of its surroundings. */
const INPUTS = FEATURES.length + OUTPUTS;

/** Numbers that it takes of a memory. */
export const maskNetFloats = (bins: number): number =>
  MASK_WEIGHTS.length + LANES + 2 * OUTPUTS * (bins + LANES);

interface Place {
  /** Bytes from feature to feature, from rough share to rough share, and from share to share. */
  readonly input: number;
  readonly rough: number;
  readonly output: number;
  /** Where the weights lie: of each hidden unit those of the features and its bias, then of the shares. */
  readonly weights: number;
}

/** `(features, rough, shares, vectors)`: the shares' logarithms, but for what is the same in all. */
function assembleNet(place: Place, fused: boolean): number[] {
  const [from, rough, to, left] = [0, 1, 2, 3] as const;
  const feature = (i: number) => 4 + i;
  const known = FEATURES.length;
  const share = (i: number) => feature(INPUTS) + i;
  const unit = (i: number) => share(OUTPUTS) + i;
  const perUnit = INPUTS + 1 + OUTPUTS;
  const weight = (number: number): Code => [int(0), loadSplat(place.weights + 4 * number)];
  const group = numbersTo(AT_ONCE);
  const units = numbersTo(HIDDEN / AT_ONCE).map((g): Code => {
    const first = (j: number) => (g * AT_ONCE + j) * perUnit;
    const each = (code: (j: number) => Code) => group.map(code);
    return [
      each((j) => [weight(first(j) + INPUTS), set(unit(j))]),
      numbersTo(INPUTS).map((i) =>
        each((j) => addProduct(unit(j), get(feature(i)), weight(first(j) + i), fused)),
      ),
      each((j) => [get(unit(j)), ZERO, MOST, set(unit(j))]),
      group.map((j) =>
        numbersTo(OUTPUTS).map((i) =>
          addProduct(share(i), get(unit(j)), weight(first(j) + INPUTS + 1 + i), fused),
        ),
      ),
    ];
  });
  return body(
    [[INPUTS + OUTPUTS + AT_ONCE, V128]],
    loop(left, [
      numbersTo(known).map((i) => [get(from), load(i * place.input), set(feature(i))]),
      numbersTo(OUTPUTS).map((i) => [
        [get(rough), load(i * place.rough), set(feature(known + i))],
        // What the net adds to the rough shares.
        [get(feature(known + i)), weight(HIDDEN * perUnit + i), ADD, set(share(i))],
      ]),
      units,
      numbersTo(OUTPUTS).map((i) => [get(to), get(share(i)), store(i * place.output)]),
      [advance(from, 4 * LANES), advance(rough, 4 * LANES), advance(to, 4 * LANES)],
    ]),
  );
}

export interface MaskNet {
  /** Logarithms of the shares as the net of bands has them, a row a source, to be filled. */
  readonly rough: readonly Float32Array[];
  run(): Shares;
}

/**
 * A net of one hidden layer for each bin by itself, fitted on rendered songs whose stems are known
 * (`bench/audio/separation`): from what is known of the bin, and rough shares, to the shares of the sources.
 * @param features rows in the memory, as far from each other as the first two
 */
export function createMaskNet(
  { memory, take }: VectorMemory,
  features: readonly Float32Array[],
): MaskNet {
  const bins = features[0]!.length;
  const weights = take(MASK_WEIGHTS.length);
  weights.set(MASK_WEIGHTS);
  const [rough, rows] = [SOURCES.map(() => take(bins)), SOURCES.map(() => take(bins))];
  const between = (all: readonly Float32Array[]) => all[1]!.byteOffset - all[0]!.byteOffset;
  const place = {
    input: between(features),
    rough: between(rough),
    output: between(rows),
    weights: weights.byteOffset,
  };
  const { run } = instantiateOver<{
    readonly run: (features: number, rough: number, shares: number, vectors: number) => void;
  }>(
    memory,
    withFused((fused) =>
      assembleModule([{ name: "run", parameters: 4, body: assembleNet(place, fused) }]),
    ),
  );
  const shares = Object.fromEntries(SOURCES.map((name, i) => [name, rows[i]!])) as Shares;
  const places = [features, rough, rows].map((all) => all[0]!.byteOffset) as [
    number,
    number,
    number,
  ];
  return {
    rough,
    run() {
      run(...places, Math.ceil(bins / LANES));
      for (let k = 0; k < bins; k++) {
        let most = -Infinity;
        for (const row of rows) most = Math.max(most, row[k]!);
        let sum = 0;
        for (const row of rows) sum += row[k] = Math.exp(row[k]! - most);
        const part = 1 / sum;
        for (const row of rows) row[k] = row[k]! * part;
      }
      return shares;
    },
  };
}
