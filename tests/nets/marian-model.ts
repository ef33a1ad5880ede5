import type { BergamotForm } from "#core/models/forms.ts";

/**
 * Writes what Marian and SentencePiece read (`binary.cpp` of marian-dev, `sentencepiece_model.proto`): a
 * transformer of one layer that says for each word of a sentence another one.
 */

export const MARIAN_FORM: BergamotForm = {
  kind: "bergamot",
  from: "en",
  to: "de",
  vocabularies: 1,
  precision: "float32",
};

/** Numbers of a word. */
const DIM = 64;
const HALF = DIM / 2;
const FEED = 8;
/**
 * Dimensions that encode the position in the sentence: sines and cosines of the same frequencies.
 */
const POSITIONS = [0, 1, 2, HALF, HALF + 1, HALF + 2];
const WORDS = Array.from({ length: DIM }, (_, at) => at).filter((at) => !POSITIONS.includes(at));
const FLOATS = 0x404;
const BYTES = 0x101;
const ALIGNED = 256;

interface Item {
  readonly name: string;
  readonly type: number;
  readonly shape: readonly number[];
  readonly data: Uint8Array;
}

const long = (value: number): Buffer => {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64LE(BigInt(value));
  return bytes;
};

function writeItems(items: readonly Item[]): Buffer {
  const data = items.map((item) => {
    const padded = Buffer.alloc(Math.ceil(item.data.length / ALIGNED) * ALIGNED);
    padded.set(item.data);
    return padded;
  });
  const head = Buffer.concat([
    long(1),
    long(items.length),
    ...items.flatMap(({ name, type, shape }, at) =>
      [Buffer.byteLength(name) + 1, type, shape.length, data[at]!.length].map(long),
    ),
    ...items.map(({ name }) => Buffer.from(`${name}\0`)),
    ...items.map(({ shape }) => Buffer.from(Int32Array.from(shape).buffer)),
  ]);
  const start = (Math.floor((head.length + 8) / ALIGNED) + 1) * ALIGNED;
  const gap = start - head.length - 8;
  return Buffer.concat([head, long(gap), Buffer.alloc(gap), ...data]);
}

/** What Marian has to know of a model, under its own names. */
const settings = (words: number): string =>
  Object.entries({
    type: "transformer",
    version: "v1.9.56",
    "dim-emb": DIM,
    "dim-vocabs": `\n  - ${words}\n  - ${words}`,
    "enc-depth": 1,
    "dec-depth": 1,
    "tied-embeddings": false,
    "tied-embeddings-all": true,
    "tied-embeddings-src": false,
    "transformer-heads": 1,
    "transformer-dim-ffn": FEED,
    "transformer-ffn-depth": 2,
    "transformer-ffn-activation": "relu",
    "transformer-decoder-dim-ffn": 0,
    "transformer-decoder-ffn-depth": 0,
    "transformer-dim-aan": DIM,
    "transformer-aan-depth": 2,
    "transformer-aan-activation": "swish",
    "transformer-aan-nogate": false,
    "transformer-decoder-autoreg": "self-attention",
    "transformer-tied-layers": "\n  []",
    "transformer-guided-alignment-layer": "last",
    "transformer-preprocess": '""',
    "transformer-postprocess": "a",
    "transformer-postprocess-emb": '""',
    "transformer-postprocess-top": '""',
    "transformer-train-position-embeddings": false,
    "transformer-train-positions": false,
    "transformer-no-projection": false,
    "transformer-no-bias": false,
    "transformer-no-affine": false,
    "transformer-depth-scaling": false,
    "transformer-rnn-projection": false,
    "transformer-pool": false,
    ulr: false,
    "lemma-dim-emb": 0,
    "lemma-dependency": '""',
    "factors-combine": "sum",
    "factors-dim-emb": 0,
    "factor-weight": 1,
    "layer-normalization": false,
    "right-left": false,
    skip: false,
    "input-types": "\n  []",
    "output-omit-bias": false,
  })
    .map(([name, value]) => `${name}: ${value}\n`)
    .join("");

/**
 * A model that outputs, for the word at each position, the one that `map` assigns: attention
 * selects words by position alone, as positions are encoded by their own sinusoids.
 * @param map ids of words by ids of words; 0 ends a sentence
 */
