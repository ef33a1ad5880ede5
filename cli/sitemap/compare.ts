import { pause } from "../command-kit/pause.ts";
import { type SitemapEntry, fromLine, isSameTime, toLine } from "./entry.ts";
import { readEntries } from "./read-entries.ts";
import type { RedirectOutcome, Source } from "./source.ts";

export interface Alternates {
  /** Languages with their address: `fr https://…`. */
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface Changed {
  readonly lastmod?: { readonly old: string; readonly new: string };
  readonly alternates?: Alternates;
}

/** A difference. For an address that is no longer listed, it includes the redirect outcome. */
export type Difference = { readonly url: string; readonly locale: string } & (
  | { readonly kind: "added" }
  | RedirectOutcome
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
  /** Number of entries that repeat an address with other dates or alternates. */
  readonly ambiguous: number;
  /** Sorted by address. */
  readonly differences: readonly Difference[];
}

export interface CompareInput {
  readonly old: Source;
  readonly new: Source;
  readonly localeOf: (loc: string, alternates: readonly string[]) => string;
  /** Normalizes an address for comparison. */
  readonly keyOf: (url: string) => string;
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

/** Compares what two sides list. Both are held in memory. */
export async function compareSitemaps(input: CompareInput): Promise<Comparison> {
  const old = await readSide(input.old, input);
  const now = await readSide(input.new, input, old.lines);
  const counts = noCounts();
  const locales = new Map<string, Counts>();
  const differences: Difference[] = [];
  const add = (difference: Difference): void => {
    counts[difference.kind]++;
    let own = locales.get(difference.locale);
    if (!own) locales.set(difference.locale, (own = noCounts()));
    own[difference.kind]++;
    differences.push(difference);
  };
  let same = 0;
  let steps = 0;
  for (const url of [...new Set([...old.lines.keys(), ...now.lines.keys()])].sort()) {
    if (++steps % 10_000 === 0) await pause(input.signal);
    const [was, is] = [old.lines.get(url), now.lines.get(url)];
    if (was === is) {
      same++;
      continue;
    }
    const [before, after] = [was, is].map((line) =>
      line === undefined ? undefined : fromLine(line),
    );
    const locale = input.localeOf(url, (after ?? before)!.alternates);
    if (before && after) {
      const changed = differenceOf(before, after);
      if (changed) add({ url, locale, kind: "changed", ...changed });
      else same++;
    } else if (after) add({ url, locale, kind: "added" });
    else {
      const isListed = (to: string): boolean => now.lines.has(input.keyOf(to));
      add({ url, locale, ...(await input.new.redirectOutcomeOf(url, isListed)) });
    }
  }
  return {
    old: { name: input.old.name, urls: old.lines.size },
    new: { name: input.new.name, urls: now.lines.size },
    same,
    counts,
    locales,
    ambiguous: old.ambiguous + now.ambiguous,
    differences,
  };
}

/** Entries of a side as lines, by address. */
interface Side {
  readonly lines: ReadonlyMap<string, string>;
  /** Number of entries that repeat an address with other data. */
  readonly ambiguous: number;
}

/** @param other lines of the other side; equal lines share their memory */
async function readSide(
  source: Source,
  { keyOf, signal }: CompareInput,
  other?: ReadonlyMap<string, string>,
): Promise<Side> {
  const lines = new Map<string, string>();
  let ambiguous = 0;
  await readEntries(
    source,
    ({ loc, lastmod, alternates }) => {
      const key = keyOf(loc);
      const line = toLine({
        loc: key,
        lastmod,
        alternates: alternates.map((each) => {
          const space = each.indexOf(" ");
          return each.slice(0, space + 1) + keyOf(each.slice(space + 1));
        }),
      });
      const known = lines.get(key);
      if (known !== undefined && known !== line) ambiguous++;
      // The smallest of several entries wins, regardless of the order of the files.
      if (known !== undefined && known <= line) return;
      const before = other?.get(key);
      // The key is a slice of the line; a slice of the file's text would keep that text in memory.
      lines.set(line.slice(0, key.length), before === line ? before : line);
    },
    signal,
  );
  return { lines, ambiguous };
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
