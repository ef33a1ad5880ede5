/** A field of a protocol buffer: a number, or bytes with their length. */
function field(number: number, value: number | string | Uint8Array): Buffer {
  if (typeof value === "number") return Buffer.concat([varint(number << 3), varint(value)]);
  const bytes = Buffer.from(value as Uint8Array);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}

const message = (...fields: readonly Buffer[]): Buffer => Buffer.concat(fields);
const FLOAT = 1;

/** A tensor's name and shape, of an input or an output. */
function place(name: string, dims: readonly number[]): Buffer {
  const shape = message(...dims.map((size) => field(1, field(1, size))));
  const tensor = message(field(1, FLOAT), field(2, shape));
  return message(field(1, name), field(2, field(1, tensor)));
}

const constant = (name: string, values: readonly number[]): Buffer =>
  message(
    field(1, values.length),
    field(2, FLOAT),
    field(8, name),
    field(9, new Uint8Array(Float32Array.from(values).buffer)),
  );

const node = (operator: string, inputs: readonly string[], output: string): Buffer =>
  message(...inputs.map((name) => field(1, name)), field(2, output), field(4, operator));

/** How the graph below is fed, as the registry says it. */
export const TINY_FORM = {
  kind: "spectral-stream",
  sampleRate: 16_000,
  frame: 512,
  input: "mix",
  output: "enh",
  states: { seen: [1] },
} as const;

/**
 * An ONNX graph that takes a frame of a spectrum and gives it back softer, with a state that is carried
 * on: all that a net for speech has, but what it has learned.
 * @param padding bytes that it is made larger by
 */
export function tinyNet({
  gain,
  padding,
}: {
  readonly gain: number;
  readonly padding: number;
}): Buffer {
  const frame = [1, TINY_FORM.frame / 2 + 1, 1, 2];
  const graph = message(
    field(1, node("Mul", ["mix", "gain"], "enh")),
    field(1, node("Add", ["seen", "one"], "seen_out")),
    field(2, "tiny"),
    field(5, constant("gain", [gain])),
    field(5, constant("one", [1])),
    field(11, place("mix", frame)),
    field(11, place("seen", [1])),
    field(12, place("enh", frame)),
    field(12, place("seen_out", [1])),
  );
  const operators = message(field(1, ""), field(2, 13));
  const about = "x".repeat(padding);
  return message(field(1, 8), field(6, about), field(7, graph), field(8, operators));
}
