import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import type { ViteDevServer } from "vite";
import { type Problem, problem, ToolkitError } from "#core/errors/errors.ts";
import type { CreateRenderer } from "#core/page/render.ts";
import type { Page } from "#core/page/page.ts";
import { pageFailure } from "../build/render/page-failure.ts";
import { hostRules } from "../build/write/redirect-rules.ts";
import { absentMessages } from "../check/messages/messages-absent.ts";
import type { Overlay } from "../files/code-layers.ts";
import { contentType } from "../preview/content-type.ts";
import { findRedirect, parseRedirects } from "../preview/rules/redirects-file.ts";
import { type Target, parseTarget } from "../preview/request-target.ts";
import { type Answer, html, json, send } from "./answer.ts";
import { dataTag, problemDocument, SCRIPT_PATH, startScript } from "./documents.ts";
import { answersForeign } from "./foreign-request.ts";
import { type createFiles, createPageFiles, publicFile } from "./files.ts";
import { showFindings } from "./findings.ts";
import { takesOwn } from "./own-requests.ts";
import type { Found, PageState } from "./page-state.ts";
import type { LoadedBundle } from "./server-bundle.ts";
import type { DevSite } from "./site.ts";
import { type Code, readSheet, STYLE_PATH } from "./styles.ts";

export interface HandlerOptions {
  readonly site: DevSite;
  readonly state: PageState;
  readonly code: Code;
  readonly files: ReturnType<typeof createFiles>;
  readonly bundle: () => Promise<LoadedBundle>;
  /** Reports a page's problem to the terminal. */
  readonly onFailure: (problem: Problem) => void;
  readonly vite: () => Promise<ViteDevServer>;
  /** Returns true if it answered the request. */
  readonly api: (request: IncomingMessage, response: ServerResponse) => Promise<boolean>;
  readonly isApi: (path: string) => boolean;
  /** Number of changes sent to browsers. */
  readonly revision: () => number;
  /** Resolves when all content has been read. */
  readonly whenRead: Promise<void>;
  readonly publicFolders: readonly string[];
  readonly overlay: Overlay;
  /** Path of the browser script. */
  readonly client: string;
  readonly handover: string | null;
}

/** Answers like a static host of the built site, and renders each page on request. */
export function createHandler(options: HandlerOptions) {
  const { site, state, files } = options;

  /** Reads the files of a page again if a change has not been reported yet. */
  function refresh(found: Found): void {
    for (const file of state.filesOf(found)) site.content.touch(file);
  }

  const pageFiles = createPageFiles(options, refresh);

  /**
   * @param broken status for a page that cannot be shown; requests of an open page for its own data
   *   do not fail
   */
  async function page(pathname: string, broken: number): Promise<Answer | undefined> {
    // Changes during rendering get a higher revision.
    const revision = options.revision();
    if (!site.isUsable() && !/^\/@|\.\w+$/.test(pathname))
      return html(problemDocument(state.errors(state.find(pathname)), revision), broken);
    refresh(state.find(pathname));
    const found = state.find(pathname);
    const { planned, locale } = found;
    if (!planned) {
      const errors = state.filesOf(found).size > 0 ? state.errors(found) : [];
      return errors.length > 0 ? html(problemDocument(errors, revision), broken) : undefined;
    }
    let bundle: LoadedBundle | undefined;
    try {
      bundle = await options.bundle();
      const made = site.makePage(planned);
      const { shown, absent } = renderPage(options, bundle.createRenderer, made);
      absent.forEach(options.onFailure);
      const errors = [...state.errors(found), ...showFindings(site.root, absent)];
      return html(withData(shown, dataTag(errors, revision)));
    } catch (error) {
      const own = state.errors({ ...found, locale });
      if (own.length > 0) return html(problemDocument(own, revision), broken);
      const failed = failureOf(error, () =>
        pageFailure(error, {
          page: { path: pathname },
          file: planned.entry?.file,
          bundle: bundle?.file ?? "",
          root: site.root,
        }),
      );
      options.onFailure(failed);
      return html(problemDocument(showFindings(site.root, [failed]), revision), broken);
    }
  }

  async function notFound(): Promise<Answer> {
    const { defaultLocale } = site.config();
    const planned = site.planOf(defaultLocale).pages.get("/404.html");
    const renderer = await options.bundle().catch(() => undefined);
    if (!planned || !renderer)
      return { status: 404, type: "text/plain; charset=utf-8", body: "Not found.\n" };
    const { shown } = renderPage(options, renderer.createRenderer, site.makePage(planned));
    return html(withData(shown, dataTag([], options.revision())), 404);
  }

  async function answer(
    target: Target,
    broken: number,
  ): Promise<Answer | { readonly to: string } | undefined> {
    const { path: pathname, search } = target;
    if (pathname.startsWith("/@toolkit/"))
      return answerOwn(options, pathname, new URLSearchParams(search));
    // A missing page of a language answers 404 at either address.
    const lines = hostRules(site.config(), () => true).map(
      ({ from, to = "/404.html", status }) => `${from} ${to} ${status}`,
    );
    const { rules } = parseRedirects(lines.join("\n"));
    const moved = findRedirect(rules, false, target);
    if (moved?.status === 410) return { ...(await notFound()), status: 410 };
    if (moved) return { to: moved.location };
    return (await pageFiles(pathname)) ?? (await page(pathname, broken)) ?? files(pathname);
  }

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Threads of the tools need these headers; other headers of a host would hinder development.
    response.setHeader("Cross-Origin-Opener-Policy", "same-origin");
    response.setHeader("Cross-Origin-Embedder-Policy", "require-corp");
    const target = parseTarget(request.url ?? "");
    if ("refused" in target)
      return send(response, { status: target.refused, type: "text/plain", body: "" });
    if (await answersForeign(options, request, response)) return;
    if (await takesOwn(options, { request, response, target })) return;
    if (options.isApi(target.path) && (await options.api(request, response))) return;
    const isRead = request.method === "GET" || request.method === "HEAD";
    const found = isRead
      ? await answer(target, request.headers["x-toolkit"] ? 200 : 500)
      : undefined;
    if (found && "to" in found) {
      response.writeHead(302, { location: found.to, "cache-control": "no-store" }).end();
      return;
    }
    if (found) return send(response, found);
    const body = isRead ? publicFile(await staticFolders(options, target), target.path) : undefined;
    if (body) return send(response, { type: contentType(target.path), body });
    const { middlewares } = await options.vite();
    await new Promise<void>((resolve, reject) => {
      response.once("close", resolve);
      middlewares(request, response, (error?: unknown) => {
        if (error) return reject(error as Error);
        options
          .api(request, response)
          .then(async (taken) => taken || send(response, await notFound()))
          .then(() => resolve(), reject);
      });
    });
  };
}

