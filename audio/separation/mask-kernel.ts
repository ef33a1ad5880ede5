import {
  F32X4_ADD,
  advance,
  assembleModule,
  body,
  type Code,
  constant,
  F32X4_DIV,
  get,
  I32,
  instantiateWithMemory,
  int,
  load,
  load32Splat,
  loop,
  F32X4_PMAX,
  addProduct,
  F32X4_MUL,
  numbersTo,
  set,
  store,
  F32X4_SUB,
  V128,
  assembleFusedIfSupported,
  ZERO,
} from "../wasm/assembler.ts";
import { exponential } from "../wasm/vector-functions.ts";
import { LANES, type VectorMemory } from "../wasm/vector-memory.ts";

/** Vectors of bins, and hidden units, that are worked on side by side: each sum waits for the one before it. */
const VECTORS = 2;
const UNITS = 4;
const BYTES = 4 * LANES;
/** Bins that are worked on at once: rows have room for as many after their last one. */
export const BINS_AT_ONCE = VECTORS * LANES;

/** A net of one hidden layer: hidden units, some of which know nothing of the rough shares, and the sums. */
export interface MaskLayer {
  /** Of each unit its weights for the features, for the rough shares and for the sources, and its bias. */
  readonly units: readonly {
    readonly features: readonly number[];
    readonly rough: readonly number[];
    readonly bias: number;
    readonly sources: readonly number[];
  }[];
  readonly biases: readonly number[];
}

/** Numbers that a layer takes of a memory, at most. */
export const maskLayerFloats = ({ units, biases }: MaskLayer): number =>
  units.reduce(
    (sum, unit) => sum + unit.features.length + unit.rough.length + 1 + biases.length,
    0,
  ) +
  biases.length +
  LANES;

interface Place {
  /** Bytes from feature to feature, from rough share to rough share, and from share to share. */
  readonly input: number;
  readonly rough: number;
  readonly output: number;
  /** Where weights of groups of units lie, and the sources' biases. */
  readonly weights: number;
  readonly biases: number;
  readonly features: number;
  readonly sources: number;
  /** Groups that know the features alone, and those after them, which know rough shares as well. */
  readonly plain: number;
  readonly knowing: number;
}

/** `(features, rough, shares, turns)`: the shares' logarithms, but for what is the same in all. */
function assembleNet(place: Place, fused: boolean): number[] {
  const [from, rough, to, left] = [0, 1, 2, 3] as const;
  const [at, groups] = [4, 5] as const;
  const { features, sources } = place;
  const columns = numbersTo(VECTORS);
  const rows = numbersTo(UNITS);
  const input = (i: number, v: number) => 6 + VECTORS * i + v;
  const share = (i: number, v: number) => input(features + sources + i, v);
  const unit = (j: number, v: number) => share(sources + j, v);
  const weight = unit(UNITS, 0);
  /** A number of each unit of the group, as all of them lie in it. */
  const each = (number: number, code: (j: number) => Code): Code =>
    rows.map((j) => [get(at), load32Splat(4 * (number * UNITS + j)), set(weight), code(j)]);
  const work = (count: number, inputs: number): Code =>
    count === 0
      ? []
      : [
          [int(count), set(groups)],
          loop(groups, [
            each(0, (j) => columns.map((v) => [get(weight), set(unit(j, v))])),
            numbersTo(inputs).map((i) =>
              each(1 + i, (j) =>
                columns.map((v) => addProduct(unit(j, v), get(input(i, v)), get(weight), fused)),
              ),
            ),
            rows.map((j) =>
              columns.map((v) => [get(unit(j, v)), ZERO, F32X4_PMAX, set(unit(j, v))]),
            ),
            numbersTo(sources).map((i) =>
              each(1 + inputs + i, (j) =>
                columns.map((v) => addProduct(share(i, v), get(unit(j, v)), get(weight), fused)),
              ),
            ),
            advance(at, 4 * UNITS * (1 + inputs + sources)),
          ]),
        ];
  const loadAll = (count: number, source: number, step: number, local: typeof input): Code =>
    numbersTo(count).map((i) =>
      columns.map((v) => [get(source), load(i * step + BYTES * v), set(local(i, v))]),
    );
  return body(
    [
      [2, I32],
      [VECTORS * (features + 2 * sources + UNITS) + 1, V128],
    ],
    loop(left, [
      loadAll(features, from, place.input, input),
      loadAll(sources, rough, place.rough, (i, v) => input(features + i, v)),
      // What the net adds to the rough shares.
      numbersTo(sources).map((i) => [
        [int(0), load32Splat(place.biases + 4 * i), set(weight)],
        columns.map((v) => [get(input(features + i, v)), get(weight), F32X4_ADD, set(share(i, v))]),
      ]),
      [int(place.weights), set(at)],
      work(place.plain, features),
      work(place.knowing, features + sources),
      numbersTo(sources).map((i) =>
        columns.map((v) => [get(to), get(share(i, v)), store(i * place.output + BYTES * v)]),
      ),
      [from, rough, to].map((local) => advance(local, BYTES * VECTORS)),
    ]),
  );
}

