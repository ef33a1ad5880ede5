import {
  ADD,
  ADD_F32,
  ADD_I32,
  ADD_I32X4,
  advance,
  AND_I32,
  body,
  branch,
  type Code,
  DOT_I16,
  EQUAL_I32,
  F32,
  float,
  FLOAT_OF_I32,
  FLOOR,
  get,
  I32,
  I32_OF_FLOAT,
  int,
  leb,
  LOAD_F32,
  load,
  loadI32,
  loadSplat,
  loadTwice,
  loadWide,
  loop,
  MULTIPLY,
  MULTIPLY_F32,
  NARROW_I32,
  set,
  SHIFT_LEFT_I32,
  SHIFT_RIGHT_I32,
  shuffle,
  SPLAT,
  store,
  STORE_F32,
  storeHalf,
  SUBTRACT_I32,
  V128,
  ZERO,
} from "./wasm-code.ts";

/** Number of the function that is replaced, `compute_linear`, among those that are no imports. */
const LINEAR = 48;
const CODE_SECTION = 10;
/** Bytes below the module's stack that the kernel writes to: inputs of 16 bits, at most 2,048. */
const SCRATCH = 4096;
/** Where a layer has what it is made of (`LinearLayer` in RNNoise's `nnet.h`). */
const LAYER = {
  bias: 0,
  bytes: 8,
  floats: 12,
  places: 16,
  diagonal: 20,
  scale: 24,
  inputs: 28,
  outputs: 32,
};

/** Bytes of four columns of eight rows. */
const TILE = 32;
/** How many tiles the inner loops take in one turn, as a power of two. */
const TILES_LOG = 2;

/** Sums of neighbours: four rows out of two vectors that hold two halves of two rows each. */
const EVEN = [0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19, 24, 25, 26, 27];
const ODD = EVEN.map((place) => place + 4);

/**
 * `compute_linear(layer, out, in)` of RNNoise with vectors: its C compiler made none. Whole numbers
 * are summed exactly, as there; sums of floats are rounded in another order.
 */
