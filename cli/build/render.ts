import fs from "node:fs";
import path from "node:path";
import { ToolkitError } from "../../core/errors.ts";
import type { Page } from "../../core/page.ts";
import type { CreateRenderer, LocaleInput } from "../../core/render.ts";
import { ioError } from "./files.ts";
import type { PageSettings, RenderJob } from "./make-page.ts";
import { createPageMaker } from "./make-page.ts";

export interface RenderSettings extends PageSettings {
  /** Folder that is being built. */
  readonly tree: string;
  readonly locales: Readonly<Record<string, Omit<LocaleInput, "onMessage">>>;
  /** Whether the tree may hold earlier files of the same name. */
  readonly fresh: boolean;
}

export interface RenderedPage {
  readonly out: string;
  /** Message keys that it looked up, sorted, joined by spaces. */
  readonly messages: string;
  /** Files written: 0 to 2, fewer where the bytes are the same. */
  readonly written: readonly string[];
  /** Whether its files held what they did when the site was planned. */
  readonly isAsPlanned: boolean;
  readonly bytes: number;
}

type RenderLocale = {
  readonly render: (page: Page) => string;
  readonly used: Set<string>;
  readonly base: readonly string[];
};

/** Renders jobs one after the other; what pages of a locale share is rendered once. */
export function createRenderer(settings: RenderSettings, create: CreateRenderer) {
  const makePage = createPageMaker(settings);
  const locales = new Map<string, RenderLocale>();
  const folders = new Set<string>();

  const open = (code: string): RenderLocale => {
    const used = new Set<string>();
    const render = create({ ...settings.locales[code]!, onMessage: (key) => used.add(key) });
    return { render, used, base: [...used] };
  };
  const write = (out: string, data: string): boolean => {
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

  return (job: RenderJob): RenderedPage => {
    let state = locales.get(job.locale);
    if (!state) locales.set(job.locale, (state = open(job.locale)));
    const { page, isAsPlanned } = makePage(job);
    state.used.clear();
    let html: string;
    try {
      html = state.render(page);
    } catch (error) {
      throw new ToolkitError(
        "PAGE_FAILED",
        { path: page.path, detail: (error as Error).message },
        { cause: error, ...(job.source && { location: { file: job.source.file } }) },
      );
    }
    const payload = JSON.stringify(page);
    const written: string[] = [];
    if (write(job.out, html)) written.push(job.out);
    const payloadOut = payloadOf(job.out);
    if (payloadOut && write(payloadOut, payload)) written.push(payloadOut);
    return {
      out: job.out,
      messages: [...new Set([...state.base, ...state.used])].sort().join(" "),
      written,
      isAsPlanned,
      bytes: html.length + payload.length,
    };
  };
}

/** The payload beside a page's HTML; error pages have none. */
export const payloadOf = (out: string): string | null =>
  out.endsWith("index.html") ? `${out.slice(0, -"index.html".length)}_payload.json` : null;

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

function sameAs(file: string, data: string): boolean {
  const size = Buffer.byteLength(data);
  const stat = fs.statSync(file, { throwIfNoEntry: false });
  return stat?.size === size && fs.readFileSync(file, "utf8") === data;
}
