import { describe, expect, it } from "vitest";
import { createRandom } from "#bench/audio/random.ts";
import { type ByteFormat, detectByteFormat, INPUT_SCALE } from "./byte-kernel.ts";
import { BYTE_UNITS, createByteLayers } from "./byte-layers.ts";
import { BATCH, createNetMemory } from "./net-memory.ts";

const GATES = 3 * BYTE_UNITS;
const random = createRandom(1);
const numbers = (length: number) => Float32Array.from({ length }, () => random.normal());
/** The sum of adjacent weights is at most 129, as in RNNoise. */
const makeShape = (rows: number) => ({
  weights: Int8Array.from({ length: rows * BYTE_UNITS }, (_, i) =>
    i % 2 === 0 ? 127 - (i % 250) : Math.round(2 * random.normal()) % 3,
  ),
  scale: numbers(rows).map((x) => 1e-4 * x),
  bias: numbers(rows),
});
const dense = makeShape(BYTE_UNITS);
const gru = { ofInput: makeShape(GATES), ofState: makeShape(GATES), diagonal: numbers(GATES) };
const input = numbers(BATCH * BYTE_UNITS).map(Math.tanh);

/** Output of a layer and of a GRU, computed in two batches. */
function run(form: ByteFormat) {
  const net = createNetMemory(2_000_000);
  const layers = createByteLayers(net, form);
  const rows = layers.createRows(BATCH, BYTE_UNITS);
  const address = net.take(input.length);
  address.set(input);
  rows.write(0, address);
  const layer = layers.createDense(dense);
  layer.run(rows.at(0), BATCH);
  const cells = layers.createGru(gru);
  cells.run(rows.at(0), BATCH);
  cells.carryState(BATCH);
  cells.run(rows.at(0), 3);
  return { sums: layer.output, states: cells.states.slice(0, 4) };
}

describe("layers of bytes", () => {
  it("TLS-5 a layer is a product of whole numbers", () => {
    const { sums } = run("words");
    const steps = input.map((x) => Math.floor(0.5 + Math.fround(INPUT_SCALE * x)));
    const off = sums.map((sum, i) => {
      const [frame, row] = [Math.floor(i / BYTE_UNITS), i % BYTE_UNITS];
      let whole = 0;
      for (let k = 0; k < BYTE_UNITS; k++) {
        // Tiles of eight rows and four columns.
        const tile = Math.floor(row / 8) * (BYTE_UNITS / 4) + Math.floor(k / 4);
        const weight = dense.weights[32 * tile + 4 * (row % 8) + (k % 4)]!;
        whole += weight * steps[frame * BYTE_UNITS + k]!;
      }
      return Math.abs(sum - dense.scale[row]! * whole - dense.bias[row]!);
    });
    expect(Math.max(...off)).toBeLessThan(1e-4);
  });

  it("TLS-5 with relaxed vectors and without them is the same to the bit", () => {
    expect(run(detectByteFormat())).toEqual(run("words"));
  });
});
