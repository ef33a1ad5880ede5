import path from "node:path";
import { pause } from "../command-kit/pause.ts";
import { type SitemapEntry, fromLine, isSameTime, toLine } from "./entry.ts";
import { keepSmall } from "./keep-small.ts";
import { readEntries } from "./read-entries.ts";
import {
  type LineStore,
  type SortedLines,
  createLineStore,
  createSortedLines,
} from "./sorted-lines.ts";
import type { Fate, Source } from "./source.ts";
import { createUrlSet } from "./url-set.ts";

export interface Alternates {
  /** Languages with their address: `fr https://…`. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface Changed {
  readonly lastmod?: { readonly old: string; readonly new: string };
  readonly alternates?: Alternates;
}

/** One difference. What was removed has a fate: see `Fate`. */
export type Difference = { readonly url: string; readonly locale: string } & (
  | { readonly kind: "added" }
  | Fate
  | ({ readonly kind: "changed" } & Changed)
);
export type Kind = Difference["kind"];
export const DIFFERENCES = [
  "removed",
  "moved",
  "gone",
  "unlisted",
  "added",
  "changed",
] as const satisfies Kind[];

export type Counts = { [kind in Kind]: number };

export interface Comparison {
  readonly old: { readonly name: string; readonly urls: number };
  readonly new: { readonly name: string; readonly urls: number };
  readonly same: number;
  readonly counts: Counts;
  readonly locales: ReadonlyMap<string, Counts>;
  /** Addresses that one side lists twice, with different dates or alternates. */
  readonly ambiguous: number;
  /** All differences, sorted by address; can be read several times. */
  readonly differences: () => Iterable<Difference>;
  readonly close: () => void;
}

export interface CompareInput {
  readonly old: Source;
  readonly new: Source;
  readonly localeOf: (loc: string, alternates: readonly string[]) => string;
  /** The form in which an address is compared. */
  readonly keyOf: (url: string) => string;
  /** A folder for what does not fit into memory. */
  readonly scratch: string;
  readonly signal: AbortSignal;
}

export const noCounts = (): Counts => ({
  added: 0,
  removed: 0,
  moved: 0,
  gone: 0,
  unlisted: 0,
  changed: 0,
});

/** Compares what two sides list, in memory that does not grow with their size. */
export async function compareSitemaps(input: CompareInput): Promise<Comparison> {
  const { keyOf, scratch, signal } = input;
  const listed = createUrlSet();
  const read = async (source: Source, file: string, isNew: boolean): Promise<SortedLines> => {
    const lines = createSortedLines(path.join(scratch, file));
    await readEntries(
      source,
      ({ loc, lastmod, alternates }) => {
        const entry = {
          loc: keyOf(loc),
          lastmod,
          alternates: alternates.map((each) => {
            const space = each.indexOf(" ");
            return each.slice(0, space + 1) + keyOf(each.slice(space + 1));
          }),
        };
        if (isNew) listed.add(entry.loc);
        lines.add(toLine(entry));
      },
      signal,
    );
    return lines;
  };
  const sides: SortedLines[] = [];
  const store = createDifferences(path.join(scratch, "differences"));
  try {
    sides.push(await read(input.old, "old", false));
    sides.push(await read(input.new, "new", true));
    const found = await collect(sides, store, { ...input, isListed: listed.has });
    return {
      ...found,
      old: { name: input.old.name, urls: found.old },
      new: { name: input.new.name, urls: found.new },
      differences: store.read,
      close: store.close,
    };
  } catch (error) {
    store.close();
    throw error;
  } finally {
    for (const side of sides) side.close();
  }
}

/** Differences held in memory before they are written to disk. */
const HELD = 5000;

interface Differences {
  readonly add: (difference: Difference) => void;
  readonly read: () => Iterable<Difference>;
  readonly close: () => void;
}

function createDifferences(file: string): Differences {
  let store: LineStore | undefined;
  // As JSON: a difference itself would hold on to the block of lines that it was cut from.
  let held: string[] = [];
  const written: (() => Generator<string>)[] = [];
  return {
    add(difference) {
      if (held.push(JSON.stringify(difference)) < HELD) return;
      store ??= createLineStore(file);
      written.push(store.write(held));
      held = [];
    },
    *read() {
      for (const lines of written) for (const line of lines()) yield JSON.parse(line) as Difference;
      for (const line of held) yield JSON.parse(line) as Difference;
    },
    close: () => store?.close(),
  };
}

interface Collected extends Omit<Comparison, "old" | "new" | "differences" | "close"> {
  readonly old: number;
  readonly new: number;
}

async function collect(
  sides: readonly SortedLines[],
  differences: Differences,
  input: CompareInput & { readonly isListed: (url: string) => boolean },
): Promise<Collected> {
  const counts = noCounts();
  const locales = new Map<string, Counts>();
  const totals = { old: 0, new: 0, same: 0, ambiguous: 0 };
  const add = (difference: Difference): void => {
    counts[difference.kind]++;
    let own = locales.get(difference.locale);
    if (!own) locales.set(difference.locale, (own = noCounts()));
    own[difference.kind]++;
    differences.add(difference);
  };
  const [before, after] = sides.map((side) => distinct(side.read(), () => totals.ambiguous++));
  let steps = 0;
  for (const [was, is] of pairs(before!, after!)) {
    if (++steps % 10_000 === 0) {
      keepSmall();
      await pause(input.signal);
    }
    const { loc: url, alternates } = (is ?? was)!;
    const locale = (): string => input.localeOf(url, alternates);
    if (was) totals.old++;
    if (is) totals.new++;
    if (was && is) {
      const changed = differenceOf(was, is);
      if (changed) add({ url, locale: locale(), kind: "changed", ...changed });
      else totals.same++;
    } else if (is) add({ url, locale: locale(), kind: "added" });
    else
      add({
        url,
        locale: locale(),
        ...(await input.new.fateOf(url, (to) => input.isListed(input.keyOf(to)))),
      });
  }
  return { ...totals, counts, locales };
}

function differenceOf(was: SitemapEntry, is: SitemapEntry): Changed | undefined {
  const [old, now] = [new Set(was.alternates), new Set(is.alternates)];
  const added = is.alternates.filter((each) => !old.has(each));
  const removed = was.alternates.filter((each) => !now.has(each));
  const isOther = added.length > 0 || removed.length > 0;
  const isLater = !isSameTime(was.lastmod, is.lastmod);
  if (!isOther && !isLater) return undefined;
  return {
    ...(isLater && { lastmod: { old: was.lastmod, new: is.lastmod } }),
    ...(isOther && { alternates: { added, removed } }),
  };
}

/** Entries of sorted lines, each address once: the first of several that say different things. */
function* distinct(lines: Iterable<string>, onOther: () => void): Generator<SitemapEntry> {
  let last: { line: string; entry: SitemapEntry } | undefined;
  for (const line of lines) {
    if (line === last?.line) continue;
    const entry = fromLine(line);
    if (entry.loc === last?.entry.loc) {
      onOther();
      continue;
    }
    last = { line, entry };
    yield entry;
  }
}

/** Pairs the entries of two sorted sides by their address. */
function* pairs(
  before: Iterator<SitemapEntry>,
  after: Iterator<SitemapEntry>,
): Generator<[was: SitemapEntry | undefined, is: SitemapEntry | undefined]> {
  let was = before.next();
  let is = after.next();
  while (!was.done || !is.done) {
    const order = was.done ? 1 : is.done ? -1 : order3(was.value.loc, is.value.loc);
    yield [order <= 0 ? was.value : undefined, order >= 0 ? is.value : undefined] as [
      SitemapEntry | undefined,
      SitemapEntry | undefined,
    ];
    if (order <= 0) was = before.next();
    if (order >= 0) is = after.next();
  }
}

const order3 = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
