// Writes audio/nets/weights/dtln.f16, the weights of DTLN as half floats, from the models that the
// package @vonage/noise-suppression brings. The order is the one that audio/nets/dtln.ts reads.
// `--check` writes nothing and fails when the file differs.
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const FILE = join(root, "audio/nets/weights/dtln.f16");
const MODELS = dirname(
  fileURLToPath(import.meta.resolve("@vonage/noise-suppression/dist/model_1.tflite")),
);

/** Tensor numbers in the graphs of the two models. */
const ORDER = {
  "model_1.tflite": [11, 12, 5, 9, 10, 6, 8, 2],
  "model_2.tflite": [18, 17, 5, 6, 15, 16, 7, 13, 14, 8, 12, 3, 20, 19],
};

/** Constant tensors of a TensorFlow Lite file by number (FlatBuffers: model.subgraphs, .buffers). */
function readTensors(file) {
  const data = readFileSync(file);
  const uint = (at) => data.readUInt32LE(at);
  const field = (table, number) => {
    const layout = table - data.readInt32LE(table);
    const entry = 4 + 2 * number;
    const offset = entry < data.readUInt16LE(layout) ? data.readUInt16LE(layout + entry) : 0;
    return offset && table + offset;
  };
  const follow = (at) => at + uint(at);
  const list = (at) => {
    const start = follow(at);
    return Array.from({ length: uint(start) }, (_, i) => start + 4 + 4 * i);
  };
  const model = follow(0);
  const buffers = list(field(model, 4)).map(follow);
  const graph = follow(list(field(model, 2))[0]);
  return list(field(graph, 0)).map((at) => {
    const number = field(follow(at), 2);
    const content = field(buffers[number ? uint(number) : 0], 0);
    if (!content) return new Float32Array();
    const start = follow(content);
    return Float32Array.from({ length: uint(start) >> 2 }, (_, i) =>
      data.readFloatLE(start + 4 + 4 * i),
    );
  });
}

const parts = Object.entries(ORDER).flatMap(([file, numbers]) => {
  const tensors = readTensors(join(MODELS, file));
  return numbers.map((number) => Float16Array.from(tensors[number]));
});
const bytes = Buffer.concat(parts.map(({ buffer }) => new Uint8Array(buffer)));
if (process.argv.includes("--check")) {
  const same = readFileSync(FILE).equals(bytes);
  if (!same) process.stderr.write(`${FILE} is out of date: run node scripts/dtln-weights.mjs.\n`);
  process.exit(same ? 0 : 1);
}
writeFileSync(FILE, bytes);
process.stdout.write(`${FILE}: ${bytes.length} bytes\n`);
