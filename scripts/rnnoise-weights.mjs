// Writes audio/nets/weights/rnnoise.q8, the weights of RNNoise, from the module that the package
// @shiguredo/rnnoise-wasm brings. The order is the one that audio/nets/rnnoise-weights.ts reads: all
// numbers that are float32, then all of 8 bits. `--check` writes nothing and fails when the file differs.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { openRnnoiseModule } from "./rnnoise-module.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE = join(root, "audio/nets/weights/rnnoise.q8");

/** Columns and rows of a tile of 8 bits; of each row its columns lie behind each other. */
const TILE = { columns: 4, rows: 8 };
/** Layers (`LinearLayer` in RNNoise's `nnet.h`) with which a net's state begins. */
const LAYERS = [
  "conv1",
  "conv2",
  "gru1_input",
  "gru1_recurrent",
  "gru2_input",
  "gru2_recurrent",
  "gru3_input",
  "gru3_recurrent",
  "dense_out",
];
const FIELDS = [
  "bias",
  "unsignedBias",
  "bytes",
  "floats",
  "places",
  "diagonal",
  "scale",
  "inputs",
  "outputs",
];

const { memory, rnnoise_create: create } = openRnnoiseModule();
const state = create(0);
const words = new Uint32Array(memory.buffer);
const layers = LAYERS.map((_, number) => {
  const first = state / 4 + number * FIELDS.length;
  return Object.fromEntries(FIELDS.map((field, i) => [field, words[first + i]]));
});

const bytesAt = (address, length) => new Uint8Array(memory.buffer, address, length);
/** Bands of a spectrum, and how many numbers describe a frame. */
const BANDS = 32;
const FEATURES = 2 * BANDS + 1;
/** Discrete cosine transform of bands, as RNNoise has it before its first layer. */
const cosine = (to, from) =>
  (to === 0 ? Math.SQRT1_2 : 1) *
  Math.sqrt(2 / 22) *
  Math.cos((Math.PI * to * (from + 0.5)) / BANDS);

/** The first layer with the transforms of levels and likenesses in its weights: it takes the bands. */
function takeBands({ floats: matrix, inputs, outputs }) {
  const before = new Float32Array(memory.buffer, matrix, inputs * outputs);
  const after = before.slice();
  for (let column = 0; column < inputs; column++) {
    const band = column % FEATURES;
    if (band === FEATURES - 1) continue;
    const first = column - (band % BANDS);
    for (let row = 0; row < outputs; row++) {
      let sum = 0;
      for (let to = 0; to < BANDS; to++)
        sum += before[(first + to) * outputs + row] * cosine(to, band % BANDS);
      after[column * outputs + row] = sum;
    }
  }
  before.set(after);
}

const floats = ({ bias, diagonal, floats: matrix, scale, inputs, outputs }) =>
  [
    [bias, outputs],
    [scale, outputs],
    [diagonal, outputs],
    [matrix, inputs * outputs],
  ]
    .filter(([address]) => address !== 0)
    .map(([address, length]) => bytesAt(address, 4 * length));

/** Whether the tiles of a layer are contiguous. */
function tiles({ bytes, places, inputs, outputs }) {
  const width = inputs / TILE.columns;
  const whole = (group) => {
    const list = words.subarray(
      places / 4 + group * (width + 1),
      places / 4 + (group + 1) * (width + 1),
    );
    return list.every((address, i) => address === (i === 0 ? width : TILE.columns * (i - 1)));
  };
  const groups = Array.from({ length: outputs / TILE.rows }, (_, group) => group);
  if (places !== 0 && !groups.every(whole)) throw new Error("A layer of RNNoise has gaps.");
  return bytesAt(bytes, inputs * outputs);
}

takeBands(layers[0]);
const ofBytes = layers.filter(({ bytes }) => bytes !== 0);
const whole = Buffer.concat([...layers.flatMap(floats), ...ofBytes.map(tiles)]);
if (process.argv.includes("--check")) {
  const same = readFileSync(FILE).equals(whole);
  if (!same)
    process.stderr.write(`${FILE} is out of date: run node scripts/rnnoise-weights.mjs.\n`);
  process.exit(same ? 0 : 1);
}
writeFileSync(FILE, whole);
process.stdout.write(`${FILE}: ${whole.length} bytes\n`);
