import {
  type Attribute,
  type Part,
  constant,
  node,
  onnxFile,
  createNode,
  subgraph,
} from "../onnx.ts";

export interface ConvOptions {
  readonly size?: number;
  readonly stride?: number;
  readonly dilation?: number;
  /** Frames of silence on each side; so many that its length stays, where they are missing. */
  readonly pad?: number;
  /** In whole numbers of 8 bits. */
  readonly inWholes?: boolean;
}

/**
 * Writes a graph step by step, with weights of chance: they take as much time and memory as those that
 * were learned.
 * @param isQuantized matrices are multiplied in whole numbers of 8 bits
 */
export function createNetBuilder({ isQuantized }: { readonly isQuantized: boolean }) {
  const nodes: Part[] = [];
  const constants: Part[] = [];
  let state = 1;
  let made = 0;
  const random = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const sizeOf = (dims: readonly number[]): number => dims.reduce((a, b) => a * b, 1);
  /** Weights that steps share which are made again, and how many of them were asked for again. */
  let shared: { readonly names: string[]; at: number } | null = null;
  const keep = (
    values: ArrayLike<number>,
    options: NonNullable<Parameters<typeof constant>[2]>,
  ): string => {
    if (shared && shared.at < shared.names.length) return shared.names[shared.at++]!;
    const name = `w${made++}`;
    constants.push(constant(name, values, options));
    if (shared) shared.at = shared.names.push(name);
    return name;
  };
  /** @param inputs numbers that one of the output comes of */
  const weights = (dims: readonly number[], inputs: number): string => {
    const scale = Math.sqrt(1 / inputs);
    return keep(
      Float32Array.from({ length: sizeOf(dims) }, () => scale * random()),
      { dims },
    );
  };
  const bytes = (dims: readonly number[]): string =>
    keep(
      Int8Array.from({ length: sizeOf(dims) }, () => 127 * random()),
      { dims, type: "int8" },
    );
  const whole = (...values: readonly number[]): string => keep(values, { type: "int64" });
  const number = (value: number): string => keep([value], { dims: [] });
  const step = (
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): string => {
    const name = `n${made++}`;
    nodes.push(node(operator, inputs, name, attributes));
    return name;
  };
  /** An operator of several outputs. */
  const split = (
    count: number,
    operator: string,
    inputs: readonly string[],
    attributes: Readonly<Record<string, Attribute>> = {},
  ): readonly string[] => {
    const names = Array.from({ length: count }, () => `n${made++}`);
    nodes.push(node(operator, inputs, names, attributes));
    return names;
  };

  /** What an operator makes of whole numbers of 8 bits, as floats again. */
  const inBytes = (
    operator: "MatMulInteger" | "ConvInteger",
    x: string,
    weight: string,
    { inputs, ...attributes }: Readonly<Record<string, Attribute>> & { readonly inputs: number },
  ): string => {
    const [quantized, scale, zero] = split(3, "DynamicQuantizeLinear", [x]);
    const whole32 = step(operator, [quantized!, weight, zero!], attributes);
    const both = step("Mul", [scale!, number(Math.sqrt(1 / inputs) / 127)]);
    return step("Mul", [step("Cast", [whole32], { to: 1 }), both]);
  };
  /** A product with weights of 8 bits. */
  const product = (x: string, weight: string, inputs: number): string =>
    inBytes("MatMulInteger", x, weight, { inputs });
  const dense = (x: string, from: number, to: number): string => {
    const sum = isQuantized
      ? product(x, bytes([from, to]), from)
      : step("MatMul", [x, weights([from, to], from)]);
    return step("Add", [sum, weights([to], from)]);
  };
  /** A convolution over time of [1, from, frames]; as long as its input, but for the stride. */
  const conv = (
    x: string,
    [from, to]: readonly [number, number],
    { size = 1, stride = 1, dilation = 1, pad, inWholes = false }: ConvOptions = {},
  ): string => {
    const side = pad ?? ((size - 1) * dilation) / 2;
    const attributes = {
      kernel_shape: [size],
      strides: [stride],
      dilations: [dilation],
      pads: [side, side],
    };
    const dims = [to, from, size];
    const inputs = from * size;
    if (inWholes)
      return step("Add", [
        inBytes("ConvInteger", x, bytes(dims), { inputs, ...attributes }),
        weights([1, to, 1], inputs),
      ]);
    return step("Conv", [x, weights(dims, inputs), weights([to], inputs)], attributes);
  };
  /** A convolution that makes it `stride` times as long. */
  const stretch = (
    x: string,
    [from, to]: readonly [number, number],
    { size, stride }: { readonly size: number; readonly stride: number },
  ): string =>
    step("ConvTranspose", [x, weights([from, to, size], (from * size) / stride)], {
      kernel_shape: [size],
      strides: [stride],
      pads: [(size - stride) / 2, (size - stride) / 2],
    });
  /** A layer that remembers, over [1, steps, from]: [1, steps, width of all directions]. */
  const remember = (
    operator: "GRU" | "LSTM",
    x: string,
    from: number,
    { width, both = false }: { readonly width: number; readonly both?: boolean },
  ): string => {
    const directions = both ? 2 : 1;
    const rows = (operator === "GRU" ? 3 : 4) * width;
    const inputs = [
      step("Transpose", [x], { perm: [1, 0, 2] }),
      weights([directions, rows, from], from),
      weights([directions, rows, width], width),
      weights([directions, 2 * rows], width),
    ];
    const direction = both ? "bidirectional" : "forward";
    const hidden = step(operator, inputs, { hidden_size: width, direction });
    const turned = step("Transpose", [hidden], { perm: [2, 0, 1, 3] });
    return step("Reshape", [turned, whole(1, -1, directions * width)]);
  };
  const gelu = (x: string): string => {
    const erf = step("Erf", [step("Div", [x, number(Math.SQRT2)])]);
    const scaled = step("Mul", [x, step("Add", [erf, number(1)])]);
    return step("Mul", [scaled, number(0.5)]);
  };
  /** Layer normalization over the last axis. */
  const norm = (x: string, width: number): string => {
    const centered = step("Sub", [x, step("ReduceMean", [x], { axes: [2] })]);
    const power = step("ReduceMean", [step("Pow", [centered, number(2)])], { axes: [2] });
    const root = step("Sqrt", [step("Add", [power, number(1e-5)])]);
    const even = step("Div", [centered, root]);
    return step("Add", [step("Mul", [even, weights([width], 1)]), weights([width], width)]);
  };
  /** A graph inside of this one. @param make adds its steps, and gives what it gives */
  const branch = (make: () => string, shape: readonly (number | string)[]): Part => {
    const start = nodes.length;
    const output = make();
    return subgraph({ nodes: nodes.splice(start), outputs: [createNode(output, shape)] });
  };
  return {
    step,
    split,
    weights,
    bytes,
    whole,
    number,
    product,
    dense,
    conv,
    stretch,
    remember,
    gelu,
    norm,
    relu: (x: string): string => step("Relu", [x]),
    branch,
    /** Until `end`, steps after `rewind` get the weights that those before got. */
    sharing() {
      const mine = { names: [] as string[], at: 0 };
      shared = mine;
      return { rewind: (): void => void (mine.at = 0), end: (): void => void (shared = null) };
    },
    /** Gives something the name of an output. */
    name: (x: string, name: string): void => void nodes.push(node("Identity", [x], name)),
    file: (inputs: readonly Part[], outputs: readonly Part[]): Buffer =>
      onnxFile({ nodes, constants, inputs, outputs }),
  };
}

export type NetBuilder = ReturnType<typeof createNetBuilder>;
