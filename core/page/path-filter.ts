/**
 * A Bloom filter over paths: a path that was added is always found; of others, about 1 % are. It takes
 * 10 bits a path, so that it can be sent to every visitor, which a list cannot. Five bits a character,
 * from the lowest, above that of `@`.
 */
export type PathFilter = string;

const UNIT = 5;
/** Its bits are above those of a unit. */
const FIRST = 64;
const BITS_PER_PATH = 10;
/** Positions of a path: ln 2 × 10, at which the fewest other paths are found. */
const POSITIONS = 7;

/**
 * The bits of a path: the multiplicative hash of sdbm in 32 bits, begun at as many values.
 * @param size number of bits
 */
const positionsOf = (path: string, size: number): number[] =>
  Array.from({ length: POSITIONS }, (_, hash) => {
    for (const letter of path) hash = Math.imul(hash ^ letter.charCodeAt(0), 65599);
    // Its low bits differ too little between similar texts.
    return (hash >>> 8) % size;
  });

export function createPathFilter(paths: readonly string[]): PathFilter {
  const units = new Uint8Array(Math.max(1, Math.ceil((paths.length * BITS_PER_PATH) / UNIT)));
  for (const path of paths)
    for (const at of positionsOf(path, units.length * UNIT))
      units[Math.floor(at / UNIT)]! |= 1 << (at % UNIT);
  return Array.from(units, (unit) => String.fromCharCode(FIRST + unit)).join("");
}

/** Whether a path may have been added; false is certain. */
export const mayContain = (filter: PathFilter, path: string): boolean =>
  positionsOf(path, filter.length * UNIT).every(
    (at) => filter.charCodeAt(at / UNIT) & (1 << (at % UNIT)),
  );
