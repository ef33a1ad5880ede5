/** A range that becomes a file. */
export interface Region {
  readonly id: number;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Minimum length of a region, in seconds. */
export const MIN_REGION = 0.001;
/** Length of an added region: a fifth of the sound, at most 5 seconds. */
const ADDED = { max: 5, ratio: 0.2 };

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** Moves one end; the other one stays and is not passed. */
export function moveEdge(
  region: Region,
  edge: "start" | "end",
  to: number,
  duration: number,
): Region {
  return edge === "start"
    ? { ...region, start: clamp(to, 0, region.end - MIN_REGION) }
    : { ...region, end: clamp(to, region.start + MIN_REGION, duration) };
}

const nextId = (regions: readonly Region[]): number =>
  1 + regions.reduce((maxId, { id }) => Math.max(maxId, id), 0);

const sortRegions = (regions: readonly Region[]): readonly Region[] =>
  regions.toSorted((a, b) => a.start - b.start || a.id - b.id);

/** Adds a region at a time. @returns all regions, and the id of the new one */
export function addRegion(
  regions: readonly Region[],
  at: number,
  duration: number,
): { readonly regions: readonly Region[]; readonly id: number } {
  const length = Math.min(duration, ADDED.max, Math.max(MIN_REGION, duration * ADDED.ratio));
  const start = clamp(at, 0, duration - length);
  const id = nextId(regions);
  return { regions: sortRegions([...regions, { id, start, end: start + length }]), id };
}

/**
 * Splits a region at a time; null if the time is outside of it. The second part gets the new id.
 */
export function splitRegion(
  regions: readonly Region[],
  id: number,
  at: number,
): { readonly regions: readonly Region[]; readonly id: number } | null {
  const region = regions.find((one) => one.id === id);
  if (!region || at < region.start + MIN_REGION || at > region.end - MIN_REGION) return null;
  const second = { id: nextId(regions), start: at, end: region.end };
  const rest = regions.filter((one) => one !== region);
  return { regions: sortRegions([...rest, { ...region, end: at }, second]), id: second.id };
}

/** The regions with one of them replaced. */
export const replaceRegion = (regions: readonly Region[], region: Region): readonly Region[] =>
  regions.map((one) => (one.id === region.id ? region : one));
