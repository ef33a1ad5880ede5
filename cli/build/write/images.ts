import path from "node:path";
import { listFiles, readCached, tidy, writeCached } from "../../files/files.ts";
import { digest } from "../../files/hash.ts";
import type { Plan } from "../plan/plan.ts";
import type { Runs } from "../shared/runs.ts";

/** What an Open Graph image shows. */
export interface ImageInput {
  readonly brand: string;
  readonly name: string;
  /** Decides the shape of the drawn sound. */
  readonly seed: string;
}

/** Draws an image into a file, on a thread. */
export interface ImageTask {
  readonly type: "image";
  readonly file: string;
  readonly input: ImageInput;
}

/** Changes when images are drawn differently: part of the name under which they are cached. */
const IMAGE_VERSION = 1;

export interface DrawnImage {
  /** Path in the site: `og/<slug>.png`. */
  readonly path: string;
  /** Name of what it shows: equal keys, equal images. */
  readonly key: string;
  /** The cached file. */
  readonly file: string;
}

/** The Open Graph images of a plan: one a tool page, with its English name. */
export function imagesOf(
  plan: Plan,
  cache: string,
): (DrawnImage & { readonly input: ImageInput })[] {
  if (!plan.config.seo.images) return [];
  return [...plan.entries.values()]
    .filter(({ type }) => type === "tools")
    .map(({ id, name }) => {
      const slug = id.slice("tools/".length);
      const input = { brand: plan.site.name, name, seed: slug };
      const key = digest(JSON.stringify([IMAGE_VERSION, input]));
      return { path: `og/${slug}.png`, key, file: path.join(cache, "og", `${key}.png`), input };
    });
}

/** A cached image starts with a digest of its name and the rest, so that a damaged one is drawn again. */
const HEAD = 16;
const sealOf = (file: string, png: Uint8Array): Buffer =>
  Buffer.from(digest(path.basename(file) + digest(png)), "latin1");

export function readImage(file: string): Uint8Array | undefined {
  const data = readCached(file);
  const png = data?.subarray(HEAD);
  return png && sealOf(file, png).equals(data!.subarray(0, HEAD)) ? png : undefined;
}
export const writeImage = (file: string, png: Uint8Array): void =>
  writeCached(file, Buffer.concat([sealOf(file, png), png]));

/** Draws what the cache lacks, on all threads. */
export async function drawMissing(
  images: readonly (DrawnImage & { readonly input: ImageInput })[],
  pool: Runs<ImageTask>,
  onDone: (done: number, total: number) => void,
): Promise<void> {
  const missing = images.filter(({ file }) => readImage(file) === undefined);
  let done = 0;
  await pool.run(
    missing.map(({ file, input }) => ({ type: "image" as const, file, input })),
    () => onDone(++done, missing.length),
  );
}

/** Removes the cached images that have none of some keys. */
export function pruneImages(cache: string, keys: readonly string[]): void {
  const used = new Set(keys.map((key) => `${key}.png`));
  const folder = path.join(cache, "og");
  for (const file of listFiles(folder)) if (!used.has(file)) tidy(path.join(folder, file));
}
