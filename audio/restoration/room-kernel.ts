import {
  ADD,
  advance,
  assembleModule,
  body,
  type Code,
  get,
  instantiateOver,
  load,
  loop,
  MULTIPLY,
  set,
  store,
  SUBTRACT,
  V128,
  ZERO,
} from "../nets/wasm-code.ts";

const PAGE_BYTES = 65_536;
/** Bins that are worked on at once. */
export const LANES = 4;
/** Numbers of a complex value of so many bins: real parts, then imaginary ones. */
const PAIR = 2 * LANES;
const PAIR_BYTES = 4 * PAIR;

export interface RoomShape {
  readonly channels: number;
  readonly bins: number;
  /** Frames before the latest from which late sound is predicted: the last `taps` of so many. */
  readonly taps: number;
  readonly delay: number;
  /** Whether it is to learn, or only to predict. */
  readonly learns: boolean;
}

/** Late sound from frames before, on vectors, bins side by side. */
export interface RoomKernel {
  /** Filters of all bins: for each four of them and each tap four real, then four imaginary parts. */
  readonly filters: Float32Array;
  /** Takes the next frame of a channel. */
  add(channel: number, re: Float32Array, im: Float32Array): void;
  /** Of the latest frame, what is predicted from those before, as `read` gives it. */
  predict(channel: number): void;
  /** What was predicted for a bin: place in `late` of its real part; the imaginary one is `LANES` later. */
  readonly late: Float32Array;
  /** By bin, how much the latest frame weighs. */
  readonly weights: Float32Array;
  /** Adds the latest frame to the sums, with `weights`. */
  learn(channel: number): void;
  /** Sum over frames of tap `i` times the conjugate of tap `j` (not after it), or of the latest frame (`taps`). */
  sumAt(bin: number, i: number, j: number): readonly [re: number, im: number];
}

/** Place of a bin's real part among complex values of all bins. */
export const placeOf = (bin: number): number => Math.floor(bin / LANES) * PAIR + (bin % LANES);

const pairsOf = (taps: number): number => (taps * (taps + 1)) / 2 + taps;
/** Number of the sum of `i` and `j` among those of four bins. */
const pairOf = (i: number, j: number, taps: number): number =>
  j === taps ? (taps * (taps + 1)) / 2 + i : (i * (i + 1)) / 2 + j;

/** @param frameBytes from a frame to the one before it */
function assemble({ taps, delay }: RoomShape, frameBytes: number) {
  const offsetOf = (tap: number) => (tap === taps ? 0 : (delay + tap) * frameBytes);
  const times = (first: Code, second: Code): Code => [first, second, MULTIPLY];
  const tap = (number: number, part: 0 | 1): Code => [
    get(0),
    load(offsetOf(number) + 4 * LANES * part),
  ];
  const [latest, filters, late, vectors, re, im] = [0, 1, 2, 3, 4, 5] as const;
  const predict = loop(vectors, [
    [ZERO, set(re), ZERO, set(im)],
    Array.from({ length: taps }, (_, k) => {
      const factor = (part: 0 | 1): Code => [get(filters), load(PAIR_BYTES * k + 4 * LANES * part)];
      return [
        [get(re), times(factor(0), tap(k, 0)), ADD, times(factor(1), tap(k, 1)), ADD, set(re)],
        [get(im), times(factor(0), tap(k, 1)), ADD, times(factor(1), tap(k, 0)), SUBTRACT, set(im)],
      ];
    }),
    [get(late), get(re), store(), get(late), get(im), store(4 * LANES)],
    [advance(latest, PAIR_BYTES), advance(filters, PAIR_BYTES * taps), advance(late, PAIR_BYTES)],
  ]);
  const [sums, weights] = [1, 2] as const;
  const learn = loop(vectors, [
    Array.from({ length: taps }, (_, i) => [
      [times(tap(i, 0), [get(weights), load()]), set(re)],
      [times(tap(i, 1), [get(weights), load()]), set(im)],
      [...Array.from({ length: i + 1 }, (__, j) => j), taps].map((j) => {
        const at = PAIR_BYTES * pairOf(i, j, taps);
        return [
          [get(sums), get(sums), load(at)],
          [times(get(re), tap(j, 0)), ADD, times(get(im), tap(j, 1)), ADD, store(at)],
          [get(sums), get(sums), load(at + 4 * LANES)],
          [times(get(im), tap(j, 0)), ADD, times(get(re), tap(j, 1)), SUBTRACT],
          store(at + 4 * LANES),
        ];
      }),
    ]),
    advance(latest, PAIR_BYTES),
    advance(sums, PAIR_BYTES * pairsOf(taps)),
    advance(weights, 4 * LANES),
  ]);
  const locals = [[2, V128]] as const;
  return assembleModule([
    { name: "predict", parameters: 4, body: body(locals, predict) },
    { name: "learn", parameters: 4, body: body(locals, learn) },
  ]);
}

type Work = (latest: number, second: number, third: number, vectors: number) => void;

export function createRoomKernel(shape: RoomShape): RoomKernel {
  const { channels, bins, taps, delay, learns } = shape;
  const vectors = Math.ceil(bins / LANES);
  const width = vectors * PAIR;
  const depth = delay + taps;
  const pairs = pairsOf(taps);
  const sizes = {
    filters: vectors * taps * PAIR,
    late: width,
    weights: vectors * LANES,
    sums: learns ? vectors * pairs * PAIR : 0,
    // Each frame is there twice, so that the latest ones always lie behind each other.
    history: channels * 2 * depth * width,
  };
  const floats = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * floats) / PAGE_BYTES) });
  const kernels = instantiateOver<{ readonly predict: Work; readonly learn: Work }>(
    memory,
    assemble(shape, 4 * width),
  );
  let next = 0;
  const take = (length: number) => {
    const view = new Float32Array(memory.buffer, 4 * next, length);
    next += length;
    return view;
  };
  const filters = take(sizes.filters);
  const late = take(sizes.late);
  const weights = take(sizes.weights);
  const sums = take(sizes.sums);
  const histories = Array.from({ length: channels }, () => take(2 * depth * width));
  /** Slot of the latest frame of each channel; the one before it is in the next slot. */
  const slots = histories.map(() => 0);
  const latestOf = (channel: number) =>
    histories[channel]!.byteOffset + 4 * width * slots[channel]!;
  return {
    filters,
    late,
    weights,
    add(channel, re, im) {
      const history = histories[channel]!;
      const slot = (slots[channel]! + depth - 1) % depth;
      slots[channel] = slot;
      const frame = history.subarray(slot * width, (slot + 1) * width);
      for (let bin = 0; bin < bins; bin++) {
        const at = placeOf(bin);
        frame[at] = re[bin]!;
        frame[at + LANES] = im[bin]!;
      }
      history.copyWithin((slot + depth) * width, slot * width, (slot + 1) * width);
    },
    predict: (channel) =>
      kernels.predict(latestOf(channel), filters.byteOffset, late.byteOffset, vectors),
    learn: (channel) =>
      kernels.learn(latestOf(channel), sums.byteOffset, weights.byteOffset, vectors),
    sumAt(bin, i, j) {
      const vector = Math.floor(bin / LANES);
      const at = (vector * pairs + pairOf(i, j, taps)) * PAIR + (bin % LANES);
      return [sums[at]!, sums[at + LANES]!];
    },
  };
}
