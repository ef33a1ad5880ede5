import { createNode } from "../onnx.ts";
import { type NetBuilder, createNetBuilder } from "./net-builder.ts";

const CHANNELS = 64;
const BANDS = 32;
const BINS = 96;
const TAPS = 10;
const HIDDEN = 256;
/** Numbers that the encoder tells of a frame. */
const GROUPED = 512;

interface ConvOptions {
  /** Frames before and with this one. */
  readonly frames?: number;
  readonly size?: number;
  readonly stride?: number;
  readonly groups?: number;
}

/** A convolution over frames and bands, which hears nothing that comes later. */
function conv(
  net: NetBuilder,
  x: string,
  [from, to]: readonly [number, number],
  { frames = 1, size = 1, stride = 1, groups = 1 }: ConvOptions = {},
): string {
  const inputs = (from / groups) * frames * size;
  const side = (size - 1) / 2;
  return net.step("Conv", [x, net.weights([to, from / groups, frames, size], inputs)], {
    kernel_shape: [frames, size],
    strides: [1, stride],
    pads: [frames - 1, side, 0, side],
    group: groups,
  });
}

/** Each channel for itself, then all together. */
function separable(net: NetBuilder, x: string, stride: number): string {
  const options = { size: 3, stride, groups: CHANNELS };
  const alone = conv(net, x, [CHANNELS, CHANNELS], options);
  return net.relu(conv(net, alone, [CHANNELS, CHANNELS]));
}

/** A layer in sixteen groups with separate inputs. */
function grouped(net: NetBuilder, x: string, from: number, to: number): string {
  const groups = 16;
  const apart = net.step("Reshape", [x, net.whole(-1, groups, 1, from / groups)]);
  const each = net.weights([groups, from / groups, to / groups], from / groups);
  return net.relu(net.step("Reshape", [net.step("MatMul", [apart, each]), net.whole(1, -1, to)]));
}

/** Features of frames pass through recurrent layers. */
function remember(net: NetBuilder, layers: number, width: number): string {
  let x = grouped(net, "emb", GROUPED, HIDDEN);
  for (let layer = 0; layer < layers; layer++)
    x = net.remember("GRU", x, HIDDEN, { width: HIDDEN });
  return width === HIDDEN ? x : grouped(net, x, HIDDEN, width);
}

const flat = (net: NetBuilder, x: string, width: number): string =>
  net.step("Reshape", [
    net.step("Transpose", [x], { perm: [0, 2, 1, 3] }),
    net.whole(1, -1, width),
  ]);

const EDGES = (["e0", "e1", "e2", "e3"] as const).map((name, level) =>
  createNode(name, [1, CHANNELS, "time", [BANDS, BANDS / 2, BANDS / 4, BANDS / 4][level]!]),
);
const EMBEDDING = createNode("emb", [1, "time", GROUPED]);
const FILTERED = createNode("c0", [1, CHANNELS, "time", BINS]);

export function fullEncoder(): Buffer {
  const net = createNetBuilder({ isQuantized: false });
  const front = { frames: 3, size: 3 };
  let edge = net.relu(conv(net, "feat_erb", [1, CHANNELS], front));
  net.name(edge, "e0");
  for (const [at, stride] of [2, 2, 1].entries()) {
    edge = separable(net, edge, stride);
    net.name(edge, `e${at + 1}`);
  }
  const bins = net.relu(conv(net, "feat_spec", [2, CHANNELS], front));
  net.name(bins, "c0");
  const low = flat(net, separable(net, bins, 2), (CHANNELS * BINS) / 2);
  const both = net.step("Add", [
    flat(net, edge, GROUPED),
    grouped(net, low, (CHANNELS * BINS) / 2, GROUPED),
  ]);
  const narrow = grouped(net, both, GROUPED, HIDDEN);
  const encoded = net.remember("GRU", narrow, HIDDEN, { width: HIDDEN });
  const groupedFeatures = grouped(net, encoded, HIDDEN, GROUPED);
  net.name(groupedFeatures, "emb");
  net.name(net.dense(groupedFeatures, GROUPED, 1), "lsnr");
  return net.file(
    [createNode("feat_erb", [1, 1, "time", BANDS]), createNode("feat_spec", [1, 2, "time", BINS])],
    [...EDGES, EMBEDDING, FILTERED, createNode("lsnr", [1, "time", 1])],
  );
}

export function fullBands(): Buffer {
  const net = createNetBuilder({ isQuantized: false });
  const mask = net.step("Reshape", [
    remember(net, 2, GROUPED),
    net.whole(1, -1, CHANNELS, GROUPED / CHANNELS),
  ]);
  let x = net.step("Transpose", [mask], { perm: [0, 2, 1, 3] });
  const with_ = (edge: string): string =>
    net.step("Add", [net.relu(conv(net, edge, [CHANNELS, CHANNELS])), x]);
  x = separable(net, with_("e3"), 1);
  for (const edge of ["e2", "e1"]) {
    const wide = net.step("ConvTranspose", [with_(edge), net.weights([CHANNELS, 1, 1, 4], 4)], {
      kernel_shape: [1, 4],
      strides: [1, 2],
      pads: [0, 1, 0, 1],
      group: CHANNELS,
    });
    x = net.relu(conv(net, wide, [CHANNELS, CHANNELS]));
  }
  net.name(net.step("Sigmoid", [conv(net, with_("e0"), [CHANNELS, 1], { size: 3 })]), "m");
  return net.file([EMBEDDING, ...EDGES.toReversed()], [createNode("m", [1, 1, "time", BANDS])]);
}

export function fullFilters(): Buffer {
  const net = createNetBuilder({ isQuantized: false });
  const width = BINS * TAPS;
  const coefficients = net.step("Tanh", [net.dense(remember(net, 2, HIDDEN), HIDDEN, width)]);
  const shaped = net.step("Reshape", [coefficients, net.whole(1, -1, BINS, TAPS)]);
  const near = conv(net, "c0", [CHANNELS, TAPS], { frames: 5 });
  const turned = net.step("Transpose", [near], { perm: [0, 2, 3, 1] });
  net.name(net.step("Add", [shaped, turned]), "coefs");
  return net.file([EMBEDDING, FILTERED], [createNode("coefs", [1, "time", BINS, TAPS])]);
}
