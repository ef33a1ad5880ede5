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

/**
 * Vectors of bins, and hidden units, that are processed in parallel to hide the latency of each
 * sum.
 */
const VECTORS = 2;
const UNITS = 4;
const BYTES = 4 * LANES;
/** Bins per iteration: rows are padded by as many. */
export const BINS_PER_ITERATION = VECTORS * LANES;

/** A network with one hidden layer. Some hidden units have no inputs from the rough ratios. */
export interface MaskLayer {
  /**
   * Weights of each unit for the features, for the rough ratios and for the sources, and its bias.
   */
  readonly units: readonly {
    readonly features: readonly number[];
    readonly rough: readonly number[];
    readonly bias: number;
    readonly sources: readonly number[];
  }[];
  readonly biases: readonly number[];
}

/** Maximum number of floats that a layer allocates in a memory. */
export const maskLayerFloats = ({ units, biases }: MaskLayer): number =>
  units.reduce(
    (sum, unit) => sum + unit.features.length + unit.rough.length + 1 + biases.length,
    0,
  ) +
  biases.length +
  LANES;

interface WeightLayout {
  /** Bytes between features, between rough ratios, and between output rows. */
  readonly input: number;
  readonly rough: number;
  readonly output: number;
  /** Addresses of the grouped weights and of the sources' biases. */
  readonly weights: number;
  readonly biases: number;
  readonly features: number;
  readonly sources: number;
  /**
   * Number of groups with feature inputs only, and of the groups after them with rough ratios, too.
   */
  readonly plain: number;
  readonly knowing: number;
}

/** `(features, rough, shares, iterations)`: log ratios, up to a common constant. */
function assembleNet(layout: WeightLayout, fused: boolean): number[] {
  const [from, rough, to, left] = [0, 1, 2, 3] as const;
  const [at, groups] = [4, 5] as const;
  const { features, sources } = layout;
  const columns = numbersTo(VECTORS);
  const rows = numbersTo(UNITS);
  const input = (i: number, v: number) => 6 + VECTORS * i + v;
  const share = (i: number, v: number) => input(features + sources + i, v);
  const unit = (j: number, v: number) => share(sources + j, v);
  const weight = unit(UNITS, 0);
  /** Generates code for value `number` of each unit of a group. */
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
      loadAll(features, from, layout.input, input),
      loadAll(sources, rough, layout.rough, (i, v) => input(features + i, v)),
      // The output is added to the rough ratios.
      numbersTo(sources).map((i) => [
        [int(0), load32Splat(layout.biases + 4 * i), set(weight)],
        columns.map((v) => [get(input(features + i, v)), get(weight), F32X4_ADD, set(share(i, v))]),
      ]),
      [int(layout.weights), set(at)],
      work(layout.plain, features),
      work(layout.knowing, features + sources),
      numbersTo(sources).map((i) =>
        columns.map((v) => [get(to), get(share(i, v)), store(i * layout.output + BYTES * v)]),
      ),
      [from, rough, to].map((local) => advance(local, BYTES * VECTORS)),
    ]),
  );
}

/** `(shares, vectors)`: softmax, in place. */
function assembleShares(sources: number, output: number, fused: boolean): number[] {
  const [at, left] = [0, 1] as const;
  const [x, whole, sum, maximum, all] = [2, 3, 4, 5, 6] as const;
  const row = (i: number): Code => [get(at), load(i * output)];
  return body(
    [[5, V128]],
    loop(left, [
      [row(0), numbersTo(sources - 1).map((i) => [row(i + 1), F32X4_PMAX]), set(maximum)],
      [ZERO, set(all)],
      numbersTo(sources).map((i) => [
        [row(i), get(maximum), F32X4_SUB, set(x)],
        exponential({ x, whole, sum, fused }),
        [get(at), get(x), store(i * output), get(all), get(x), F32X4_ADD, set(all)],
      ]),
      [constant(1), get(all), F32X4_DIV, set(all)],
      numbersTo(sources).map((i) => [get(at), row(i), get(all), F32X4_MUL, store(i * output)]),
      advance(at, BYTES),
    ]),
  );
}

/** Weights in groups of units; within a group, value by value, interleaved by unit. */
function layoutWeights(layer: MaskLayer): { numbers: number[]; plain: number; knowing: number } {
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

/** Rows of equal length; rows of one kind are evenly spaced from the first one. */
export interface MaskRows {
  readonly features: readonly Float32Array[];
  readonly rough: readonly Float32Array[];
  readonly shares: readonly Float32Array[];
}

/**
 * Computes source ratios from features and rough ratios.
 * @param layer number of units must be a multiple of four
 * @param rows evenly spaced in the memory, each padded by `BINS_PER_ITERATION`
 */
export function createMaskKernel(
  { memory, take }: VectorMemory,
  layer: MaskLayer,
  { features, rough, shares }: MaskRows,
): () => void {
  const { numbers, plain, knowing } = layoutWeights(layer);
  const weights = take(numbers.length);
  weights.set(numbers);
  const biases = take(layer.biases.length);
  biases.set(layer.biases);
  const between = (all: readonly Float32Array[]) => all[1]!.byteOffset - all[0]!.byteOffset;
  const layout: WeightLayout = {
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
        { name: "net", parameters: 4, body: assembleNet(layout, fused) },
        {
          name: "share",
          parameters: 2,
          body: assembleShares(layout.sources, layout.output, fused),
        },
      ]),
    ),
  );
  const starts = [features, rough, shares].map((all) => all[0]!.byteOffset);
  const bins = shares[0]!.length;
  return () => {
    kernels.net(...starts, Math.ceil(bins / BINS_PER_ITERATION));
    kernels.share(starts[2]!, Math.ceil(bins / LANES));
  };
}