/** Folders of files that are served as they are; the bundle's are there once it was made. */
async function staticFolders(
  { bundle, publicFolders }: HandlerOptions,
  { path: pathname }: Target,
): Promise<readonly string[]> {
  if (!pathname.startsWith("/assets/")) return publicFolders;
  const made = await bundle().catch(() => undefined);
  return made ? [...publicFolders, path.dirname(made.file)] : publicFolders;
}

/** A page's HTML, and missing messages that its code looked up. */
function renderPage({ site, code, overlay }: HandlerOptions, create: CreateRenderer, page: Page) {
  const { locale } = page;
  const { plan } = site.planOf(locale);
  const messages = site.messagesOf(locale).messages.get(locale)!.merged;
  const used = new Set<string>();
  const shown = create({
    site: plan.site,
    locale,
    navigation: plan.navigation.get(locale)!.value,
    messages,
    assets: code.assets(),
    onMessage: (key) => used.add(key),
  })(page);
  return {
    shown,
    absent: absentMessages(used, messages, {
      folder: overlay.over === null ? overlay.runtime : path.join(overlay.over, "runtime"),
      root: site.root,
    }),
  };
}

/** The problem for an error thrown during rendering. */
function failureOf(error: unknown, fallback: () => ToolkitError): Problem {
  const { code, params, location } = error instanceof ToolkitError ? error : fallback();
  return problem(code, params as never, location);
}

/** Answers requests for paths that only this server has. */
async function answerOwn(
  { state, code, vite, revision, whenRead, client, handover }: HandlerOptions,
  pathname: string,
  query: URLSearchParams,
): Promise<Answer | undefined> {
  if (pathname === SCRIPT_PATH)
    return { type: "text/javascript; charset=utf-8", body: startScript(client, handover) };
  if (pathname.startsWith(STYLE_PATH)) {
    const body = await readSheet(await vite(), code, path.posix.basename(pathname, ".css"));
    return body === undefined ? undefined : { type: "text/css; charset=utf-8", body };
  }
  if (pathname === "/@toolkit/revision.json") return json(revision());
  if (pathname === "/@toolkit/page.json") return json(state.facts(state.find(query.get("path")!)));
  if (pathname === "/@toolkit/errors.json") {
    await whenRead;
    return json(state.elsewhere(state.find(query.get("path")!)));
  }
  return undefined;
}

/** Inserts the data of this server before the page's own content. */
const withData = (document: string, data: string): string => {
  const at = document.search(/<body[^<>]*>/);
  if (at < 0) return document + data;
  const end = document.indexOf(">", at) + 1;
  return document.slice(0, end) + data + document.slice(end);
};
