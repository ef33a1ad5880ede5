import { hexOf } from "#core/crypto/hex.ts";
import { type Records, records } from "../records.ts";

/** SpectrumLevels of some columns of spectra. */
export type SpectrumLevels = Uint8Array<ArrayBuffer>;

export interface TilesDeps {
  readonly records: Pick<Records, "get" | "put">;
  readonly digest: (data: BufferSource) => Promise<ArrayBuffer>;
  /** Maximum memory in bytes; the least recently used tiles are evicted. */
  readonly maxBytes: number;
}

/** Tiles of spectrograms, by the content of the sound. */
export interface Tiles {
  /** Returns a tile from memory. */
  find(name: string): SpectrumLevels | null;
  /**
   * Loads or computes a tile.
   * @param isDear whether it is stored on the device, because it is expensive
   */
  load(name: string, isDear: boolean, make: () => Promise<SpectrumLevels>): Promise<SpectrumLevels>;
}

export function createTiles({ records: store, digest, maxBytes }: TilesDeps): Tiles {
  const held = new Map<string, SpectrumLevels>();
  let bytes = 0;
  const find = (name: string): SpectrumLevels | null => {
    const found = held.get(name);
    if (!found) return null;
    held.delete(name);
    held.set(name, found);
    return found;
  };
  const hold = (name: string, levels: SpectrumLevels): SpectrumLevels => {
    if (!held.has(name)) bytes += levels.byteLength;
    held.set(name, levels);
    for (const [oldest, { byteLength }] of held) {
      if (bytes <= maxBytes) break;
      held.delete(oldest);
      bytes -= byteLength;
    }
    return levels;
  };
  return {
    find,
    async load(name, isDear, make) {
      const found = find(name);
      if (found) return found;
      // Without a secure context there is no digest, and nothing is stored.
      const key = isDear
        ? await digest(new TextEncoder().encode(name)).then(hexOf, () => null)
        : null;
      const old = key === null ? null : await store.get("spectra", key);
      if (old) return hold(name, old);
      const levels = hold(name, await make());
      if (key !== null) await store.put("spectra", key, levels);
      return levels;
    },
  };
}

/** In bytes: three lanes of a wide window at a device pixel ratio of two. */
const MAX_MEMORY_BYTES = 48_000_000;
let tiles: Tiles | null = null;

/** The document's tiles, reused when an editor is opened again. */
export const sharedTiles = (): Tiles =>
  (tiles ??= createTiles({
    records,
    digest: async (data) => crypto.subtle.digest("SHA-256", data),
    maxBytes: MAX_MEMORY_BYTES,
  }));
