import fs from "node:fs";
import path from "node:path";
import type { Problem } from "#core/errors/errors.ts";
import type { MessageTree } from "#core/page/render.ts";
import { searchFile } from "#core/search/search-data.ts";
import { type Bundle, WORKER_FILE } from "../bundle/bundle.ts";
import { speechSiteOf } from "../../speech/speech-files.ts";
import { translationSiteOf } from "../../translation/translation-files.ts";
import { offeredIn } from "../../models/registry.ts";
import { appDataOf, buildMetaOf } from "./app-data.ts";
import { exists, withIo } from "../../files/files.ts";
import { keepEarlierBuilds } from "./earlier-builds.ts";
import { headersFile, llmsTxt, messageFiles, redirectsFile, robotsTxt } from "./globals.ts";
import { digest } from "../../files/hash.ts";
import type { LocaleMessages } from "../load/messages.ts";
import type { Texts } from "../load/read-entry.ts";
import type { Plan } from "../plan/plan.ts";
import { type PublicFile, hiddenPublic, isOfPage } from "./public-files.ts";
import {
  createCachedReadTexts,
  publishedParts,
  searchDataOf,
  searchFilesOf,
  searchKeyOf,
} from "./search-data.ts";
import { localeSitemaps, rootSitemaps, sitemapPages } from "./sitemaps.ts";
import type { BuildContext } from "../state/build-context.ts";
import type { Tree } from "../state/tree.ts";
import { manifestFile, webManifest } from "./web-manifest.ts";

export interface OutputInput {
  readonly plan: Plan;
  readonly bundle: Bundle;
  readonly messages: ReadonlyMap<string, LocaleMessages>;
  readonly tree: Tree;
  readonly id: string;
  readonly publicFiles: ReadonlyMap<string, PublicFile>;
  readonly cache: string;
  /** The published tree, which contains assets of earlier builds. */
  readonly previous: string | undefined;
  /** Texts of files that were read while planning and fit into memory. */
  readonly texts: ReadonlyMap<string, Texts>;
}

type OutputContext = Pick<BuildContext<unknown>, "root" | "before" | "onProgress" | "thresholds">;

/**
 * Writes all files that are not pages, where they have changed.
 * @returns the digest of each file, by path, and files that are not published
 */
export function writeOutputs(
  context: OutputContext,
  input: OutputInput,
): {
  files: Record<string, string>;
  problems: Problem[];
} {
  const { root, before, onProgress } = context;
  const { plan, bundle, messages, tree, id } = input;
  const files: Record<string, string> = {};
  const changed = (file: string, key: string): boolean => {
    files[file] = key;
    return before?.files[file] !== key;
  };
  const put = (file: string, data: string): void => {
    if (changed(file, digest(data))) tree.write(file, data);
  };
  onProgress("write", 0, 0);

  const read = (from: string): Uint8Array => withIo(from, () => fs.readFileSync(from));
  // Copied instead of linked: changes to the cache must not affect the published site.
  for (const [file, key] of Object.entries(bundle.files))
    if (isOwn(file, root) && changed(file, key))
      tree.write(file, read(path.join(bundle.folder, "client", file)));

  const describe = (code: string): string =>
    text(messages.get(code)!.merged["common"], "site.description");
  const { defaultLocale } = plan.site;
  const timestamp = Date.parse(plan.modified);
  put("robots.txt", robotsTxt(plan.site.origin));
  put("manifest.webmanifest", webManifest(plan, defaultLocale, describe(defaultLocale)));
  for (const locale of plan.site.locales)
    put(manifestFile(locale), webManifest(plan, locale.code, describe(locale.code)));
  const models = offeredIn(root, plan.config);
  const speech = speechSiteOf(plan.config);
  const translation = translationSiteOf(models);
  put("_headers", headersFile(plan.config, bundle.scriptHashes, models));
  put("_redirects", redirectsFile(plan));
  put("llms.txt", llmsTxt(plan, describe(defaultLocale)));
  for (const [code, { own }] of messages)
    for (const { path: file, data } of messageFiles(code, own)) put(file, data);
  const own = {
    models,
    speech: speech.folders,
    ...(translation.folder !== undefined && { translation: translation.folder }),
  };
  for (const { code } of plan.site.locales)
    put(`app/${code}.json`, JSON.stringify(appDataOf(plan, code, own)));
  for (const [file, { key, read: bytes }] of [...speech.files, ...translation.files])
    if (changed(file, key)) tree.write(file, bytes());
  putSearchData(context, input, changed);
  putSitemaps(context, input, changed);

  const latest = JSON.stringify({ id, timestamp });
  const isNew = changed("builds/latest.json", digest(latest));
  if (isNew) tree.write("builds/latest.json", latest);
  const meta = JSON.stringify(buildMetaOf(plan, { id, timestamp }, { ...bundle, files }));
  // Also rewritten when an earlier build returns, since the file's time determines the latest
  // builds.
  if (changed(`builds/meta/${id}.json`, digest(meta)) || isNew)
    tree.write(`builds/meta/${id}.json`, meta);
  const written = { ...files };
  const hidden = hiddenPublic(input.publicFiles, written, { root, plan });
  for (const [file, { from, digest: key }] of input.publicFiles)
    if (!Object.hasOwn(written, file) && !isOfPage(file, plan) && changed(file, key))
      tree.write(file, read(from));
  keepEarlierBuilds({ previous: input.previous, tree, before }, files);
  for (const { code, domain } of plan.site.locales) {
    if (domain === undefined) continue;
    put(`${code}/_redirects`, redirectsFile(plan, code));
    put(`${code}/robots.txt`, robotsTxt(domain, sitemapPages(plan.pages, code).length > 0));
    for (const file of ["404.html", "500.html", "offline.html"]) {
      const key = digest(read(path.join(tree.folder, file)));
      if (changed(`${code}/${file}`, key))
        tree.link(path.join(tree.folder, file), `${code}/${file}`);
    }
    completeDomainRoot(code, files, { before, ...input });
  }
  return { files, problems: hidden };
}

