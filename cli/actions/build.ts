import path from "node:path";
import { ToolkitError } from "#core/errors/errors.ts";
import { buildSite } from "../build/build.ts";
import { untilLateThrow } from "../build/bundle/late-throws.ts";
import { createProgress } from "../progress/build-progress.ts";
import { mergeShards } from "../build/publish/shard.ts";
import type { Context } from "../command-kit/context.ts";
import { renderProblems } from "../command-kit/render-error.ts";
import type { ExitCode } from "../command-kit/exit-code.ts";

interface Options {
  readonly out?: string;
  readonly clean?: boolean;
  readonly development?: boolean;
  readonly shard?: string;
  readonly threads?: string;
  /** False for --no-sync. */
  readonly sync: boolean;
  readonly json?: boolean;
  readonly verify?: boolean;
  readonly merge?: string | undefined;
  readonly folders: readonly string[];
}

function parseShard(text: string): { index: number; count: number } {
  const [index, count] = (/^(\d+)\/(\d+)$/.exec(text)?.slice(1) ?? []).map(Number);
  if (!index || !count || index > count || count > 1000)
    throw new ToolkitError("USAGE", { detail: `--shard takes i/n, such as 2/4; found "${text}".` });
  return { index, count };
}

function parseCount(name: string, text: string): number {
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1 || value > 256)
    throw new ToolkitError("USAGE", {
      detail: `--${name} takes a whole number from 1 to 256; found "${text}".`,
    });
  return value;
}

/** `toolkit build` */
export default async function build(context: Context, input: object): Promise<ExitCode> {
  const options = input as Options;
  if (options.merge !== undefined && options.merge !== "merge")
    throw new ToolkitError("USAGE", {
      detail: `build takes no "${options.merge}"; did you mean "merge"?`,
    });
  const { onProgress, clear } = createProgress(context.log, context.interactive && !options.json);
  if (options.merge) return merge(context, options);
  const shard = options.shard === undefined ? undefined : parseShard(options.shard);
  const out = path.resolve(
    context.root,
    options.out ?? (shard ? `shards/${shard.index}-of-${shard.count}` : "dist"),
  );
  try {
    const { root, home } = context;
    const folder = path.join(root, ".toolkit/cache/bundle");
    const report = await untilLateThrow({ root, folder, signal: context.signal }, (signal) =>
      buildSite({
        root,
        home,
        out,
        signal,
        ...(options.clean && { clean: true }),
        ...(options.verify && { verify: true }),
        sync: options.sync,
        ...(options.development && { development: true }),
        ...(shard && { shard }),
        ...(options.threads !== undefined && { threads: parseCount("threads", options.threads) }),
        ...(options.json ? {} : { onProgress }),
      }),
    );
    clear();
    if (options.json) context.print(`${JSON.stringify({ ok: true, ...report })}\n`);
    else {
      context.log(renderProblems(report.problems, context));
      const { pages, rendered, written, removed, verified, seconds, id } = report;
      context.log(
        `${pages} pages, ${rendered} rendered, ${written} files written${removed ? `, ${removed} removed` : ""} in ${seconds.toFixed(2)} s\n`,
      );
      if (options.verify)
        context.log(`All ${verified} files are present and have the right size\n`);
      context.log(`Build ${id} is in ${path.relative(context.root, out) || out}\n`);
    }
    return 0;
  } catch (error) {
    clear();
    if (options.json && error instanceof ToolkitError) {
      const { code, params, location, message, problems } = error;
      context.print(
        `${JSON.stringify({ ok: false, code, params, message, location, problems })}\n`,
      );
      return context.signal.aborted ? 130 : 1;
    }
    throw error;
  }
}

function merge(context: Context, options: Options): ExitCode {
  const out = path.resolve(context.root, options.out ?? "dist");
  const folders = options.folders.map((folder) => path.resolve(context.cwd, folder));
  const { id, files } = mergeShards({ root: context.root, out, folders });
  if (options.json) context.print(`${JSON.stringify({ ok: true, id, files })}\n`);
  else
    context.log(
      `${files} files of ${folders.length} parts. Build ${id} is in ${path.relative(context.root, out)}\n`,
    );
  return 0;
}