/** `(shares, vectors)`: shares in place of their logarithms, so that they add up to 1. */
function assembleShares(sources: number, output: number, fused: boolean): number[] {
  const [at, left] = [0, 1] as const;
  const [x, whole, sum, most, all] = [2, 3, 4, 5, 6] as const;
  const row = (i: number): Code => [get(at), load(i * output)];
  return body(
    [[5, V128]],
    loop(left, [
      [row(0), numbersTo(sources - 1).map((i) => [row(i + 1), F32X4_PMAX]), set(most)],
      [ZERO, set(all)],
      numbersTo(sources).map((i) => [
        [row(i), get(most), F32X4_SUB, set(x)],
        exponential({ x, whole, sum, fused }),
        [get(at), get(x), store(i * output), get(all), get(x), F32X4_ADD, set(all)],
      ]),
      [constant(1), get(all), F32X4_DIV, set(all)],
      numbersTo(sources).map((i) => [get(at), row(i), get(all), F32X4_MUL, store(i * output)]),
      advance(at, BYTES),
    ]),
  );
}

/** Weights of the units in groups, number by number, of each of them all units'. */
function layOut(layer: MaskLayer): { numbers: number[]; plain: number; knowing: number } {
  const blind = layer.units.filter(({ rough }) => rough.every((weight) => weight === 0));
  const plain = Math.floor(blind.length / UNITS);
  const first = new Set(blind.slice(0, plain * UNITS));
  const ordered = [...first, ...layer.units.filter((unit) => !first.has(unit))];
  const numbers: number[] = [];
  for (let at = 0; at < ordered.length; at += UNITS) {
    const group = ordered
      .slice(at, at + UNITS)
      .map(({ features, rough, bias, sources }) => [
        bias,
        ...features,
        ...(at < first.size ? [] : rough),
        ...sources,
      ]);
    for (const i of group[0]!.keys()) for (const unit of group) numbers.push(unit[i]!);
  }
  return { numbers, plain, knowing: ordered.length / UNITS - plain };
}

/** Of rows of so many bins; the first row of each kind says where the others lie. */
export interface MaskRows {
  readonly features: readonly Float32Array[];
  readonly rough: readonly Float32Array[];
  readonly shares: readonly Float32Array[];
}

/**
 * What turns features and rough shares into shares, which are filled.
 * @param layer with a multiple of four units
 * @param rows each kind evenly spaced in the memory, with room for `BINS_AT_ONCE` after each
 */
export function createMaskKernel(
  { memory, take }: VectorMemory,
  layer: MaskLayer,
  { features, rough, shares }: MaskRows,
): () => void {
  const { numbers, plain, knowing } = layOut(layer);
  const weights = take(numbers.length);
  weights.set(numbers);
  const biases = take(layer.biases.length);
  biases.set(layer.biases);
  const between = (all: readonly Float32Array[]) => all[1]!.byteOffset - all[0]!.byteOffset;
  const place: Place = {
    input: between(features),
    rough: between(rough),
    output: between(shares),
    weights: weights.byteOffset,
    biases: biases.byteOffset,
    features: features.length,
    sources: shares.length,
    plain,
    knowing,
  };
  const kernels = instantiateWithMemory<
    Readonly<Record<"net" | "share", (...all: number[]) => void>>
  >(
    memory,
    assembleFusedIfSupported((fused) =>
      assembleModule([
        { name: "net", parameters: 4, body: assembleNet(place, fused) },
        {
          name: "share",
          parameters: 2,
          body: assembleShares(place.sources, place.output, fused),
        },
      ]),
    ),
  );
  const starts = [features, rough, shares].map((all) => all[0]!.byteOffset);
  const bins = shares[0]!.length;
  return () => {
    kernels.net(...starts, Math.ceil(bins / BINS_AT_ONCE));
    kernels.share(starts[2]!, Math.ceil(bins / LANES));
  };
}
