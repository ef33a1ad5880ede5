import {
  ADD,
  ADD_I32,
  advance,
  assembleModule,
  body,
  type Code,
  get,
  I32,
  instantiateOver,
  int,
  load,
  loop,
  MULTIPLY,
  MULTIPLY_I32,
  set,
  store,
  SUBTRACT,
  V128,
  ZERO,
} from "../nets/wasm-code.ts";

const PAGE_BYTES = 65_536;
/** Bins that are worked on at once. */
export const LANES = 4;
/** Frames that are learnt from at once, which saves most of the way to memory and back. */
export const LEARNT = 4;
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
  /** By channel and bin, how much frames weigh that are to be learnt from, the earliest first. */
  readonly weights: readonly (readonly Float32Array[])[];
  /** Adds the latest frames to the sums. @param frames up to `LEARNT`, with the first of `weights` */
  learn(channel: number, frames: number): void;
  /**
   * Place in `sums` of the sum over frames of tap `i` times the conjugate of tap `j` (not after it), or
   * of the latest frame (`taps`): its real part; the imaginary one is `LANES` later.
   */
  placeOfSum(bin: number, i: number, j: number): number;
  readonly sums: Float32Array;
}

/** Place of a bin's real part among complex values of all bins. */
export const placeOf = (bin: number): number => 2 * bin - (bin % LANES);

const pairsOf = (taps: number): number => (taps * (taps + 1)) / 2 + taps;
/** Number of the sum of `i` and `j` among those of four bins. */
const pairOf = (i: number, j: number, taps: number): number =>
  j === taps ? (taps * (taps + 1)) / 2 + i : (i * (i + 1)) / 2 + j;

const times = (first: Code, second: Code): Code => [first, second, MULTIPLY];

/** Loads what lies `tap` frames of `frameBytes` before the frame that a local points to; `taps`: itself. */
const tapsOf =
  ({ taps, delay }: RoomShape, frameBytes: number, frame: number) =>
  (tap: number, part: 0 | 1): Code => {
    const back = tap === taps ? 0 : (delay + tap) * frameBytes;
    return [get(frame), load(back + 4 * LANES * part)];
  };

/** `(latest, filters, late, vectors)` */
function assemblePredict(shape: RoomShape, frameBytes: number): number[] {
  const [latest, filters, late, vectors, re, im] = [0, 1, 2, 3, 4, 5] as const;
  const tap = tapsOf(shape, frameBytes, latest);
  const sums = Array.from({ length: shape.taps }, (_, k) => {
    const factor = (part: 0 | 1): Code => [get(filters), load(PAIR_BYTES * k + 4 * LANES * part)];
    return [
      [get(re), times(factor(0), tap(k, 0)), ADD, times(factor(1), tap(k, 1)), ADD, set(re)],
      [get(im), times(factor(0), tap(k, 1)), ADD, times(factor(1), tap(k, 0)), SUBTRACT, set(im)],
    ];
  });
  return body(
    [[2, V128]],
    loop(vectors, [
      [ZERO, set(re), ZERO, set(im), sums],
      [get(late), get(re), store(), get(late), get(im), store(4 * LANES)],
      [latest, late].map((local) => advance(local, PAIR_BYTES)),
      advance(filters, PAIR_BYTES * shape.taps),
    ]),
  );
}

