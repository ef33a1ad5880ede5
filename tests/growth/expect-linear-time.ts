import vm from "node:vm";
import { isLong } from "../left-out.ts";
import { TooManyReadings } from "./bytes.ts";
import { type Grammar, type TextFamily, hostileTexts } from "./hostile-texts.ts";

type Reader = (text: string) => unknown;

export interface LinearTimeOptions extends Grammar {
  /** Characters that the reader is given at most. The slowest texts are read in this length, too. */
  readonly limit?: number;
}

/** By how much CPU time may grow while a text doubles. */
const GROWTH = 2.5;
/** Characters of the texts that are read first, to find what never ends. */
const SHORT = isLong ? [64, 256, 1024] : [512];
/** Characters of the two texts of each family that are compared. */
const SCREENED = isLong ? [32_768, 131_072] : [4096, 16_384];
/** Milliseconds of CPU after which the short run compares no more families; the long run compares all. */
const BUDGET = isLong ? Infinity : 200;
/** Length in characters of the shortest text whose growth is measured. */
const SHORTEST = 4096;
/** Milliseconds of CPU for which a text is read again and again, and how often at most. */
const MEASURABLE = isLong ? 20 : 8;
const MAX_RUNS = 200;
/** Milliseconds of CPU above which growth is believed, and from which on a text is not made longer. */
const LONG_ENOUGH = 60;
/** Characters above which no text is made in the short run, whatever the reader takes. */
const LONGEST = isLong ? 16_777_216 : 4_194_304;
/** Families that are measured closely although nothing was noticed, those that took longest. */
const SLOWEST = isLong ? 4 : 2;
/** Number of measurements of a family; the best one counts. */
const ROUNDS = 3;
/** Milliseconds after which short texts are given up. */
const HANGS = 3000;
/** Times as long as a loop over its characters that reading a text of the greatest length may take. */
const MAX_WORK = 400;

/** Runs a reader. What it throws is a refusal, which is an answer like any other. */
async function read(reader: Reader, text: string): Promise<void> {
  try {
    await reader(text);
  } catch (error) {
    if (error instanceof TooManyReadings) throw error;
    // Only the time is measured.
  }
}

const cpuNow = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/** Milliseconds of CPU that a text takes, on average of so many runs that the steps of the clock do not matter. */
async function measure(reader: Reader, text: string, minMs = MEASURABLE): Promise<number> {
  const from = cpuNow();
  for (let runs = 1; ; runs++) {
    await read(reader, text);
    const time = cpuNow() - from;
    if (time >= minMs || runs === MAX_RUNS) return time / runs;
  }
}

const RUN = Symbol.for("toolkit.growth");
const script = new vm.Script("globalThis[Symbol.for('toolkit.growth')]()");

/**
 * Reads short texts of the families, and ends what never ends, such as a pattern that tries every combination.
 * @returns the families that were read within the budget
 */
async function checkEnds(
  reader: Reader,
  families: readonly TextFamily[],
): Promise<readonly TextFamily[]> {
  const scope = globalThis as { [RUN]?: () => void };
  const until = cpuNow() + BUDGET;
  let count = 0;
  /** Reads texts of one length, from a family on. @returns whether all have come to an end */
  const readAll = async (size: number, from: number, maxMs: number): Promise<boolean> => {
    const later: Promise<void>[] = [];
    scope[RUN] = () => {
      for (count = from; count < Math.min(from + maxMs, families.length); count++) {
        if (maxMs > 1 && cpuNow() > until) break;
        later.push(read(reader, families[count]!.make(size)));
      }
    };
    try {
      script.runInThisContext({ timeout: HANGS });
    } catch {
      return false;
    } finally {
      delete scope[RUN];
    }
    await Promise.all(later);
    return true;
  };
  for (const size of SHORT) {
    // The limit is one of the clock: on a busy machine many texts may take as long, but not one alone.
    for (let from = 0; !(await readAll(size, from, Infinity)); from = count)
      if (!(await readAll(size, count, 1)))
        throw new Error(`A text of ${size} characters takes too long: ${families[count]!.name}`);
  }
  return families.slice(0, count);
}

/** Checks that a sample is read: what is refused at once says nothing of the reader. */
async function checkSamples(reader: Reader, samples: readonly string[]): Promise<void> {
  const errors: unknown[] = [];
  for (const sample of samples)
    try {
      await reader(sample);
      return;
    } catch (error) {
      errors.push(error);
    }
  if (errors.length > 0) throw new AggregateError(errors, "The reader refuses every sample");
}