export function marianModel(map: readonly number[]): Buffer {
  const items: Item[] = [];
  const add = (
    name: string,
    shape: readonly [number, number],
    fill?: (all: Float32Array) => void,
  ) => {
    const all = new Float32Array(shape[0] * shape[1]);
    fill?.(all);
    items.push({ name, type: FLOATS, shape, data: new Uint8Array(all.buffer) });
  };
  const square = (name: string, fill?: (all: Float32Array) => void) => add(name, [DIM, DIM], fill);
  const attention = (
    layer: string,
    fills: Readonly<Record<string, (all: Float32Array) => void>> = {},
  ) => {
    for (const part of ["q", "k", "v", "o"]) {
      square(`${layer}_W${part}`, fills[part]);
      add(`${layer}_b${part}`, [1, DIM]);
    }
  };
  const feed = (layer: string) => {
    add(`${layer}_ffn_W1`, [DIM, FEED]);
    add(`${layer}_ffn_b1`, [1, FEED]);
    add(`${layer}_ffn_W2`, [FEED, DIM]);
    add(`${layer}_ffn_b2`, [1, DIM]);
  };
  add("Wemb", [map.length, DIM], (all) => {
    for (const word of map.keys()) all[word * DIM + WORDS[word]!] = 10;
  });
  add("decoder_ff_logit_out_b", [1, map.length]);
  attention("encoder_l1_self");
  feed("encoder_l1");
  attention("decoder_l1_self");
  const markPositions = (all: Float32Array): void => {
    for (const position of POSITIONS) all[position * DIM + position] = 30;
  };
  attention("decoder_l1_context", {
    q: markPositions,
    k: markPositions,
    v: (all) => {
      for (const [word, other] of map.entries()) all[WORDS[word]! * DIM + WORDS[other]!] = 100;
    },
    o: (all) => {
      for (let at = 0; at < DIM; at++) all[at * DIM + at] = 1;
    },
  });
  feed("decoder_l1");
  const text = Buffer.from(`${settings(map.length)}\0`);
  items.push({ name: "special:model.yml", type: BYTES, shape: [text.length], data: text });
  return writeItems(items);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | 128);
  return Buffer.from([...bytes, rest]);
}
const number = (field: number, value: number): Buffer =>
  Buffer.concat([varint(field << 3), varint(value)]);
const block = (field: number, value: string | Buffer): Buffer => {
  const bytes = Buffer.from(value as string);
  return Buffer.concat([varint((field << 3) | 2), varint(bytes.length), bytes]);
};
const float = (field: number, value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return Buffer.concat([varint((field << 3) | 5), bytes]);
};
const [PLAIN, UNKNOWN, CONTROL] = [1, 2, 3];

/** A vocabulary of SentencePiece: the end of a sentence, what is unknown, and whole words. */
export function createTokenizerModel(words: readonly string[]): Buffer {
  const encodeEntry = (text: string, score: number, kind: number): Buffer =>
    block(1, Buffer.concat([block(1, text), float(2, score), number(3, kind)]));
  return Buffer.concat([
    encodeEntry("</s>", 0, CONTROL!),
    encodeEntry("<unk>", 0, UNKNOWN!),
    ...words.map((word) => encodeEntry(word, -1, PLAIN!)),
    block(
      2,
      Buffer.concat([number(3, 1), number(4, words.length + 2), number(40, 1), number(42, 0)]),
    ),
    block(3, Buffer.concat([block(1, "identity"), number(3, 1), number(4, 1), number(5, 1)])),
  ]);
}

const SHORTLIST_MAGIC = 0xf11a48d5013417f5n;

/**
 * Which words may be said for each word, as `lexical_shortlist_generator` of Marian writes it in binary: a
 * head of six numbers, where the list of each word begins, and the lists.
 * @param map ids of words, by the ids of words
 */
function shortlist(map: readonly number[]): Buffer {
  const lists = map.map((other) => [other]);
  const offsets = lists.map((_, at) => lists.slice(0, at).flat().length);
  const all = lists.flat();
  const numbers = [0n, 2n, 1n, BigInt(map.length + 1), BigInt(all.length)];
  return Buffer.concat([
    Buffer.from(BigUint64Array.from([SHORTLIST_MAGIC, ...numbers]).buffer),
    Buffer.from(BigUint64Array.from([...offsets, all.length], BigInt).buffer),
    Buffer.from(Uint32Array.from(all).buffer),
  ]);
}

/** A pair of languages that swaps words, and leaves all else. @param pairs words of both */
export function marianPair(pairs: readonly (readonly [string, string])[]) {
  const words = [...pairs.flatMap((pair) => pair.map((word) => `▁${word}`)), ".", "▁"];
  const map = [0, 1, ...words.map((_, at) => (at < 2 * pairs.length ? 2 + (at ^ 1) : 2 + at))];
  return {
    model: marianModel(map),
    vocabulary: createTokenizerModel(words),
    shortlist: shortlist(map),
  };
}
