import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";
import { inject } from "vitest";
import { cloneTree } from "#cli/files/files.ts";
import type { BuildMeta, LatestBuild } from "#core/page/app-data.ts";
import { madeOnce } from "./made-once.ts";
import { serveSite } from "./serve.ts";

/**
 * Pages of the small site: two languages, four page kinds, and some pages that are never visited.
 */
export const ROUTES = ["", "audio-trimmer", "volume-changer", "karaoke-maker", "pricing"];
const FILES =
  /^([^/]+\.(html|js|svg|png|json|webmanifest)|_headers|_redirects|(app|locales)\/.*|ar\/manifest\.webmanifest)$/;

const read = <T>(file: string): T => JSON.parse(fs.readFileSync(file, "utf8")) as T;
const filesOf = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => fs.statSync(path.join(folder, file)).isFile());

/** What only tools at work read; none works here. */
const ENGINE = /\.(wasm|f16|q8)$/;

/**
 * Copies a part of the built site that is quick to change: two languages, some pages, one build. Of
 * the engines, which are most of it, there is the name alone.
 */
function copySite(dist: string, to: string): void {
  const { id } = read<LatestBuild>(path.join(dist, "builds/latest.json"));
  const meta = read<BuildMeta>(path.join(dist, `builds/meta/${id}.json`));
  const pages = ["", "ar/"].flatMap((prefix) =>
    ROUTES.flatMap((route) =>
      ["index.html", "_payload.json"].map((file) => path.posix.join(prefix, route, file)),
    ),
  );
  const whole = new Set(["builds/latest.json", `builds/meta/${id}.json`, ...meta.assets, ...pages]);
  const top = fs
    .readdirSync(dist)
    .flatMap((name) =>
      ["app", "locales"].includes(name)
        ? filesOf(path.join(dist, name)).map((file) => `${name}/${file}`)
        : [name],
    );
  for (const file of [
    ...whole,
    ...[...top, "ar/manifest.webmanifest"].filter((name) => FILES.test(name)),
  ]) {
    fs.mkdirSync(path.dirname(path.join(to, file)), { recursive: true });
    if (ENGINE.test(file)) fs.writeFileSync(path.join(to, file), file);
    else fs.copyFileSync(path.join(dist, file), path.join(to, file));
  }
}

/** Another name of the same length and letters. */
const reversed = (text: string): string => text.split("").reverse().join("");

const TEXT = /\.(html|js|css|json)$/;

/**
 * Makes of one build another that differs in every page, script and style, as if all of its code had
 * been changed.
 * @param mark what is added to the text of the pages
 */
function changeBuild(from: string, to: string, mark: string): void {
  const { id } = read<LatestBuild>(path.join(from, "builds/latest.json"));
  const names = new Map<string, string>();
  for (const file of filesOf(path.join(from, "assets"))) {
    const [, start, hash, end] = /^(.*-)([\w-]{8})(\.\w+)$/.exec(file)!;
    names.set(file, start! + reversed(hash!) + end!);
  }
  const other = reversed(id);
  const renamed = (text: string): string =>
    text.replace(/[\w.-]+-[\w-]{8}\.\w+/g, (name) => names.get(name) ?? name).replaceAll(id, other);
  for (const file of filesOf(from)) {
    const target = path.join(to, renamed(file));
    fs.mkdirSync(path.dirname(target), { recursive: true });
    if (!TEXT.test(file)) fs.copyFileSync(path.join(from, file), target);
    else {
      const text = renamed(fs.readFileSync(path.join(from, file), "utf8"));
      const marked = file.endsWith(".html")
        ? text.replace(/<h1[^>]*>/, (tag) => `${tag}${mark} `)
        : file.endsWith("_payload.json")
          ? text.replace(/"heading":"/, (start) => `${start}${mark} `)
          : text;
      fs.writeFileSync(target, marked);
    }
  }
}

/** The site before anything is changed, and the build that follows: each is made once for all tests. */
const firstBuild = (): Promise<string> =>
  madeOnce("offline-first", async (to) => copySite(inject("dist"), to));
const nextBuild = (): Promise<string> =>
  madeOnce("offline-next", async (to) => changeBuild(await firstBuild(), to, NEXT));
/** What is added to the text of its pages. */
const NEXT = "Second";

export type Site = Awaited<ReturnType<typeof startSite>>;

/** A small copy of the site on a server of its own, which can be changed, stopped and started. */
export async function startSite({ trailingSlash = false } = {}) {
  const folder = fs.mkdtempSync(path.join(inject("dist"), "../offline-"));
  const link = path.join(folder, "site");
  let current = path.join(folder, "build-0");
  cloneTree(await firstBuild(), current);
  fs.symlinkSync(current, link);

  const requests: string[] = [];
  const api = (request: IncomingMessage, response: ServerResponse): boolean => {
    requests.push(`${request.method} ${request.url}`);
    if (!/^\/(audio\/api|igweb|logstores)\//.test(request.url!)) return false;
    response.setHeader("content-type", "application/json");
    // The worker would take it for a page if it checked only the type.
    if (request.url!.includes("page")) response.setHeader("content-type", "text/html");
    response.end(JSON.stringify({ code: 100000, data: requests.length }));
    return true;
  };
  const serve = (port: number) => serveSite(link, { api, port, trailingSlash });
  let server: Awaited<ReturnType<typeof serve>> | null = await serve(0);
  const { url, port } = server;

  return {
    url,
    /** Requests that reached the server: `GET /path?query`. */
    asked: requests,
    /** A file of the build that is out. */
    read: (file: string): string => fs.readFileSync(path.join(current, file), "utf8"),
    write(file: string, text: string): void {
      // It is one with the file of other sites, until it is another.
      fs.rmSync(path.join(current, file), { force: true });
      fs.writeFileSync(path.join(current, file), text);
    },
    meta(): BuildMeta {
      const { id } = read<LatestBuild>(path.join(current, "builds/latest.json"));
      return read<BuildMeta>(path.join(current, `builds/meta/${id}.json`));
    },
    /** Publishes the next build in one step; the files of the one before are gone unless `keep`. */
    async publish({ keep = false } = {}): Promise<void> {
      const next = path.join(folder, "build-1");
      cloneTree(await nextBuild(), next);
      if (keep)
        for (const part of ["assets", "builds/meta"])
          fs.cpSync(path.join(current, part), path.join(next, part), { recursive: true });
      const temporary = `${link}.next`;
      fs.symlinkSync(next, temporary);
      fs.renameSync(temporary, link);
      current = next;
    },
    /** Nothing answers any more. */
    async stop(): Promise<void> {
      await server?.close();
      server = null;
    },
    async start(): Promise<void> {
      server ??= await serve(port);
    },
    async remove(): Promise<void> {
      await server?.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
