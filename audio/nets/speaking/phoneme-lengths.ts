/**
 * Adds phoneme durations to the outputs of a Piper voice. Published voices lack that output, but
 * the graph has exactly one rounding node, `Ceil`, whose output is the number of frames of each
 * phoneme (documented in `docs/` of piper1-gpl, which marks it as an output with a program of its
 * own). Here the file is not rewritten: a field of a protocol buffer may be repeated at its end and
 * is then merged into the first (Protocol Buffers, Encoding, “Last One Wins”), so a few appended
 * bytes make it an output.
 */

/** Field numbers of ONNX messages (onnx.proto3). */
const MODEL_GRAPH = 7;
const GRAPH_NODE = 1;
const GRAPH_OUTPUT = 12;
const NODE_OUTPUT = 2;
const NODE_OPERATOR = 4;
const VALUE_NAME = 1;

const BYTES = 2;

type Visit = (field: number, start: number, end: number) => void;

/** Visits each length-delimited field of a message. @throws {RangeError} if it is malformed */
function readFields(bytes: Uint8Array, from: number, to: number, visit: Visit): void {
  let at = from;
  const varint = (): number => {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = bytes[at++];
      if (byte === undefined || at > to) throw new RangeError("This is no graph");
      value += (byte & 127) * factor;
      if (byte < 128) return value;
    }
  };
  while (at < to) {
    const tag = varint();
    const kind = tag & 7;
    if (kind === BYTES) {
      const length = varint();
      if (at + length > to) throw new RangeError("This is no graph");
      visit(Math.floor(tag / 8), at, at + length);
      at += length;
    } else if (kind === 0) varint();
    else if (kind === 1) at += 8;
    else if (kind === 5) at += 4;
    else throw new RangeError("This is no graph");
  }
}

/** Names are compared as bytes, whatever their characters are. */
const textOf = (bytes: Uint8Array, start: number, end: number): string =>
  String.fromCharCode(...bytes.subarray(start, end));

/** Output names of all `Ceil` nodes. */
function ceilOutputs(bytes: Uint8Array): string[] {
  const found: string[] = [];
  readFields(bytes, 0, bytes.length, (field, start, end) => {
    if (field !== MODEL_GRAPH) return;
    readFields(bytes, start, end, (part, from, to) => {
      if (part !== GRAPH_NODE) return;
      let operator = "";
      let output = "";
      readFields(bytes, from, to, (of, begin, stop) => {
        if (of === NODE_OPERATOR) operator = textOf(bytes, begin, stop);
        if (of === NODE_OUTPUT) output = textOf(bytes, begin, stop);
      });
      if (operator === "Ceil") found.push(output);
    });
  });
  return found;
}

const message = (field: number, body: Uint8Array): Uint8Array => {
  const length: number[] = [];
  for (let rest = body.length; ; rest = Math.floor(rest / 128)) {
    length.push(rest > 127 ? (rest % 128) | 128 : rest);
    if (rest <= 127) break;
  }
  return Uint8Array.from([field * 8 + BYTES, ...length, ...body]);
};

/**
 * The graph with an output for phoneme durations, and the name of that output; null if the graph
 * has none.
 */
export function withPhonemeLengths(bytes: Uint8Array): {
  readonly bytes: Uint8Array;
  readonly lengths: string | null;
} {
  const names = ceilOutputs(bytes);
  if (names.length !== 1) return { bytes, lengths: null };
  const name = Uint8Array.from(names[0]!, (letter) => letter.charCodeAt(0));
  const value = message(VALUE_NAME, name);
  const more = message(MODEL_GRAPH, message(GRAPH_OUTPUT, value));
  const all = new Uint8Array(bytes.length + more.length);
  all.set(bytes);
  all.set(more, bytes.length);
  return { bytes: all, lengths: names[0]! };
}
