import { type ByteForm, findByteForm } from "./byte-kernel.ts";
import { BYTE_UNITS, createByteLayers } from "./byte-layers.ts";
import { BATCH, createNetMemory } from "./net-memory.ts";
import { CONVOLVED, CONVOLVED_UNITS, FEATURES, type RnnoiseWeights } from "./rnnoise-weights.ts";

/** Numbers that rows of inputs and outputs take beside the weights. */
const ROWS = 24 * BATCH * BYTE_UNITS;

/**
 * RNNoise's layers: two convolutions, three GRUs behind each other, and a last one that hears them all.
 * They take several frames layer by layer, so that weights are read once for all of them; only what a GRU
 * remembers goes frame by frame.
 */
export function createRnnoiseLayers(weights: RnnoiseWeights, form: ByteForm = findByteForm()) {
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
  /** What the first convolution gives, after what it gave for the frames before. */
  const heard = createRows(BATCH + CONVOLVED - 1, CONVOLVED_UNITS);
  const convolved = createRows(BATCH, BYTE_UNITS);
  const features = new Float32Array((BATCH + CONVOLVED - 1) * FEATURES);
  const frames = Array.from({ length: BATCH }, (_, i) => i);
  const secondOutputs = frames.map((i) =>
    second.output.subarray(i * BYTE_UNITS, (i + 1) * BYTE_UNITS),
  );

  const heardBy = [secondOutputs, ...grus.map(({ states }) => states.slice(1))];

  const convolve = (count: number) => {
    for (const [i, input] of first.inputs.entries())
      input.set(features.subarray(i * FEATURES, (i + CONVOLVED) * FEATURES));
    first.run();
    for (const [i, output] of first.outputs.slice(0, count).entries()) {
      squash(output);
      heard.put(CONVOLVED - 1 + i, output);
    }
    second.run(heard.at(0), count);
    squash(second.output);
    for (const [i, output] of secondOutputs.slice(0, count).entries()) convolved.put(i, output);
  };

  return {
    /** Place for what describes frame `i`: `FEATURES` numbers. */
    features: frames.map((i) =>
      features.subarray((CONVOLVED - 1 + i) * FEATURES, (CONVOLVED + i) * FEATURES),
    ),
    /** Of frame `i`: what to leave of each band, 0 to 1. */
    gains: last.outputs,
    /** Goes on by the first `count` frames. */
    run(count: number): void {
      convolve(count);
      let input = convolved.at(0);
      for (const gru of grus) {
        gru.run(input, count);
        input = gru.rows.at(1);
      }
      for (let i = 0; i < count; i++)
        for (const [number, part] of heardBy.entries())
          last.inputs[i]!.set(part[i]!, number * BYTE_UNITS);
      last.run();
      last.squash();
      features.copyWithin(0, count * FEATURES, (count + CONVOLVED - 1) * FEATURES);
      heard.keep(count, CONVOLVED - 1);
      for (const gru of grus) gru.keep(count);
    },
    /** Forgets all frames. */
    reset(): void {
      features.fill(0);
      heard.clear();
      for (const gru of grus) gru.reset();
    },
  };
}
