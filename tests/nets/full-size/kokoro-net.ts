import { createNode } from "../onnx.ts";
import { attendItself } from "./attention.ts";
import { type ConvOptions, type NetBuilder, createNetBuilder } from "./net-builder.ts";

/** Phonemes per second; each lasts three of the forty frames. */
export const TOKENS_A_SECOND = 40 / 3;
const FRAMES_A_TOKEN = 3;
const READ = { heads: 12, headSize: 64 };
const READING = READ.heads * READ.headSize;
const HIDDEN = 512;
const STYLE = 128;
const WIDE = 1024;
/** Numbers of a spectrum of 20 samples, by which the wave is made; a frame every 5. */
const SPECTRUM = 22;
const HOP = 5;
const SIZES = [3, 7, 11] as const;
const DILATIONS = [1, 3, 5] as const;

type Channels = readonly [from: number, to: number];

function kokoroParts(net: NetBuilder, inWholes: boolean) {
  const { step, number, whole } = net;
  const add = (x: string, more: string): string => step("Add", [x, more]);
  const turned = (x: string): string => step("Transpose", [x], { perm: [0, 2, 1] });
  const conv = (x: string, channels: Channels, options: ConvOptions = {}): string =>
    net.conv(x, channels, { ...options, inWholes });
  /** Each channel normalized over time, then shifted and scaled as the style says. */
  const adapt = (x: string, channels: number): string => {
    const even = step("InstanceNormalization", [
      x,
      net.weights([channels], 1),
      net.weights([channels], 1),
    ]);
    const style = step("Unsqueeze", [net.dense("style.half", STYLE, 2 * channels), whole(2)]);
    const [scale, shift] = net.split(2, "Split", [style], { axis: 1 });
    return add(step("Mul", [even, add(scale!, number(1))]), shift!);
  };
  const leaky = (x: string): string => step("LeakyRelu", [x]);
  /** x + sin²(αx) / α */
  const snake = (x: string, channels: number): string => {
    const alpha = net.weights([1, channels, 1], 1);
    const wave = step("Sin", [step("Mul", [x, alpha])]);
    return add(x, step("Div", [step("Mul", [wave, wave]), alpha]));
  };
  /** Each frame twice or more. */
  const hold = (x: string, channels: number, times: number): string => {
    const tall = step("Unsqueeze", [x, whole(3)]);
    const held = step("Expand", [tall, whole(1, channels, 1, times)]);
    return step("Reshape", [held, whole(1, channels, -1)]);
  };
  /** A block of the decoder. @param times by how much it is longer */
  const block = (x: string, [from, to]: Channels, times = 1): string => {
    const long = (y: string, channels: number) => (times === 1 ? y : hold(y, channels, times));
    const first = conv(long(leaky(adapt(x, from)), from), [from, to], { size: 3 });
    const second = conv(leaky(adapt(first, to)), [to, to], { size: 3 });
    return add(second, conv(long(x, from), [from, to]));
  };
  /** A block of the vocoder. */
  const voiced = (x: string, channels: number, size: number): string => {
    let y = x;
    for (const dilation of DILATIONS) {
      const same: Channels = [channels, channels];
      const far = conv(snake(adapt(y, channels), channels), same, { size, dilation });
      y = add(y, conv(snake(adapt(far, channels), channels), same, { size }));
    }
    return y;
  };
  return { add, turned, conv, leaky, hold, block, voiced };
}

type Parts = ReturnType<typeof kokoroParts>;

/** ALBERT: one layer's weights, twelve times. @returns [1, tokens, 512] */
function read(net: NetBuilder, { add }: Parts): string {
  const embedded = net.step("Gather", [net.weights([178, 128], 1), "input_ids"]);
  let x = net.dense(embedded, 128, READING);
  const again = net.sharing();
  for (let layer = 0; layer < 12; layer++) {
    again.rewind();
    x = net.norm(add(x, attendItself(net, x, READ)), READING);
    const fed = net.dense(net.gelu(net.dense(x, READING, 2048)), 2048, READING);
    x = net.norm(add(x, fed), READING);
  }
  again.end();
  return net.dense(x, READING, HIDDEN);
}

