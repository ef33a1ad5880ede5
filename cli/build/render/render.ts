import fs from "node:fs";
import path from "node:path";
import type { Page } from "#core/page/page.ts";
import type { CreateRenderer, LocaleInput } from "#core/page/render.ts";
import { ioError } from "../../files/files.ts";
import type { Bundle } from "../bundle/bundle.ts";
import { ASSETS } from "./rename-assets.ts";
import { type PageSettings, type RenderJob, createPageMaker } from "./make-page.ts";
import { pageFailure } from "./page-failure.ts";
import { imageOf, payloadOf } from "../shared/page-files.ts";
import { type ImageSettings, type KnownImage, createPageImages } from "./page-image.ts";

export interface RenderSettings extends PageSettings {
  /** Folder of the tree being built. */
  readonly tree: string;
  readonly locales: Readonly<Record<string, Omit<LocaleInput, "onMessage">>>;
  /** Whether the tree may contain earlier files with the same name. */
  readonly fresh: boolean;
  /** Undefined if pages have no images. */
  readonly images: ImageSettings | undefined;
}

/** Prepares a thread for rendering; sent before the first `RenderTask`. */
export interface OpenTask {
  readonly type: "open";
  readonly settings: RenderSettings;
  readonly bundle: Pick<Bundle, "folder" | "serverDigest">;
}
export interface RenderTask {
  readonly type: "render";
  readonly jobs: readonly PageJob[];
}
/** A page to render, with its existing image in the tree. */
export type PageJob = RenderJob & { readonly image: KnownImage | undefined };

export interface RenderedPage {
  readonly out: string;
  /** Message keys used by the page, sorted and joined by spaces. */
  readonly messages: string;
  /** Paths of the files written: 0 to 3, because unchanged files are not written. */
  readonly written: readonly string[];
  /** Whether the page's files are unchanged since planning. */
  readonly isAsPlanned: boolean;
  /** Sizes in bytes of the HTML and the payload; 0 without a payload. */
  readonly sizes: readonly [html: number, payload: number];
  /** Key and size in bytes of the image; an empty key without an image. */
  readonly image: readonly [key: string, bytes: number];
  /** Whether asset names occur in the page only as references to assets. */
  readonly isPlain: boolean;
  /** Graphemes missing in the image because no font supports them. */
  readonly undrawn: readonly string[];
}

type RenderLocale = {
  readonly render: (page: Page) => string;
  /** Whether none of what its pages share holds a path of a script or style. */
  readonly isPlain: boolean;
  readonly used: Set<string>;
  readonly base: readonly string[];
  /** Keys looked up by a page, in order: sorted, with those of `base`. Most pages of a kind share them. */
  readonly sorted: Map<string, string>;
};

/**
 * Renders jobs one after the other; what pages of a locale share is rendered once.
 * @param bundle file that `create` is of
 */
export function createRenderer(settings: RenderSettings, create: CreateRenderer, bundle: string) {
  const makePage = createPageMaker(settings);
  const locales = new Map<string, RenderLocale>();
  const folders = new Set<string>();
  const makeImage =
    settings.images &&
    createPageImages(
      { ...settings, messagesOf: (code) => settings.locales[code]!.messages },
      settings.images,
    );

  const open = (code: string): RenderLocale => {
    const used = new Set<string>();
    const render = create({ ...settings.locales[code]!, onMessage: (key) => used.add(key) });
    const { assets: _, ...rest } = settings.locales[code]!;
    const isPlain = !JSON.stringify(rest).includes(ASSETS);
    return { render, isPlain, used, base: [...used], sorted: new Map() };
  };
  const messagesOf = ({ used, base, sorted }: RenderLocale): string => {
    const key = [...used].join(" ");
    let found = sorted.get(key);
    if (found === undefined)
      sorted.set(key, (found = [...new Set([...base, ...used])].sort().join(" ")));
    return found;
  };
  const write = (out: string, data: Buffer): boolean => {
    const file = path.join(settings.tree, out);
    try {
      if (!settings.fresh) {
        if (sameAs(file, data)) return false;
        // The file may be a link to the published one: replace it, never write through it.
        fs.rmSync(file, { force: true });
      }
      const folder = path.dirname(file);
      if (!folders.has(folder)) {
        makeFolder(folder);
        folders.add(folder);
      }
      fs.writeFileSync(file, data);
      return true;
    } catch (error) {
      throw ioError(error, out);
    }
  };

  return async (job: PageJob): Promise<RenderedPage> => {
    const { page, isAsPlanned } = makePage(job);
    let state = locales.get(job.locale);
    let html: string;
    try {
      if (!state) locales.set(job.locale, (state = open(job.locale)));
      state.used.clear();
      html = state.render(page);
    } catch (error) {
      throw pageFailure(error, { page, file: job.source?.file, bundle, root: settings.root });
    }
    const payload = JSON.stringify(page);
    const written: string[] = [];
    const payloadOut = payloadOf(job.out);
    const sizes: [number, number] = [0, 0];
    for (const [at, out, text] of [
      [0, job.out, html],
      [1, payloadOut, payload],
    ] as const) {
      if (!out) continue;
      const bytes = bytesOf(text);
      sizes[at] = bytes.length;
      if (write(out, bytes)) written.push(out);
    }
    const image = await makeImage?.(page, job.out, job.image);
    const imageOut = imageOf(job.out);
    if (image?.data && imageOut && write(imageOut, image.data)) written.push(imageOut);
    return {
      out: job.out,
      messages: messagesOf(state),
      written,
      isAsPlanned,
      sizes,
      image: [image?.key ?? "", image?.bytes ?? 0],
      isPlain: state.isPlain && !payload.includes(ASSETS),
      undrawn: image?.undrawn ?? [],
    };
  };
}

/** Room for texts on their way to the disk. */
let room = Buffer.allocUnsafeSlow(2 ** 19);

/** Bytes of a text, until the next one is asked for. To measure a text and write it costs twice as much. */
function bytesOf(text: string): Buffer {
  // A sign takes three bytes at most.
  if (room.length < 3 * text.length) room = Buffer.allocUnsafeSlow(6 * text.length);
  return room.subarray(0, room.write(text));
}

/** Plain mkdir costs a third of the recursive one, and the parent is nearly always there. */
function makeFolder(folder: string): void {
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === "EEXIST") return;
    if (code !== "ENOENT") throw error;
    fs.mkdirSync(folder, { recursive: true });
  }
}

function sameAs(file: string, data: Buffer): boolean {
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat?.size === data.length && fs.readFileSync(file).equals(data);
}