function assembleLinear(): number[] {
  const [layer, out, input] = [0, 1, 2] as const;
  const [rows, columns, matrix, places, left] = [3, 4, 5, 6, 7] as const;
  const [inner, at, to, from, stride, rest] = [8, 9, 10, 11, 12, 13] as const;
  const sum = 14;
  const [a, b, c, d, x] = [15, 16, 17, 18, 19] as const;

  const field = (name: keyof typeof LAYER) => [get(layer), loadI32(LAYER[name])];
  const times = (local: number, shift: number) => [get(local), int(shift), SHIFT_LEFT_I32];
  const part = (local: number, shift: number) => [get(local), int(shift), SHIFT_RIGHT_I32];
  const add = (target: number, factor: Code) => [get(target), factor, MULTIPLY, ADD, set(target)];

  /** Row by row, for layers of few outputs. */
  const fewFloats = [
    [get(rows), set(left)],
    loop(left, [
      [float(0), set(sum)],
      [get(matrix), set(from), get(input), set(at), get(columns), set(inner)],
      loop(inner, [
        [get(sum), get(from), LOAD_F32, get(at), LOAD_F32],
        [MULTIPLY_F32, ADD_F32, set(sum)],
        [get(from), get(stride), ADD_I32, set(from)],
        advance(at, 4),
      ]),
      [get(to), get(sum), STORE_F32],
      advance(to, 4),
      advance(matrix, 4),
    ]),
  ];
  const floats = [
    [part(rows, 3), set(left)],
    loop(left, [
      [ZERO, set(a), ZERO, set(b)],
      [get(matrix), set(from), get(input), set(at), get(columns), set(inner)],
      loop(inner, [
        [get(at), loadSplat(), set(x)],
        add(a, [get(from), load(), get(x)]),
        add(b, [get(from), load(16), get(x)]),
        [get(from), get(stride), ADD_I32, set(from)],
        advance(at, 4),
      ]),
      [get(to), get(a), store(), get(to), get(b), store(16)],
      advance(to, 32),
      advance(matrix, 32),
    ]),
  ];

  const quantise = [
    [get(input), set(at)],
    [0x23, 0, int(SCRATCH), SUBTRACT_I32, set(from)],
    [part(columns, 2), set(inner)],
    loop(inner, [
      [get(from), get(at), load(), float(127), SPLAT, MULTIPLY],
      [float(0.5), SPLAT, ADD, FLOOR, I32_OF_FLOAT],
      [set(x), get(x), get(x), NARROW_I32, storeHalf()],
      advance(at, 16),
      advance(from, 8),
    ]),
    [0x23, 0, int(SCRATCH), SUBTRACT_I32, set(from)],
  ];
  /** Four columns of eight rows, so many after those that `matrix` points to. */
  const tile = (number: number, columnsAt: Code) => [
    [columnsAt, set(x)],
    [a, b, c, d].map((target, i) => [
      [get(target), get(matrix), loadWide(TILE * number + 8 * i), get(x)],
      [DOT_I16, ADD_I32X4, set(target)],
    ]),
  ];
  /** Runs what takes a tile as often as the counter says, but several in one turn as long as it can. */
  const inTurns = (
    counter: number,
    one: (number: number) => Code,
    end: (tiles: number) => Code,
  ) => {
    const turn = (tiles: number): Code => [
      Array.from({ length: tiles }, (_, number) => one(number)),
      [end(tiles), advance(matrix, TILE * tiles)],
    ];
    return [
      [get(counter), set(rest), part(counter, TILES_LOG), set(counter), get(counter)],
      branch(loop(counter, turn(2 ** TILES_LOG))),
      [get(rest), int(2 ** TILES_LOG - 1), AND_I32, set(counter), get(counter)],
      branch(loop(counter, turn(1))),
    ];
  };
  const allTiles = [
    [get(from), set(stride), part(columns, 2), set(inner)],
    inTurns(
      inner,
      (number) => tile(number, [get(stride), loadTwice(8 * number)]),
      (tiles) => advance(stride, 8 * tiles),
    ),
  ];
  const fewTiles = inTurns(
    inner,
    (number) =>
      tile(number, [
        [get(places), loadI32(4 * number), int(1), SHIFT_LEFT_I32],
        [get(from), ADD_I32, loadTwice()],
      ]),
    (tiles) => advance(places, 4 * tiles),
  );
  const fourRows = (first: number, second: number, offset: number) => [
    get(to),
    [get(first), get(second), shuffle(EVEN)],
    [get(first), get(second), shuffle(ODD)],
    [ADD_I32X4, FLOAT_OF_I32, get(at), load(offset), MULTIPLY],
    store(offset),
  ];
  const bytes = [
    quantise,
    [field("bytes"), set(matrix), field("places"), set(places)],
    [field("scale"), set(at), part(rows, 3), set(left)],
    loop(left, [
      [a, b, c, d].map((target) => [ZERO, set(target)]),
      get(places),
      branch(
        [
          [get(places), loadI32(), set(inner), advance(places, 4)],
          [get(inner), part(columns, 2), EQUAL_I32],
          branch(
            [allTiles, get(places), get(columns), ADD_I32, set(places)],
            [get(inner), branch(fewTiles)],
          ),
        ],
        allTiles,
      ),
      [fourRows(a, b, 0), fourRows(c, d, 16)],
      advance(to, 32),
      advance(at, 32),
    ]),
  ];

  /** out += what `from` points to, times what `at` points to. */
  const addRows = (count: Code, width: 4 | 16, factor: Code) => [
    [count, set(left)],
    loop(left, [
      [get(to), get(to), width === 4 ? LOAD_F32 : load()],
      [get(from), width === 4 ? LOAD_F32 : load(), factor],
      width === 4 ? [ADD_F32, STORE_F32] : [ADD, store()],
      advance(to, width),
      advance(from, width),
    ]),
  ];
  const addBias = [
    [get(out), set(to)],
    [get(rows), int(3), AND_I32],
    branch(addRows(get(rows), 4, []), addRows(part(rows, 2), 16, [])),
  ];
  const addDiagonal = [
    [get(out), set(to), int(3), set(inner)],
    loop(inner, [
      [get(input), set(at)],
      addRows(part(columns, 2), 16, [[get(at), load(), MULTIPLY], advance(at, 16)]),
    ]),
  ];

  return body(
    [
      [11, I32],
      [1, F32],
      [5, V128],
    ],
    [
      [field("outputs"), set(rows), field("inputs"), set(columns)],
      [times(rows, 2), set(stride), get(out), set(to)],
      [field("floats"), set(matrix), get(matrix)],
      branch([get(rows), int(7), AND_I32, branch(fewFloats, floats)], bytes),
      [field("bias"), set(from), get(from), branch(addBias)],
      [field("diagonal"), set(from), get(from), branch(addDiagonal)],
    ],
  );
}

/**
 * RNNoise's module with layers that are many times faster.
 * @param module `rnnoise.wasm`; the function is found by its number in this very file
 */
export function quicken(module: Uint8Array): Uint8Array<ArrayBuffer> {
  const readLeb = (place: number): [value: number, next: number] => {
    let value = 0;
    for (let at = place, shift = 0; ; at++, shift += 7) {
      value |= (module[at]! & 127) << shift;
      if (module[at]! < 128) return [value, at + 1];
    }
  };
  const linear = assembleLinear();
  for (let at = 8; at < module.length;) {
    const [length, start] = readLeb(at + 1);
    if (module[at] !== CODE_SECTION) {
      at = start + length;
      continue;
    }
    let [, place] = readLeb(start);
    for (let i = 0; i < LINEAR; i++) {
      const [size, next] = readLeb(place);
      place = next + size;
    }
    const [size, next] = readLeb(place);
    const grown = leb(length + linear.length - (next + size - place));
    const parts = [
      module.subarray(0, at + 1),
      grown,
      module.subarray(start, place),
      linear,
      module.subarray(next + size),
    ];
    const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
    parts.reduce((to, part) => (whole.set(part, to), to + part.length), 0);
    return whole;
  }
  throw new Error("rnnoise.wasm has no code.");
}