/** How long each phoneme is, and the melody: [1, 512, frames]. */
function predict(net: NetBuilder, read_: string, { turned, hold, block }: Parts): string {
  let x = read_;
  for (let layer = 0; layer < 3; layer++)
    x = net.norm(net.remember("LSTM", x, HIDDEN, { width: HIDDEN / 2, both: true }), HIDDEN);
  const held = turned(hold(turned(x), HIDDEN, FRAMES_A_TOKEN));
  const shared = net.remember("LSTM", held, HIDDEN, { width: HIDDEN / 2, both: true });
  let melody = turned(shared);
  melody = block(melody, [HIDDEN, HIDDEN]);
  melody = block(melody, [HIDDEN, HIDDEN]);
  return block(melody, [HIDDEN, HIDDEN]);
}

function spell(net: NetBuilder, { turned, conv, leaky, hold }: Parts): string {
  let x = turned(net.step("Gather", [net.weights([178, HIDDEN], 1), "input_ids"]));
  for (let layer = 0; layer < 3; layer++) x = leaky(conv(x, [HIDDEN, HIDDEN], { size: 5 }));
  const encoded = net.remember("LSTM", turned(x), HIDDEN, { width: HIDDEN / 2, both: true });
  return hold(turned(encoded), HIDDEN, FRAMES_A_TOKEN);
}

/** ISTFTNet, whose last step is a matrix over the numbers of a frame. @param x 80 frames a second */
function speak(net: NetBuilder, x: string, { add, conv, leaky, hold, voiced }: Parts): string {
  let wave = x;
  let channels = HIDDEN;
  for (const [at, { stride, size, noise }] of [
    { stride: 10, size: 20, noise: 7 },
    { stride: 6, size: 12, noise: 11 },
  ].entries()) {
    wave = net.stretch(leaky(wave), [channels, channels / 2], { size, stride });
    channels /= 2;
    const source = net.conv(hold("source", SPECTRUM, at === 0 ? 10 : 60), [SPECTRUM, channels]);
    wave = add(wave, voiced(source, channels, noise));
    const excitations = SIZES.map((one) => voiced(wave, channels, one));
    wave = net.step("Mul", [net.step("Sum", excitations), net.number(1 / SIZES.length)]);
  }
  const spectrum = conv(leaky(wave), [channels, SPECTRUM], { size: 7 });
  const frames = net.step("Transpose", [spectrum], { perm: [0, 2, 1] });
  const samples = net.dense(frames, SPECTRUM, HOP);
  return net.step("Reshape", [samples, net.whole(1, -1)]);
}

/** Kokoro at its full size, whose phonemes are all as long. @param isQuantized in 8 bits */
export function kokoroNet(isQuantized: boolean): Buffer {
  const net = createNetBuilder({ isQuantized });
  const parts = kokoroParts(net, isQuantized);
  const { conv, block, hold } = parts;
  net.name(
    net.step("Slice", ["style", net.whole(0), net.whole(STYLE), net.whole(1)]),
    "style.half",
  );
  const melody = predict(net, read(net, parts), parts);
  const spelt = spell(net, parts);
  net.name(hold(conv(melody, [HIDDEN, SPECTRUM]), SPECTRUM, 2), "source");
  let x = block(net.step("Concat", [spelt, melody], { axis: 1 }), [2 * HIDDEN, WIDE]);
  for (let at = 0; at < 3; at++) x = block(x, [WIDE, WIDE]);
  x = block(x, [WIDE, HIDDEN], 2);
  net.name(speak(net, x, parts), "waveform");
  return net.file(
    [
      createNode("input_ids", [1, "tokens"], "int64"),
      createNode("style", [1, 256]),
      createNode("speed", [1]),
    ],
    [createNode("waveform", [1, "samples"])],
  );
}
