import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import type { Config } from "#core/site/config.ts";
import { ToolkitError } from "#core/errors/errors.ts";
import { loadConfig } from "../build/load/config.ts";
import { CONFIG_FILE } from "../files/find-root.ts";
import { exists } from "../files/files.ts";
import type { Context } from "../command-kit/context.ts";
import { renderError } from "../command-kit/render-error.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";
import { type Comparison, compareSitemaps } from "../sitemap/compare.ts";
import { openFolder } from "../sitemap/folder-source.ts";
import { buildRevision, resolveRevision } from "../sitemap/git-revision.ts";
import { openLive } from "../sitemap/live-source.ts";
import {
  isSame,
  printAnnotations,
  printJson,
  printLines,
  printText,
  markdownReport,
  summaryOf,
} from "../sitemap/report.ts";
import { type Source, createLocaleOf, rootOf, rootsOf } from "../sitemap/source.ts";

interface Options {
  readonly old?: string;
  readonly new?: string;
  readonly json?: boolean;
  readonly markdown?: boolean;
  readonly limit?: string;
  readonly ignoreOrigin?: boolean;
  readonly debug?: boolean;
}

const DEFAULT_LIMIT = 50;

/**
 * `toolkit sitemap diff`
 * @returns exit codes like diff(1): 0 if equal, 1 if different, 2 if an address is lost or the
 *   comparison fails
 */
export default async function diff(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-sitemap-"));
  const sources: Source[] = [];
  try {
    const comparison = await compare(context, options, { scratch, sources });
    report(comparison, context, options);
    return comparison.counts.removed > 0 ? 2 : isSame(comparison) ? 0 : 1;
  } catch (error) {
    if (context.signal.aborted) throw error;
    // Exit code 1 would mean that the sites differ.
    context.log(renderError(error, context, { debug: options.debug === true }));
    return 2;
  } finally {
    for (const source of sources) await source.close();
    fs.rmSync(scratch, { recursive: true, force: true });
  }
}

interface Work {
  readonly scratch: string;
  /** Opened sources; the caller closes them. */
  readonly sources: Source[];
}

async function compare(
  context: Context,
  options: Options,
  { scratch, sources }: Work,
): Promise<Comparison> {
  const { root, signal } = context;
  if (options.json && options.markdown)
    throw new ToolkitError("USAGE", { detail: "--json and --markdown exclude each other." });
  parseLimit(options.limit);
  const config = exists(path.join(root, CONFIG_FILE)) ? await loadConfig(root) : undefined;
  const old = options.old ?? config?.site.origin;
  if (old === undefined)
    throw new ToolkitError("USAGE", {
      detail: `There is no ${CONFIG_FILE} here, so name what is to be compared.`,
    });
  for (const name of [old, options.new ?? "dist"])
    sources.push(await openSource(name, { context, config, scratch }));
  const roots = rootsOf(config);
  const comparison = await compareSitemaps({
    old: sources[0]!,
    new: sources[1]!,
    localeOf: createLocaleOf(config),
    keyOf: options.ignoreOrigin
      ? (url) => {
          const { pathname, search, origin } = new URL(url);
          const own = rootOf(roots, new URL(url)).origin || "https://site.invalid";
          return origin === own ? url : own + pathname + search;
        }
      : (url) => url,
    signal,
  });
  return comparison;
}

interface Opening {
  readonly context: Context;
  readonly config: Config | undefined;
  readonly scratch: string;
}

/** @throws USAGE unless it is a folder, a revision or an address */
async function openSource(name: string, { context, config, scratch }: Opening): Promise<Source> {
  const { root, cwd, signal } = context;
  const roots = rootsOf(config);
  if (/^https?:\/\//i.test(name)) {
    if (!URL.canParse(name))
      throw new ToolkitError("USAGE", { detail: `${name} is not an address.` });
    return openLive({ url: name, roots, signal });
  }
  const file = [cwd, root].map((folder) => path.resolve(folder, name)).find(fs.existsSync);
  if (!name.startsWith("git:") && file !== undefined) return openFolder({ name, file, roots });
  const revision = name.replace(/^git:/, "");
  const commit = await resolveRevision(root, revision);
  if (commit === undefined) {
    if (name === "dist") throw new ToolkitError("NOT_BUILT", { dir: name });
    throw new ToolkitError("USAGE", {
      detail: `"${name}" is neither a folder, nor a git revision, nor an address that starts with https://.`,
    });
  }
  const built = await buildRevision({ name: revision, commit }, context, scratch);
  const source = openFolder({ name: revision, file: built.folder, roots });
  return { ...source, close: built.close };
}

function parseLimit(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 0)
    throw new ToolkitError("USAGE", { detail: `--limit takes a whole number; found "${text}".` });
  return value;
}

function report(comparison: Comparison, context: Context, options: Options): void {
  const { print, log, env, printsToTerminal } = context;
  const limit = parseLimit(options.limit);
  if (options.json) printJson(comparison, print);
  else if (options.markdown) print(markdownReport(comparison, limit ?? DEFAULT_LIMIT));
  else if (printsToTerminal || limit !== undefined)
    printText(comparison, print, limit ?? DEFAULT_LIMIT);
  else printLines(comparison, print);
  if (env["GITHUB_ACTIONS"]) printAnnotations(comparison, log);
  log(`${summaryOf(comparison)}\n`);
  const { old, new: now, same, ambiguous, counts } = comparison;
  if (ambiguous > 0)
    log(`${ambiguous} addresses are listed more than once, with different dates or alternates.\n`);
  if (same + counts.changed === 0 && old.urls > 0 && now.urls > 0)
    log("No address is in both: --ignore-origin compares the paths of sites at two addresses.\n");
}
