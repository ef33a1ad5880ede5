import { createNode } from "../onnx.ts";
import { attendItself } from "./attention.ts";
import { type NetBuilder, createNetBuilder } from "./net-builder.ts";

const WIDTH = 192;
const HEADS = { heads: 2, headSize: WIDTH / 2 };
const TEXT_LAYERS = 6;
const FLOWS = 4;
const FLOW_LAYERS = 4;
/** Of the vocoder of voices of medium quality: by how much each level is longer, and its filters. */
const LEVELS = [
  { stride: 8, size: 16 },
  { stride: 8, size: 16 },
  { stride: 4, size: 8 },
] as const;
const BLOCKS = [
  { size: 3, dilations: [1, 2] },
  { size: 5, dilations: [2, 6] },
  { size: 7, dilations: [3, 12] },
] as const;

/** Frames of 256 samples for each id of a phrase: about ten phonemes a second, with padding between them. */
export const FRAMES_AN_ID = 4;

const leaky = (net: NetBuilder, x: string): string => net.step("LeakyRelu", [x]);

function readText(net: NetBuilder): string {
  let x = net.step("Gather", [net.weights([256, WIDTH], 1), "input"]);
  const turned = (y: string): string => net.step("Transpose", [y], { perm: [0, 2, 1] });
  for (let layer = 0; layer < TEXT_LAYERS; layer++) {
    x = net.norm(net.step("Add", [x, attendItself(net, x, HEADS)]), WIDTH);
    const wide = net.relu(net.conv(turned(x), [WIDTH, 4 * WIDTH], { size: 3 }));
    const fed = turned(net.conv(wide, [4 * WIDTH, WIDTH], { size: 3 }));
    x = net.norm(net.step("Add", [x, fed]), WIDTH);
  }
  return turned(x);
}

/** Each of [1, width, ids] for as many frames. */
function hold(net: NetBuilder, x: string): string {
  const tall = net.step("Unsqueeze", [x, net.whole(3)]);
  const held = net.step("Expand", [tall, net.whole(1, WIDTH, 1, FRAMES_AN_ID)]);
  return net.step("Reshape", [held, net.whole(1, WIDTH, -1)]);
}

/** A coupling of the flow: half of the channels changes by what the other half says. */
function flow(net: NetBuilder, x: string): string {
  const half = WIDTH / 2;
  const [unchanged, changed] = net.split(2, "Split", [x], { axis: 1 });
  let features = net.conv(unchanged!, [half, WIDTH]);
  for (let layer = 0; layer < FLOW_LAYERS; layer++) {
    const both = net.conv(features, [WIDTH, 2 * WIDTH], { size: 5 });
    const [tone, gate] = net.split(2, "Split", [both], { axis: 1 });
    const open = net.step("Mul", [net.step("Tanh", [tone!]), net.step("Sigmoid", [gate!])]);
    const [more] = net.split(2, "Split", [net.conv(open, [WIDTH, 2 * WIDTH])], { axis: 1 });
    features = net.step("Add", [features, more!]);
  }
  const moved = net.step("Sub", [changed!, net.conv(features, [WIDTH, half])]);
  return net.step("Concat", [moved, unchanged!], { axis: 1 });
}

/** HiFi-GAN. */
function speak(net: NetBuilder, x: string): string {
  let channels = 256;
  let wave = net.conv(x, [WIDTH, channels], { size: 7 });
  for (const level of LEVELS) {
    wave = net.stretch(leaky(net, wave), [channels, channels / 2], level);
    channels /= 2;
    const branches = BLOCKS.map(({ size, dilations }) => {
      let y = wave;
      for (const dilation of dilations) {
        const more = net.conv(leaky(net, y), [channels, channels], { size, dilation });
        y = net.step("Add", [y, more]);
      }
      return y;
    });
    wave = net.step("Mul", [net.step("Sum", branches), net.number(1 / 3)]);
  }
  return net.step("Tanh", [net.conv(leaky(net, wave), [channels, 1], { size: 7 })]);
}

/** A voice of Piper of medium quality at its full size, whose phonemes are all as long. */
export function piperNet(): Buffer {
  const net = createNetBuilder({ isQuantized: false });
  let frames = hold(net, net.conv(readText(net), [WIDTH, WIDTH]));
  for (let at = 0; at < FLOWS; at++) frames = flow(net, frames);
  net.name(net.step("Unsqueeze", [speak(net, frames), net.whole(1)]), "output");
  return net.file(
    [
      createNode("input", ["batch", "phonemes"], "int64"),
      createNode("input_lengths", ["batch"], "int64"),
      createNode("scales", [3]),
    ],
    [createNode("output", ["batch", "time", 1, "samples"])],
  );
}