/** `(earliest, sums, weights, vectors, frames)`: the sums of four bins stay at hand for all frames. */
function assembleLearn(shape: RoomShape, frameBytes: number): number[] {
  const [earliest, sums, weights, vectors, frames] = [0, 1, 2, 3, 4] as const;
  const [left, frame, weight, width, re, im] = [5, 6, 7, 8, 9, 10] as const;
  const { taps } = shape;
  const tap = tapsOf(shape, frameBytes, frame);
  const addPair = (i: number, j: number) => {
    const at = PAIR_BYTES * pairOf(i, j, taps);
    return [
      [get(sums), get(sums), load(at)],
      [times(get(re), tap(j, 0)), ADD, times(get(im), tap(j, 1)), ADD, store(at)],
      [get(sums), get(sums), load(at + 4 * LANES)],
      [times(get(im), tap(j, 0)), ADD, times(get(re), tap(j, 1)), SUBTRACT],
      store(at + 4 * LANES),
    ];
  };
  const addFrame = Array.from({ length: taps }, (_, i) => [
    [times(tap(i, 0), [get(weight), load()]), set(re)],
    [times(tap(i, 1), [get(weight), load()]), set(im)],
    Array.from({ length: i + 1 }, (__, j) => addPair(i, j)),
    addPair(i, taps),
  ]);
  const locals = [
    [4, I32],
    [2, V128],
  ] as const;
  return body(locals, [
    [get(vectors), int(4 * LANES), MULTIPLY_I32, set(width)],
    loop(vectors, [
      [get(earliest), set(frame), get(weights), set(weight), get(frames), set(left)],
      loop(left, [
        addFrame,
        advance(frame, -frameBytes),
        [get(weight), get(width), ADD_I32, set(weight)],
      ]),
      advance(earliest, PAIR_BYTES),
      advance(sums, PAIR_BYTES * pairsOf(taps)),
      advance(weights, 4 * LANES),
    ]),
  ]);
}

type Work = (...numbers: readonly number[]) => void;

export function createRoomKernel(shape: RoomShape): RoomKernel {
  const { channels, bins, taps, delay, learns } = shape;
  const vectors = Math.ceil(bins / LANES);
  const width = vectors * PAIR;
  const depth = delay + taps + (learns ? LEARNT - 1 : 0);
  const pairs = pairsOf(taps);
  const sizes = {
    filters: vectors * taps * PAIR,
    late: width,
    weights: learns ? channels * LEARNT * vectors * LANES : 0,
    sums: learns ? vectors * pairs * PAIR : 0,
    // Each frame is there twice, so that the latest ones always lie behind each other.
    history: channels * 2 * depth * width,
  };
  const floats = Object.values(sizes).reduce((sum, size) => sum + size, 0);
  const memory = new WebAssembly.Memory({ initial: Math.ceil((4 * floats) / PAGE_BYTES) });
  const kernels = instantiateOver<{ readonly predict: Work; readonly learn: Work }>(
    memory,
    assembleModule([
      { name: "predict", parameters: 4, body: assemblePredict(shape, 4 * width) },
      { name: "learn", parameters: 5, body: assembleLearn(shape, 4 * width) },
    ]),
  );
  let next = 0;
  const take = (length: number) => {
    const view = new Float32Array(memory.buffer, 4 * next, length);
    next += length;
    return view;
  };
  const filters = take(sizes.filters);
  const late = take(sizes.late);
  const weights = Array.from({ length: learns ? channels : 0 }, () =>
    Array.from({ length: LEARNT }, () => take(vectors * LANES)),
  );
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
      for (let bin = 0, at = 0; bin < bins; at += PAIR)
        for (let lane = at; lane < at + LANES && bin < bins; lane++, bin++) {
          frame[lane] = re[bin]!;
          frame[lane + LANES] = im[bin]!;
        }
      history.copyWithin((slot + depth) * width, slot * width, (slot + 1) * width);
    },
    predict: (channel) =>
      kernels.predict(latestOf(channel), filters.byteOffset, late.byteOffset, vectors),
    learn: (channel, frames) =>
      kernels.learn(
        latestOf(channel) + 4 * width * (frames - 1),
        sums.byteOffset,
        weights[channel]![0]!.byteOffset,
        vectors,
        frames,
      ),
    sums,
    placeOfSum: (bin, i, j) =>
      placeOf(bin - (bin % LANES)) * pairs + pairOf(i, j, taps) * PAIR + (bin % LANES),
  };
}
