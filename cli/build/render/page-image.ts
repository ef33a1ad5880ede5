import { imageWords } from "#core/page/image.ts";
import type { Page } from "#core/page/page.ts";
import { type Site, siteLocale } from "#core/site/site.ts";
import { digest } from "../../files/hash.ts";
import { imageOf } from "../shared/page-files.ts";
import type { ImageInput } from "./image/draw-image.ts";

/** How images for sharing are drawn. */
export interface ImageSettings {
  /** Packages of fonts that the configuration names. */
  readonly fonts: readonly string[];
  /** Differs where the same words are drawn in another way. */
  readonly key: string;
}

/** An image that is there already. */
export interface KnownImage {
  /** Name of what it shows: equal keys, equal images. */
  readonly key: string;
  readonly bytes: number;
}

export interface PageImage extends KnownImage {
  /** Nothing where the known image shows the same. */
  readonly data?: Buffer;
  /** Signs that no font has. */
  readonly undrawn: readonly string[];
}

/** Makes the function that draws a page's image where it shows something else than before. */
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

/** Fonts take a while to load: most builds draw nothing. */
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