interface Screened {
  readonly family: TextFamily;
  /** Milliseconds for a character of the longest text. */
  readonly cost: number;
  readonly isSuspect: boolean;
}

/** Reads two texts of a family, once each: what looks slow may have been interrupted. */
async function screen(reader: Reader, family: TextFamily): Promise<Screened> {
  const [short, long] = SCREENED.map((size) => family.make(size)) as [string, string];
  const first = await measure(reader, short, 0);
  if (first > LONG_ENOUGH) return { family, cost: first / short.length, isSuspect: true };
  const time = await measure(reader, long, 0);
  return { family, cost: time / long.length, isSuspect: time > 2 && time > 6 * first };
}

interface Measured {
  readonly sizes: readonly number[];
  readonly times: readonly number[];
  /** By how much time grew for each doubling, on average. */
  readonly growth: number;
}

/** Measures n, 2n and 4n in turn, until time grows as it may or has been measured often enough. */
async function grow(reader: Reader, family: TextFamily, size: number): Promise<Measured> {
  const sizes = [size, 2 * size, 4 * size];
  const times = sizes.map(() => Infinity);
  let growth = Infinity;
  for (let round = 1; round <= ROUNDS && growth > GROWTH; round++) {
    for (const [at, each] of sizes.entries())
      times[at] = Math.min(times[at]!, await measure(reader, family.make(each)));
    growth = Math.sqrt(times[2]! / times[0]!);
  }
  return { sizes, times, growth };
}

const report = ({ name }: TextFamily, { sizes, times, growth }: Measured): string =>
  `CPU time grows ${growth.toFixed(1)}-fold, more than ${GROWTH}-fold, when a text doubles: ${name}; ` +
  sizes.map((size, at) => `${size} characters: ${times[at]!.toFixed(1)} ms`).join(", ");

async function checkGrowth(reader: Reader, family: TextFamily): Promise<void> {
  // Where time is short, garbage collection and caches make steps that are not there in longer texts.
  for (let size = SHORTEST; size * 4 <= LONGEST; size *= 2) {
    const measured = await grow(reader, family, size);
    if (measured.growth <= GROWTH) return;
    if (measured.times[2]! >= LONG_ENOUGH) throw new Error(report(family, measured));
  }
}

/** What a loop over the characters of a text takes, which is how fast the machine is. */
function countLines(text: string): number {
  let lines = 0;
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) === 10) lines++;
  return lines;
}

async function checkLimit(reader: Reader, family: TextFamily, limit: number): Promise<void> {
  const text = family.make(Math.min(limit, LONGEST));
  const unit = (await measure(countLines, "a".repeat(LONGEST))) * (text.length / LONGEST);
  let times = 0;
  for (let round = 1; round <= 3; round++) {
    times = (await measure(reader, text)) / unit;
    if (times <= MAX_WORK) return;
  }
  throw new Error(
    `A text of the greatest length takes ${Math.round(times)} times as long as a loop over its ` +
      `characters: ${family.name}; ${text.length} characters`,
  );
}

/**
 * Checks that a reader of text that others wrote takes CPU time in proportion to its length, whatever the
 * text is: generated families of hostile texts are read in lengths n, 2n and 4n. A reader may throw; what it
 * returns is not looked at. The short run takes as many families as a budget of CPU time allows, those that
 * are most different first; the long run takes all.
 * @throws {Error} that shows the first family for which time grows more than 2.5-fold for a doubled text
 */
export async function expectLinearTime(
  reader: Reader,
  { limit, ...grammar }: LinearTimeOptions = {},
): Promise<void> {
  await checkSamples(reader, grammar.samples ?? []);
  const families = await checkEnds(reader, hostileTexts(grammar));
  const screened: Screened[] = [];
  const until = cpuNow() + BUDGET;
  for (const family of families) {
    if (cpuNow() > until) break;
    const found = await screen(reader, family);
    if (found.isSuspect) await checkGrowth(reader, family);
    else screened.push(found);
  }
  const slowest = screened.toSorted((one, other) => other.cost - one.cost).slice(0, SLOWEST);
  for (const { family } of slowest) await checkGrowth(reader, family);
  if (limit !== undefined)
    for (const { family } of slowest) await checkLimit(reader, family, limit);
}
