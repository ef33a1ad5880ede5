import type { SpeechForm } from "#core/models/forms.ts";
import { createNode } from "../onnx.ts";
import { attend, attendItself, byHeads } from "./attention.ts";
import { type NetBuilder, createNetBuilder } from "./net-builder.ts";

/** Tokens of the vocabularies. */
const TOKENS = { whisper: 51_865, moonshine: 32_768 } as const;
/** A layer's inner width, in widths. */
const WIDER = 4;

const widthOf = ({ heads, headSize }: SpeechForm): number => heads * headSize;
const add = (net: NetBuilder, x: string, more: string): string => net.step("Add", [x, more]);

function feedForward(net: NetBuilder, x: string, width: number): string {
  return net.dense(net.gelu(net.dense(x, width, WIDER * width)), WIDER * width, width);
}

/** A sound as steps: [1, steps, width]. */
function listen(net: NetBuilder, form: SpeechForm): string {
  const width = widthOf(form);
  const turned = (x: string): string => net.step("Transpose", [x], { perm: [0, 2, 1] });
  if (form.kind === "whisper") {
    const first = net.gelu(net.conv("input_features", [form.mels, width], { size: 3 }));
    const second = net.gelu(net.conv(first, [width, width], { size: 3, stride: 2 }));
    return add(net, turned(second), net.weights([1500, width], width));
  }
  const wave = net.step("Unsqueeze", ["input_values", net.whole(1)]);
  const first = net.conv(wave, [1, width], { size: 127, stride: 64, pad: 0 });
  const steps = net.step("Tanh", [first]);
  const second = net.gelu(net.conv(steps, [width, 2 * width], { size: 7, stride: 3, pad: 0 }));
  return turned(net.gelu(net.conv(second, [2 * width, width], { size: 3, stride: 2, pad: 0 })));
}

/** The quantized encoder of a net for transcripts, at its full size. */
export function speechEncoder(form: SpeechForm): Buffer {
  const net = createNetBuilder({ isQuantized: true });
  const width = widthOf(form);
  let x = listen(net, form);
  for (let layer = 0; layer < form.layers; layer++) {
    x = add(net, x, attendItself(net, net.norm(x, width), form));
    x = add(net, x, feedForward(net, net.norm(x, width), width));
  }
  net.name(net.norm(x, width), "last_hidden_state");
  const input =
    form.kind === "whisper"
      ? createNode("input_features", ["batch", form.mels, 3000])
      : createNode("input_values", ["batch", "samples"]);
  return net.file([input], [createNode("last_hidden_state", ["batch", "steps", width])]);
}

/** The merged decoder to it: what it has made of the sound comes from its cache, once it is there. */
export function speechDecoder(form: SpeechForm): Buffer {
  const net = createNetBuilder({ isQuantized: true });
  const { layers, heads, headSize, kind } = form;
  const width = widthOf(form);
  const words = net.bytes([TOKENS[kind], width]);
  const picked = net.step("Gather", [words, "input_ids"]);
  let x = net.step("Mul", [net.step("Cast", [picked], { to: 1 }), net.number(1 / 127)]);
  const shape = ["batch", heads, "all", headSize];
  const names: string[] = [];
  for (let layer = 0; layer < layers; layer++) {
    const ownOf = (part: string, now: string): string => {
      const name = `${layer}.decoder.${part}`;
      const all = net.step("Concat", [`past_key_values.${name}`, now], { axis: 2 });
      net.name(all, `present.${name}`);
      names.push(name);
      return all;
    };
    const encodedOf = (part: string): string => {
      const name = `${layer}.encoder.${part}`;
      const pastName = `past_key_values.${name}`;
      const all = net.step("If", ["use_cache_branch"], {
        then_branch: net.branch(() => net.step("Identity", [pastName]), shape),
        else_branch: net.branch(
          () => byHeads(net, net.dense("encoder_hidden_states", width, width), form),
          shape,
        ),
      });
      net.name(all, `present.${name}`);
      names.push(name);
      return all;
    };
    const even = net.norm(x, width);
    const [q, k, v] = [0, 1, 2].map(() => byHeads(net, net.dense(even, width, width), form));
    x = add(net, x, attend(net, [q!, ownOf("key", k!), ownOf("value", v!)], form));
    const queries = byHeads(net, net.dense(net.norm(x, width), width, width), form);
    x = add(net, x, attend(net, [queries, encodedOf("key"), encodedOf("value")], form));
    x = add(net, x, feedForward(net, net.norm(x, width), width));
  }
  const last = net.norm(x, width);
  net.name(net.product(last, net.step("Transpose", [words], { perm: [1, 0] }), width), "logits");
  const cache = ["batch", heads, "past", headSize];
  return net.file(
    [
      createNode("input_ids", ["batch", "sequence"], "int64"),
      createNode("encoder_hidden_states", ["batch", "steps", width]),
      ...names.map((name) => createNode(`past_key_values.${name}`, cache)),
      createNode("use_cache_branch", [1], "bool"),
    ],
    [
      createNode("logits", ["batch", "sequence", TOKENS[kind]]),
      ...names.map((name) => createNode(`present.${name}`, shape)),
    ],
  );
}
