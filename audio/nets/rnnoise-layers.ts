import { type ByteFormat, detectByteFormat } from "./byte-kernel.ts";
import { BYTE_UNITS, createByteLayers } from "./byte-layers.ts";
import { BATCH, createNetMemory } from "./net-memory.ts";
import { CONVOLVED, CONVOLVED_UNITS, FEATURES, type RnnoiseWeights } from "./rnnoise-weights.ts";

/** Floats for rows of inputs and outputs, in addition to the weights. */
const ROWS = 24 * BATCH * BYTE_UNITS;

/**
 * RNNoise's layers: two convolutions, three GRUs in series, and an output layer that is fed with
 * all of them. Several frames are processed layer by layer, so that weights are read once for all
 * of them; only GRU states advance frame by frame.
 */
export function createRnnoiseLayers(
  weights: RnnoiseWeights,
  form: ByteFormat = detectByteFormat(),
) {
  const shapes = [weights.second, ...weights.grus.flatMap((gru) => [gru.ofInput, gru.ofState])];
  const size = ({ weights: numbers, bias }: (typeof shapes)[number]) =>
    numbers.length / 4 + 5 * bias.length;
  const net = createNetMemory(
    shapes.reduce((sum, shape) => sum + size(shape), 0) +
      (weights.first.weights.length + weights.gains.weights.length) / 2 +
      ROWS,
  );
  const { createRows, createDense, createGru, squash } = createByteLayers(net, form);
  const first = net.createDense(weights.first);
  const second = createDense(weights.second);
  const grus = weights.grus.map(createGru);
  const last = net.createDense(weights.gains);
  /** Outputs of the first convolution, preceded by those of earlier frames. */
  const firstOutputs = createRows(BATCH + CONVOLVED - 1, CONVOLVED_UNITS);
  const convolved = createRows(BATCH, BYTE_UNITS);
  const features = new Float32Array((BATCH + CONVOLVED - 1) * FEATURES);
  const frames = Array.from({ length: BATCH }, (_, i) => i);
  const secondOutputs = frames.map((i) =>
    second.output.subarray(i * BYTE_UNITS, (i + 1) * BYTE_UNITS),
  );

  const gruInputs = [secondOutputs, ...grus.map(({ states }) => states.slice(1))];

  const convolve = (count: number) => {
    for (const [i, input] of first.inputs.entries())
      input.set(features.subarray(i * FEATURES, (i + CONVOLVED) * FEATURES));
    first.run();
    for (const [i, output] of first.outputs.slice(0, count).entries()) {
      squash(output);
      firstOutputs.write(CONVOLVED - 1 + i, output);
    }
    second.run(firstOutputs.at(0), count);
    squash(second.output);
    for (const [i, output] of secondOutputs.slice(0, count).entries()) convolved.write(i, output);
  };

  return {
    /** Input array for frame `i`: `FEATURES` numbers. */
    features: frames.map((i) =>
      features.subarray((CONVOLVED - 1 + i) * FEATURES, (CONVOLVED + i) * FEATURES),
    ),
    /** Gains of each band for frame `i`, 0 to 1. */
    gains: last.outputs,
    /** Advances by the first `count` frames. */
    run(count: number): void {
      convolve(count);
      let input = convolved.at(0);
      for (const gru of grus) {
        gru.run(input, count);
        input = gru.rows.at(1);
      }
      for (let i = 0; i < count; i++)
        for (const [number, part] of gruInputs.entries())
          last.inputs[i]!.set(part[i]!, number * BYTE_UNITS);
      last.run();
      last.applyLogistic();
      features.copyWithin(0, count * FEATURES, (count + CONVOLVED - 1) * FEATURES);
      firstOutputs.moveToStart(count, CONVOLVED - 1);
      for (const gru of grus) gru.carryState(count);
    },
    /** Resets all state. */
    reset(): void {
      features.fill(0);
      firstOutputs.clear();
      for (const gru of grus) gru.reset();
    },
  };
}
