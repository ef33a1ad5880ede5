import fs from "node:fs";
import path from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";

/** Lines held in memory before they are sorted and written, in characters and in number. */
const BATCH_CHARS = 1_000_000;
const BATCH_LINES = 5_000;
/** Characters of a block, which is read back as a whole. */
const BLOCK_CHARS = 16_000;
/** Runs that are merged into one before there are more: each that is read holds a block. */
const FAN = 16;

const FAST = {
  [constants.ZSTD_c_compressionLevel]: 1,
  [constants.ZSTD_c_windowLog]: 15,
};

/** Lines on disk, compressed, to be read from the start as often as wanted. */
export interface LineStore {
  readonly write: (lines: Iterable<string>) => () => Generator<string>;
  readonly close: () => void;
}

/** @param file does not exist; it is removed at the end */
export function createLineStore(file: string): LineStore {
  fs.mkdirSync(path.dirname(file), { recursive: true });
  const handle = fs.openSync(file, "wx+", 0o600);
  let length = 0;
  let buffer = Buffer.allocUnsafeSlow(BLOCK_CHARS);
  return {
    write(lines) {
      const blocks: (readonly [at: number, size: number])[] = [];
      let block = "";
      const flush = (): void => {
        if (block === "") return;
        const data = zstdCompressSync(block, { params: FAST });
        fs.writeSync(handle, data, 0, data.length, length);
        blocks.push([length, data.length]);
        length += data.length;
        block = "";
      };
      for (const line of lines) {
        block += `${line}\n`;
        if (block.length > BLOCK_CHARS) flush();
      }
      flush();
      return function* read() {
        for (const [at, size] of blocks) {
          if (buffer.length < size) buffer = Buffer.allocUnsafeSlow(size);
          fs.readSync(handle, buffer, 0, size, at);
          const text = zstdDecompressSync(buffer.subarray(0, size)).toString();
          yield* text.slice(0, -1).split("\n");
        }
      };
    },
    close() {
      fs.closeSync(handle);
      fs.rmSync(file, { force: true });
    },
  };
}

export interface SortedLines {
  readonly add: (line: string) => void;
  /** All lines in order of their UTF-16 codes, equal ones one after the other. */
  readonly read: () => Generator<string>;
  readonly close: () => void;
}

/** Sorts any number of lines in little memory: sorted runs on disk, merged when they are read. */
export function createSortedLines(
  file: string,
  { batchChars = BATCH_CHARS, batchLines = BATCH_LINES } = {},
): SortedLines {
  let store: LineStore | undefined;
  let batch: string[] = [];
  let chars = 0;
  /** Runs by how often they were merged. */
  const levels: (() => Generator<string>)[][] = [];
  const keep = (run: () => Generator<string>, level: number): void => {
    const runs = (levels[level] ??= []);
    if (runs.push(run) < FAN) return;
    levels[level] = [];
    keep(store!.write(merge(runs.map((each) => each()))), level + 1);
  };
  const spill = (): void => {
    store ??= createLineStore(file);
    keep(store.write(batch.sort(compare)), 0);
    batch = [];
    chars = 0;
  };
  return {
    add(line) {
      batch.push(line);
      chars += line.length;
      if (chars > batchChars || batch.length > batchLines) spill();
    },
    read() {
      if (store && batch.length > 0) spill();
      return store ? merge(levels.flat().map((run) => run())) : values(batch.sort(compare));
    },
    close() {
      store?.close();
    },
  };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

function* values(lines: readonly string[]): Generator<string> {
  yield* lines;
}

interface Head {
  line: string;
  readonly run: Generator<string>;
}

/** Merges sorted runs by a binary heap of their first lines. */
function* merge(runs: readonly Generator<string>[]): Generator<string> {
  const heap = runs
    .map((run): Head => ({ line: run.next().value as string, run }))
    .sort((a, b) => compare(a.line, b.line));
  while (heap.length > 0) {
    const head = heap[0]!;
    yield head.line;
    const next = head.run.next();
    if (next.done) {
      const last = heap.pop()!;
      if (heap.length > 0) heap[0] = last;
    } else head.line = next.value;
    sink(heap);
  }
}

/** Moves the first element of a heap down to where it belongs. */
function sink(heap: Head[]): void {
  for (let at = 0; ;) {
    const left = 2 * at + 1;
    if (left >= heap.length) return;
    const right = left + 1;
    const least = right < heap.length && heap[right]!.line < heap[left]!.line ? right : left;
    if (heap[at]!.line <= heap[least]!.line) return;
    [heap[at], heap[least]] = [heap[least]!, heap[at]!];
    at = least;
  }
}
