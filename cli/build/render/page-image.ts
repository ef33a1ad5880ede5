import { figureKind, figureOf } from "#core/figures/sound-figure.ts";
import { glyphKey, TOOL_GLYPHS } from "#core/figures/tool-glyphs.ts";
import { imageNote, imageWords } from "#core/page/image.ts";
import type { Page } from "#core/page/page.ts";
import type { Messages } from "#core/page/render.ts";
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

/** The site whose pages get images. */
export interface ImageSource {
  readonly root: string;
  readonly site: Site;
  /** Messages of a locale. */
  readonly messagesOf: (locale: string) => Messages;
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

/**
 * Creates a function that draws a page's image if its content has changed.
 * @param messagesOf messages of a locale
 */
export function createPageImages(
  { root, site, messagesOf }: ImageSource,
  { fonts, key }: ImageSettings,
) {
  let drawing: Promise<(input: ImageInput) => { data: Buffer; undrawn: readonly string[] }>;
  return async (
    page: Page,
    out: string,
    known: KnownImage | undefined,
  ): Promise<PageImage | undefined> => {
    if (imageOf(out) === null || page.kind === "embed") return undefined;
    const { language, dir } = siteLocale(site, page.locale);
    const words = imageWords(page);
    const input = {
      brand: site.name,
      words,
      note: imageNote(page, site, messagesOf(page.locale)),
      language,
      direction: dir,
      seed: page.id,
      drawing: drawingOf(page),
    };
    const name = digest(`${key} ${JSON.stringify(input)}`);
    if (known?.key === name) return { ...known, undrawn: [] };
    drawing ??= openDrawing(root, fonts);
    const { data, undrawn } = (await drawing)(input);
    return { key: name, bytes: data.length, data, undrawn };
  };
}

/** What a tool does to a sound, as on its page, and its glyph; null for other pages. */
function drawingOf(page: Page): ImageInput["drawing"] {
  if (page.kind !== "tool") return null;
  const { slug, panel, preset } = page;
  const { before, after } = figureOf(slug, figureKind(panel, preset));
  return { before, after, glyph: TOOL_GLYPHS[glyphKey(panel, preset)]! };
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
    undrawn: undrawable(`${input.brand} ${input.words} ${input.note}`, { ...input, fonts }),
  });
}
