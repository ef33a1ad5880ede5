// Compares ONNX Runtime's WebAssembly build, which jobs use, with its native one on the same
// graphs. See README.md beside this file.
import fs from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import * as web from "onnxruntime-web";
import { createSeededRandom } from "#core/random.ts";

const RUNS = 8;
const ROUNDS = 5;
/** Size of a dimension that a graph leaves open; the first one is that of a batch. */
const OPEN_SIZE = 200;

type Outputs = Awaited<ReturnType<web.InferenceSession["run"]>>;

const [folder, ...graphs] = process.argv.slice(2);
if (folder === undefined || graphs.length === 0) {
  process.stderr.write("node bench/inference/native.ts <folder with onnxruntime-node> <graphs…>\n");
  process.exit(2);
}
const native = createRequire(path.resolve(folder, "index.js"))("onnxruntime-node") as typeof web;
web.env.wasm.numThreads = 1;

/** Noise for each input of a graph. */
function inputsOf({ inputMetadata }: web.InferenceSession) {
  const random = createSeededRandom(7);
  return inputMetadata.flatMap((input) => {
    if (!input.isTensor) return [];
    const dims = input.shape.map((size, at) =>
      typeof size === "number" && size > 0 ? size : at === 0 ? 1 : OPEN_SIZE,
    );
    const length = dims.reduce((all, size) => all * size, 1);
    const data = Float32Array.from({ length }, () => 0.2 * random() - 0.1);
    return [{ name: input.name, data, dims }];
  });
}

async function open(runtime: typeof web, bytes: Uint8Array) {
  const session = await runtime.InferenceSession.create(bytes, {
    executionProviders: [runtime === native ? "cpu" : "wasm"],
    intraOpNumThreads: 1,
    interOpNumThreads: 1,
  });
  const feeds = Object.fromEntries(
    inputsOf(session).map(({ name, data, dims }) => [
      name,
      new runtime.Tensor("float32", data, dims),
    ]),
  );
  return (): Promise<Outputs> => session.run(feeds);
}

/** CPU time of a run in ms. */
async function timeOf(run: () => Promise<Outputs>): Promise<number> {
  const before = process.cpuUsage();
  for (let at = 0; at < RUNS; at++) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / RUNS;
}

const medianOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Largest difference in dB relative to the largest value. */
function differenceOf(a: Outputs, b: Outputs): number {
  let difference = 0;
  let peak = 0;
  for (const [name, { data }] of Object.entries(a))
    for (const [at, value] of (data as Float32Array).entries()) {
      difference = Math.max(difference, Math.abs(value - (b[name]!.data[at] as number)));
      peak = Math.max(peak, Math.abs(value));
    }
  return 20 * Math.log10(difference / peak);
}

console.log("| graph | WebAssembly, ms of CPU | native | ratio | largest difference |");
console.log("|---|---|---|---|---|");
for (const graph of graphs) {
  const bytes = fs.readFileSync(graph);
  const runWeb = await open(web, bytes);
  const runNative = await open(native, bytes);
  const difference = differenceOf(await runWeb(), await runNative());
  const times: [own: number, native: number][] = [];
  for (let round = 0; round < ROUNDS; round++)
    times.push([await timeOf(runWeb), await timeOf(runNative)]);
  const [own, other] = [0, 1].map((at) => medianOf(times.map((pair) => pair[at]!)));
  const ratio = medianOf(times.map(([a, b]) => a / b));
  const cells = [
    path.basename(graph),
    own!.toFixed(1),
    other!.toFixed(1),
    ratio.toFixed(2),
    Number.isFinite(difference) ? `${difference.toFixed(0)} dB` : "none",
  ];
  console.log(`| ${cells.join(" | ")} |`);
}
