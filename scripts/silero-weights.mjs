// Writes audio/nets/weights/silero.f16, the weights of Silero VAD 6 for 16 kHz as half floats, from
// the model that the package @ricky0123/vad-web 0.0.31 brings (dist/silero_vad_v6.onnx; the same file is
// src/silero_vad/data/silero_vad.onnx of https://github.com/snakers4/silero-vad). The order is the one
// that audio/nets/voice-activity.ts reads.
//   node scripts/silero-weights.mjs silero_vad_v6.onnx [--check]
// `--check` writes nothing and fails when the file differs.
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const FILE = join(
  dirname(dirname(fileURLToPath(import.meta.url))),
  "audio/nets/weights/silero.f16",
);
const SHA256 = "1a153a22f4509e292a94e67d6f9b85e8deb25b4988682b7e174c65279d8788e3";
/** Tensors of the branch for 16 kHz. */
const ENCODER = [0, 1, 2, 3].flatMap((layer) => [
  `encoder.${layer}.reparam_conv.weight`,
  `encoder.${layer}.reparam_conv.bias`,
]);
const [WEIGHTS, STATE_WEIGHTS, BIAS, STATE_BIAS, OUTPUT, OUTPUT_BIAS] = [
  "decoder.rnn.weight_ih",
  "decoder.rnn.weight_hh",
  "decoder.rnn.bias_ih",
  "decoder.rnn.bias_hh",
  "decoder.decoder.2.weight",
  "decoder.decoder.2.bias",
];

/** Numbers and contents of the fields of a Protocol Buffers message. */
function fieldsOf(bytes) {
  const fields = [];
  let at = 0;
  const number = () => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  const take = (length) => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const key = number();
    const kind = key & 7;
    const value = kind === 0 ? number() : take(kind === 2 ? number() : kind === 1 ? 8 : 4);
    fields.push([key >> 3, value]);
  }
  return fields;
}
const child = (bytes, field) => fieldsOf(bytes).find(([key]) => key === field)?.[1];
const children = (bytes, field) =>
  fieldsOf(bytes)
    .filter(([key]) => key === field)
    .map(([, value]) => value);

/** Constants of a graph and of the graphs in it, by name (ModelProto.graph, GraphProto.node). */
function readConstants(graph, found = new Map()) {
  for (const node of children(graph, 1)) {
    const name = child(node, 2)?.toString();
    for (const attribute of children(node, 5)) {
      const [tensor, inner] = [child(attribute, 5), child(attribute, 6)];
      const raw = tensor && child(tensor, 9);
      if (raw) found.set(name, new Float32Array(new Uint8Array(raw).buffer, 0, raw.length >> 2));
      if (inner) readConstants(inner, found);
    }
  }
  return found;
}

const source = process.argv[2];
if (!source) throw new Error("silero-weights MODEL.onnx [--check]");
const model = readFileSync(source);
const digest = createHash("sha256").update(model).digest("hex");
if (digest !== SHA256) throw new Error(`${source} is another model: ${digest}`);
const constants = readConstants(child(model, 7));
const take = (name) => constants.get(`If_0_then_branch__Inline_0__${name}`);
const stateBias = take(STATE_BIAS);
const tensors = [
  ...ENCODER.map(take),
  take(WEIGHTS),
  take(STATE_WEIGHTS),
  take(BIAS).map((value, at) => value + stateBias[at]),
  take(OUTPUT),
  take(OUTPUT_BIAS),
];
const bytes = Buffer.concat(
  tensors.map((tensor) => new Uint8Array(Float16Array.from(tensor).buffer)),
);
if (process.argv.includes("--check")) {
  const isSame = readFileSync(FILE).equals(bytes);
  if (!isSame) process.stderr.write(`${FILE} is not made from this model.\n`);
  process.exit(isSame ? 0 : 1);
}
writeFileSync(FILE, bytes);
process.stdout.write(`${FILE}: ${bytes.length} bytes\n`);
