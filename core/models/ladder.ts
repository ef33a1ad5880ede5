import type { OfferedModel } from "./offered.ts";
import type { Figure } from "./models.ts";
import { type Engine, bytesOf, isUnrestricted } from "./engine.ts";

/** Largest number of engines that are shown without a click. */
const MAX_RUNGS = 3;
/** Largest download of an engine that is recommended where there is a smaller one, in bytes. */
const MAX_RECOMMENDED = 100e6;
/** Measures whose smaller value is the better one. */
const SMALLER_IS_BETTER: ReadonlySet<Figure["measure"]> = new Set(["wer"]);

export type Level = "now" | "good" | "better" | "best";

/** An engine in its place on the ladder. */
export interface Rung {
  readonly engine: Engine;
  /** Null for engines that are named instead, since nothing says that they are better. */
  readonly level: Level | null;
}

/** The engines of a tool, from the built-in one to the best. */
export interface Ladder {
  /** At most three. */
  readonly rungs: readonly Rung[];
  readonly more: readonly Engine[];
  /** The best engine for most visitors on this device; null if there is only one, or none. */
  readonly recommended: Engine | null;
}

/** Whether there is more than one engine. */
export const hasChoice = ({ rungs, more }: Pick<Ladder, "rungs" | "more">): boolean =>
  rungs.length + more.length > 1;

const isSameMeasure = (a: Figure, b: Figure): boolean => a.measure === b.measure && a.on === b.on;

/**
 * The figure of an engine to show beside another engine: one that was measured in the same way, else
 * its first; undefined if it has none.
 */
export const comparableFigure = (
  { quality }: Pick<Engine, "quality">,
  other: Pick<Engine, "quality"> | undefined,
): Figure | undefined =>
  quality.find((figure) => other?.quality.some((one) => isSameMeasure(figure, one))) ?? quality[0];

/** How much better an engine is than another; null if they were not measured in the same way. */
function compareQuality(one: Engine, other: Engine): number | null {
  for (const a of one.quality) {
    const b = other.quality.find((figure) => isSameMeasure(a, figure));
    if (b) return SMALLER_IS_BETTER.has(a.measure) ? b.value - a.value : a.value - b.value;
  }
  return null;
}

/** Whether there is no reason to choose an engine: another one is better and no larger. */
const isSurpassed = (engine: Engine, others: readonly Engine[]): boolean =>
  others.some((other) => {
    const gain = compareQuality(other, engine);
    return (
      gain !== null &&
      gain > 0 &&
      bytesOf(other) <= bytesOf(engine) &&
      (isUnrestricted(other) || !isUnrestricted(engine))
    );
  });

/**
 * The studio engines that are worth a rung, the smallest first: those that do what the page's name
 * promises, that neither the built-in engine nor another one surpasses, and that were measured, if
 * any was.
 */
function candidatesOf(engines: readonly Engine[]): readonly Engine[] {
  const capable = engines
    .filter(({ kind, isCapable }) => kind === "studio" && isCapable)
    .toSorted((a, b) => bytesOf(a) - bytesOf(b));
  const builtIn = engines.filter(({ kind, isCapable }) => kind === "built-in" && isCapable);
  const best = capable.filter((engine) => !isSurpassed(engine, [...builtIn, ...capable]));
  const measured = best.filter(({ quality }) => quality.length > 0);
  return measured.length > 0 ? measured : best;
}

/**
 * The engine that is recommended, whether or not it is on the device. Licenses for every use come
 * first. Of the engines whose download is short, it is the smallest that was made for one language
 * alone, else the largest; where every download is long, it is the smallest.
 */
