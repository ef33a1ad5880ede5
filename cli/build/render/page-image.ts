import { imageWords } from "#core/page/image.ts";
import type { Page } from "#core/page/page.ts";
import { type Site, siteLocale } from "#core/site/site.ts";
import { digest } from "../../files/hash.ts";
import { imageOf } from "../shared/page-files.ts";
import type { ImageInput } from "./image/draw-image.ts";

/** Settings for drawing social images. */
export interface ImageSettings {
  /** Font packages in the configuration. */
  readonly fonts: readonly string[];
  /** A key that changes when the same text would be drawn differently. */
  readonly key: string;
}

/** An existing image. */
export interface KnownImage {
  /** Content key: equal keys mean equal images. */
  readonly key: string;
  readonly bytes: number;
}

export interface PageImage extends KnownImage {
  /** Undefined if the existing image is up to date. */
  readonly data?: Buffer;
  /** Graphemes that no font supports. */
  readonly undrawn: readonly string[];
}

/** Creates a function that draws a page's image if its content has changed. */
export function createPageImages(root: string, site: Site, { fonts, key }: ImageSettings) {
  let drawing: Promise<(input: ImageInput) => { data: Buffer; undrawn: readonly string[] }>;
  return async (
    page: Page,
    out: string,
    known: KnownImage | undefined,
  ): Promise<PageImage | undefined> => {
    if (imageOf(out) === null) return undefined;
    const { language, dir } = siteLocale(site, page.locale);
    const words = imageWords(page);
    const input = { brand: site.name, words, language, direction: dir, seed: page.id };
    const name = digest(`${key} ${JSON.stringify(input)}`);
    if (known?.key === name) return { ...known, undrawn: [] };
    drawing ??= openDrawing(root, fonts);
    const { data, undrawn } = (await drawing)(input);
    return { key: name, bytes: data.length, data, undrawn };
  };
}

/** Loaded lazily: fonts are slow to load, and most builds draw no images. */
async function openDrawing(root: string, own: readonly string[]) {
  const [{ drawImage }, { createFonts }, { undrawable }] = await Promise.all([
    import("./image/draw-image.ts"),
    import("./image/fonts.ts"),
    import("./image/shape.ts"),
  ]);
  const fonts = createFonts(root, own);
  return (input: ImageInput) => ({
    data: drawImage(input, fonts),
    undrawn: undrawable(`${input.brand} ${input.words}`, { ...input, fonts }),
  });
}
