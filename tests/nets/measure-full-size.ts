// Tells what a net of the MDX family takes whose weights cannot be had here, by a graph of its full size:
//
//     node tests/nets/measure-full-size.ts uvr-mdx-vocals 2
//
// One piece after a first one, with so many threads. Other weights take as long.
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Block } from "../../audio/effect.ts";
import { pieceOf } from "../../audio/nets/stems/mdx-spectrum.ts";
import { separateStems } from "../../audio/nets/stems/stems.ts";
import { openNodeSession } from "../../cli/audio/studio/node-session.ts";
import { loadRegistry } from "../../cli/models/registry.ts";
import type { MdxForm } from "../../core/models/forms.ts";
import { constant, node, onnxFile, place } from "./onnx.ts";

/** Channels that each level adds, for a file as large as those that are published. */
const GROWTH = 48;
const LAYERS = 3;
const LEVELS = 5;
/** By which the layers over frequencies are narrower. */
const NARROW = 8;

/** The net of KUIELab's `ConvTDFNet` at its full size, with weights of chance: it takes as much as the real one. */
function mdxNetOf({ bins, columns, input, output }: MdxForm): Buffer {
  const nodes: Buffer[] = [];
  const constants: Buffer[] = [];
  let state = 1;
  let made = 0;
  const weights = (dims: readonly number[], inputs: number): string => {
    const name = `w${made++}`;
    const scale = Math.sqrt(1 / inputs);
    const values = Float32Array.from({ length: dims.reduce((a, b) => a * b, 1) }, () => {
      state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
      return scale * (state / 2 ** 31 - 1);
    });
    constants.push(constant(name, values as unknown as readonly number[], { dims }));
    return name;
  };
  const step = (operator: string, inputs: readonly string[], attributes = {}): string => {
    const name = `n${nodes.length}`;
    nodes.push(node(operator, inputs, name, attributes));
    return name;
  };
  const conv = (x: string, from: number, to: number, size: number, stride = 1): string =>
    step("Conv", [x, weights([to, from, size, size], from * size * size)], {
      kernel_shape: [size, size],
      strides: [stride, stride],
      pads: Array.from({ length: 4 }, () => (stride === 1 ? (size - 1) / 2 : 0)),
    });
  const relu = (x: string): string => step("Relu", [x]);
  const block = (x: string, channels: number, width: number): string => {
    let heard = x;
    for (let at = 0; at < LAYERS; at++) heard = relu(conv(heard, channels, channels, 3));
    const narrow = relu(step("MatMul", [heard, weights([width, width / NARROW], width)]));
    const wide = relu(step("MatMul", [narrow, weights([width / NARROW, width], width / NARROW)]));
    return step("Add", [heard, wide]);
  };
  let x = relu(conv(input, 4, GROWTH, 1));
  x = step("Transpose", [x], { perm: [0, 1, 3, 2] });
  let [channels, width] = [GROWTH, bins];
  const skips: string[] = [];
  for (let level = 0; level < LEVELS; level++) {
    x = block(x, channels, width);
    skips.push(x);
    x = relu(conv(x, channels, channels + GROWTH, 2, 2));
    channels += GROWTH;
    width /= 2;
  }
  x = block(x, channels, width);
  for (let level = 0; level < LEVELS; level++) {
    const up = weights([channels, channels - GROWTH, 2, 2], channels);
    x = relu(step("ConvTranspose", [x, up], { kernel_shape: [2, 2], strides: [2, 2] }));
    channels -= GROWTH;
    width *= 2;
    x = block(step("Mul", [x, skips.pop()!]), channels, width);
  }
  x = step("Transpose", [x], { perm: [0, 1, 3, 2] });
  nodes.push(
    node("Conv", [x, weights([4, channels, 1, 1], channels)], output, { kernel_shape: [1, 1] }),
  );
  const dims = [1, 4, bins, columns];
  return onnxFile({
    nodes,
    constants,
    inputs: [place(input, dims)],
    outputs: [place(output, dims)],
  });
}

const [id = "", threads = "1"] = process.argv.slice(2);
const home = path.resolve(import.meta.dirname, "../..");
const model = loadRegistry(home, home).find((one) => one.id === id);
if (model?.form?.kind !== "mdx") throw new TypeError(`${id} is no net of this family`);
const { form } = model;
const graph = mdxNetOf(form);
const megabytes = Math.round(graph.length / 1e6);
const session = await openNodeSession(graph, Number(threads));
const samples = Float32Array.from({ length: pieceOf(form) }, (_, at) => 0.3 * Math.sin(at / 20));
async function* pieces(): AsyncGenerator<Block> {
  for (;;) yield [samples, samples];
}
const stems = separateStems(session, form, pieces(), { consistent: true });
await stems.next();
const [start, used] = [performance.now(), process.cpuUsage()];
const { value } = await stems.next();
const wall = (performance.now() - start) / 1000;
const { user, system } = process.cpuUsage(used);
const facts = {
  id,
  threads: Number(threads),
  megabytes,
  pieceSeconds: value![0]![0]!.length / form.sampleRate,
  wallSeconds: wall,
  processorSeconds: (user + system) / 1e6,
  bytes: process.resourceUsage().maxRSS * 1024,
};
process.stdout.write(`${JSON.stringify(facts)}\n`);
// Its threads would keep the process.
await setTimeout(100);
process.exit(0);