export function recommendedEngine(
  engines: readonly Engine[],
  fits: (model: OfferedModel) => boolean,
): Engine | null {
  const usable = engines.filter(
    ({ kind, isCapable, models }) => kind === "studio" && isCapable && models.every(fits),
  );
  const free = usable.filter(isUnrestricted);
  const builtIn = engines.filter(({ kind }) => kind === "built-in");
  const candidates = candidatesOf([...builtIn, ...(free.length > 0 ? free : usable)]);
  const short = candidates.filter((engine) => bytesOf(engine) <= MAX_RECOMMENDED);
  const special = short.find(
    ({ models }) => models.length === 1 && models[0]!.languages.length === 1,
  );
  return (
    special ?? short.at(-1) ?? candidates[0] ?? builtIn.find(({ isCapable }) => isCapable) ?? null
  );
}

const LEVELS: Readonly<Record<number, readonly Level[]>> = {
  1: ["better"],
  2: ["better", "best"],
};
const LEVELS_WITHOUT_BUILT_IN: Readonly<Record<number, readonly Level[]>> = {
  2: ["good", "best"],
  3: ["good", "better", "best"],
};

/** @param fits whether the device has enough memory for a model */
export function ladderOf(
  engines: readonly Engine[],
  fits: (model: OfferedModel) => boolean,
): Ladder {
  const recommended = engines.length > 1 ? recommendedEngine(engines, fits) : null;
  const builtIn = engines.find(({ kind }) => kind === "built-in");
  const levels = builtIn ? LEVELS : LEVELS_WITHOUT_BUILT_IN;
  const candidates = new Set(candidatesOf(engines));
  if (recommended?.kind === "studio") candidates.add(recommended);
  const ranked = [...candidates].toSorted((a, b) => bytesOf(a) - bytesOf(b));
  // The recommended one, then the best, then the smallest, until no rung is free.
  const chosen = new Set<Engine>();
  for (const engine of [recommended, ranked.at(-1), ...ranked])
    if (engine?.kind === "studio" && chosen.size < MAX_RUNGS - (builtIn ? 1 : 0))
      chosen.add(engine);
  const steps = ranked.filter((engine) => chosen.has(engine));
  const rungs: Rung[] = [
    ...(builtIn ? [{ engine: builtIn, level: "now" as const }] : []),
    ...steps.map((engine, at) => ({ engine, level: levels[steps.length]?.[at] ?? null })),
  ];
  const others = engines.filter((engine) => engine !== builtIn && !chosen.has(engine));
  const isFew = engines.length <= MAX_RUNGS;
  return {
    rungs: isFew ? [...rungs, ...others.map((engine): Rung => ({ engine, level: null }))] : rungs,
    more: isFew ? [] : others,
    recommended,
  };
}

/**
 * The engine that a tool starts with: the one that the visitor chose here or, if it does what this
 * page's name promises, for another tool; else one that is on the device; else the recommended one
 * where the built-in engine does not do what the page's name promises; else the first.
 * @param isStored whether a model is on the device
 */
export function engineToUse(
  engines: readonly Engine[],
  {
    chosen,
    chosenElsewhere,
    recommended,
    fits,
    isStored,
  }: {
    /** Id of the engine that the visitor chose for this tool; undefined if none was. */
    readonly chosen: unknown;
    /** The last one for another tool of the same task. */
    readonly chosenElsewhere: unknown;
    readonly recommended: Engine | null;
    readonly fits: (model: OfferedModel) => boolean;
    readonly isStored: (model: OfferedModel) => boolean;
  },
): Engine | null {
  const own =
    engines.find(({ id }) => id === chosen) ??
    engines.find(({ id, isCapable }) => id === chosenElsewhere && isCapable);
  if (own) return own;
  const stored = engines.filter(
    ({ models, isCapable }) =>
      isCapable && models.length > 0 && models.every((model) => isStored(model) && fits(model)),
  );
  const builtIn = engines.find(({ kind }) => kind === "built-in");
  const better = candidatesOf(builtIn ? [builtIn, ...stored] : stored);
  const best = better.find((engine) => engine === recommended) ?? better.at(-1);
  return (
    best ?? (builtIn?.isCapable ? builtIn : null) ?? recommended ?? builtIn ?? engines[0] ?? null
  );
}
