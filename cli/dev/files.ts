import fs from "node:fs";
import path from "node:path";
import { IMAGE_FILE } from "#core/page/image.ts";
import type { PageKind } from "#core/page/page.ts";
import type { MessageTree, PageAssets } from "#core/page/render.ts";
import { appDataOf, buildMetaOf } from "../build/write/app-data.ts";
import { llmsTxt, robotsTxt } from "../build/write/globals.ts";
import { NOTICES_FILE } from "../build/write/public-files.ts";
import { createReadTexts, searchDataOf } from "../build/write/search-data.ts";
import { manifestFile, webManifest } from "../build/write/web-manifest.ts";
import { contentType } from "../preview/content-type.ts";
import { speechSiteOf } from "../speech/speech-files.ts";
import { translationSiteOf } from "../translation/translation-files.ts";
import { createPageImages } from "../build/render/page-image.ts";
import { payloadOf } from "../build/shared/page-files.ts";
import type { Found, PageState } from "./page-state.ts";
import type { DevSite } from "./site.ts";

/** A file of the build's output, generated on request. */
export interface MadeFile {
  readonly type: string;
  readonly body: string | Uint8Array;
}

const json = (value: unknown): MadeFile => ({
  type: "application/json; charset=utf-8",
  body: JSON.stringify(value),
});
const plain = (body: string): MadeFile => ({ type: "text/plain; charset=utf-8", body });

function textOf(tree: MessageTree | string | undefined, key: string): string {
  let node = tree;
  for (const part of key.split(".")) node = typeof node === "object" ? node[part] : undefined;
  return typeof node === "string" ? node : "";
}

/** Creates a function that finds an output file by path, or returns undefined. */
export function createFiles(
  site: DevSite,
  { build, assets }: { build: string; assets: () => Record<PageKind, PageAssets> },
) {
  const describe = (code: string): string =>
    textOf(site.messagesOf(code).messages.get(code)!.merged["common"], "site.description");
  const hasLocale = (code: string | undefined): code is string =>
    site.config().locales.some((locale) => locale.code === code);

  return (file: string): MadeFile | undefined => {
    const [, folder, name] = /^\/(app|builds|locales|speech)\/(.+)$/.exec(file) ?? [];
    if (folder === "app") {
      const [, isSearch, code] = /^(search\/)?(.+)\.json$/.exec(name!) ?? [];
      if (!hasLocale(code)) return undefined;
      if (isSearch)
        return json(searchDataOf(site.planOf(code).plan, code, createReadTexts(site.root)));
      const models = site.readModels();
      const { folder: translation } = translationSiteOf(models);
      return json(
        appDataOf(site.planOf(code).plan, code, {
          models,
          speech: speechSiteOf(site.config()).folders,
          ...(translation !== undefined && { translation }),
        }),
      );
    }
    if (folder === "locales") {
      const [, code, stem] = /^([^/]+)\/([^/]+)\.json$/.exec(name!) ?? [];
      const tree = hasLocale(code) && site.messagesOf(code).messages.get(code)!.own[stem!];
      return tree ? json(tree) : undefined;
    }
    if (name === "latest.json") return json({ id: build, timestamp: 0 });
    if (folder === "builds") return name === `meta/${build}.json` ? json(meta()) : undefined;
    if (folder === "speech") return speech(file.slice(1));
    return other(file);
  };

  function meta(): object {
    // Nothing is bundled or cached for offline use during development.
    const bundle = { assets: assets(), files: {}, offline: { shared: [], panels: {} } };
    return buildMetaOf(site.planAll(), { id: build, timestamp: 0 }, bundle);
  }

  function speech(file: string): MadeFile | undefined {
    const found =
      speechSiteOf(site.config()).files.get(file) ??
      translationSiteOf(site.readModels()).files.get(file);
    return found && { type: contentType(file), body: found.read() };
  }

  function other(file: string): MadeFile | undefined {
    const { site: facts, config } = site.planOf(site.config().defaultLocale).plan;
    const manifest = facts.locales.find((locale) => `/${manifestFile(locale)}` === file);
    if (manifest) {
      const { plan } = site.planOf(manifest.code);
      const body = webManifest(plan, manifest.code, describe(manifest.code));
      return { type: "application/manifest+json; charset=utf-8", body };
    }
    if (file === "/robots.txt") return plain(robotsTxt(config.site.origin));
    if (file === `/${NOTICES_FILE}`) return notices();
    if (file === "/llms.txt") return plain(llmsTxt(site.planAll(), describe(config.defaultLocale)));
    return undefined;
  }

  function notices(): MadeFile | undefined {
    const file = path.join(site.home, "THIRD_PARTY_NOTICES.md");
    return fs.existsSync(file) ? plain(fs.readFileSync(file, "utf8")) : undefined;
  }
}

/** A file that is published unchanged. @param folders searched in order */
export function publicFile(folders: readonly string[], file: string): Uint8Array | undefined {
  if (/(^|\/)\.|\\|\0/.test(file)) return undefined;
  for (const folder of folders) {
    const absolute = path.join(folder, file);
    if (!fs.statSync(absolute, { throwIfNoEntry: false })?.isFile()) continue;
    // A symbolic link may lead outside the folder.
    const inside = path.relative(fs.realpathSync(folder), fs.realpathSync(absolute));
    if (!inside.startsWith("..") && !path.isAbsolute(inside)) return fs.readFileSync(absolute);
  }
  return undefined;
}

const PAYLOAD = "_payload.json";

/**
 * Creates a function that generates the files next to a page on each request.
 * @param refresh reads a page's files again if a change has not been reported yet
 */
export function createPageFiles(
  { site, state }: { readonly site: DevSite; readonly state: PageState },
  refresh: (found: Found) => void,
) {
  function payload(folder: string): MadeFile | undefined {
    refresh(state.find(folder));
    const { planned } = state.find(folder);
    return planned && payloadOf(planned.out) !== null ? json(site.makePage(planned)) : undefined;
  }

  async function image(folder: string): Promise<MadeFile | undefined> {
    const { fonts, images } = site.config().seo;
    refresh(state.find(folder));
    const { planned } = state.find(folder);
    if (!planned || !images) return undefined;
    const draw = createPageImages(
      {
        root: site.root,
        site: site.site(),
        messagesOf: (code) => site.messagesOf(code).messages.get(code)!.merged,
      },
      { fonts, key: "" },
    );
    const made = await draw(site.makePage(planned), planned.out, undefined);
    return made?.data && { type: "image/png", body: made.data };
  }

  return async (pathname: string): Promise<MadeFile | undefined> => {
    const cut = pathname.lastIndexOf("/") + 1;
    const folder = pathname.slice(0, cut);
    const name = pathname.slice(cut);
    if (name === PAYLOAD) return payload(folder);
    return name === IMAGE_FILE ? image(folder) : undefined;
  };
}