function text(tree: MessageTree | string | undefined, key: string): string {
  let node = tree;
  for (const part of key.split(".")) node = typeof node === "object" ? node[part] : undefined;
  return typeof node === "string" ? node : "";
}

/** Whether a bundled file is published: a site may replace our service worker. */
const isOwn = (file: string, root: string): boolean =>
  file !== WORKER_FILE || !exists(path.join(root, "public", WORKER_FILE));

/** Writes the search data of each locale where one of its tools has changed. */
function putSearchData(
  { root, before, thresholds }: OutputContext,
  { plan, previous, tree, texts }: OutputInput,
  changed: (file: string, key: string) => boolean,
): void {
  const read = createCachedReadTexts(
    root,
    previous,
    ({ file, hash }) => before?.known.get(file)?.entry.hash === hash,
    texts,
  );
  for (const { code } of plan.site.locales) {
    const index = searchFile(code);
    const isStale = changed(index, searchKeyOf(plan, code, thresholds));
    const parts = isStale || previous === undefined ? null : publishedParts(previous, code);
    if (parts?.every((file) => before?.files[file] !== undefined)) {
      for (const file of parts) changed(file, before!.files[file]!);
      continue;
    }
    for (const [file, data] of searchFilesOf(searchDataOf(plan, code, read), code, thresholds)) {
      const text = JSON.stringify(data);
      if (file === index || changed(file, digest(text))) tree.write(file, text);
    }
  }
}

function putSitemaps(
  { before, thresholds }: OutputContext,
  { plan, tree }: OutputInput,
  changed: (file: string, key: string) => boolean,
): void {
  const listed: { path: string; modified: string }[] = [];
  for (const { code } of plan.site.locales) {
    const pages = sitemapPages(plan.pages, code);
    if (pages.length === 0) continue;
    // A large sitemap takes megabytes, so it is written only if its URLs have changed.
    const key = digest(
      `${JSON.stringify(plan.site)} ${pages.map(({ route, modified, locales }) => `${route} ${modified} ${locales.join()}`).join("\n")}`,
    );
    const first = `${code}-sitemap.xml`;
    const root =
      plan.site.locales.find((locale) => locale.code === code)!.domain === undefined
        ? first
        : `${code}/${first}`;
    const stored = changed(root, key);
    const isOne = !Object.hasOwn(before?.files ?? {}, root.replace(/\.xml$/, "-2.xml"));
    if (!stored && isOne) {
      // The names follow from the locale alone as long as one file contains all URLs.
      const { prefix, domain } = plan.site.locales.find((locale) => locale.code === code)!;
      const folder = domain === undefined ? `${prefix.slice(1)}/` : `${code}/`;
      if (domain !== undefined || prefix !== "")
        for (const name of [first, "sitemap.xml", "index-sitemap.xml"]) changed(folder + name, key);
      if (domain === undefined)
        listed.push({
          path: first,
          modified: pages.reduce((last, { modified }) => (modified > last ? modified : last), ""),
        });
      continue;
    }
    const result = localeSitemaps(plan.site, code, plan.pages, thresholds.urlsASitemap);
    for (const file of result.files)
      if (changed(file.path, key) || stored) tree.write(file.path, file.data);
    listed.push(...result.listed);
  }
  for (const { path: file, data } of rootSitemaps(plan.site, listed))
    if (changed(file, digest(data))) tree.write(file, data);
}

/** Files of the build that all roots have. */
const SHARED = /^(?:app|assets|builds|locales|speech)\/|^(?:_headers|llms\.txt)$/;

/**
 * A locale with a domain is served from its own folder, which therefore gets the shared files too,
 * and the files of `public/` that it does not replace.
 */
function completeDomainRoot(
  code: string,
  files: Record<string, string>,
  {
    before,
    bundle,
    publicFiles,
    tree,
  }: Pick<OutputContext, "before"> & Pick<OutputInput, "bundle" | "publicFiles" | "tree">,
): void {
  for (const [file, key] of Object.entries(files)) {
    const copy = `${code}/${file}`;
    const isPublic = Object.hasOwn(bundle.files, file) || publicFiles.has(file);
    if (!(isPublic && !Object.hasOwn(files, copy)) && !SHARED.test(file)) continue;
    files[copy] = key;
    if (before?.files[copy] !== key) tree.link(path.join(tree.folder, file), copy);
  }
}
