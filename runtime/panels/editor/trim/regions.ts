/** A stretch that becomes a file. */
export interface Region {
  readonly id: number;
  /** Seconds. */
  readonly start: number;
  readonly end: number;
}

/** Shortest stretch, in seconds. */
export const SHORTEST = 0.001;
/** Longest stretch that is added at once, in seconds, and its share of the sound. */
const ADDED = { most: 5, share: 0.2 };

const clamp = (value: number, low: number, high: number): number =>
  Math.min(Math.max(value, low), Math.max(low, high));

/** Moves one end; the other stays, and is not passed. */
export function moveEdge(
  region: Region,
  edge: "start" | "end",
  to: number,
  duration: number,
): Region {
  return edge === "start"
    ? { ...region, start: clamp(to, 0, region.end - SHORTEST) }
    : { ...region, end: clamp(to, region.start + SHORTEST, duration) };
}

const nextId = (regions: readonly Region[]): number =>
  1 + regions.reduce((most, { id }) => Math.max(most, id), 0);

const inOrder = (regions: readonly Region[]): readonly Region[] =>
  regions.toSorted((a, b) => a.start - b.start || a.id - b.id);

/** Adds a stretch at a place. @returns all of them, and the new one's id */
export function addRegion(
  regions: readonly Region[],
  at: number,
  duration: number,
): { readonly regions: readonly Region[]; readonly id: number } {
  const length = Math.min(duration, ADDED.most, Math.max(SHORTEST, duration * ADDED.share));
  const start = clamp(at, 0, duration - length);
  const id = nextId(regions);
  return { regions: inOrder([...regions, { id, start, end: start + length }]), id };
}

/** Divides a stretch in two; null where the place is not within it. The second part gets the new id. */
export function splitRegion(
  regions: readonly Region[],
  id: number,
  at: number,
): { readonly regions: readonly Region[]; readonly id: number } | null {
  const region = regions.find((one) => one.id === id);
  if (!region || at < region.start + SHORTEST || at > region.end - SHORTEST) return null;
  const second = { id: nextId(regions), start: at, end: region.end };
  const rest = regions.filter((one) => one !== region);
  return { regions: inOrder([...rest, { ...region, end: at }, second]), id: second.id };
}

/** The stretches with one of them changed. */
export const putRegion = (regions: readonly Region[], region: Region): readonly Region[] =>
  regions.map((one) => (one.id === region.id ? region : one));
