// Measures pages in a browser beside the same pages of other generators. See README.md beside this file.
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { cloneTree } from "#cli/files/files.ts";
import { type Preview, startPreview } from "#cli/preview/serve.ts";
import { CONDITIONS, startBrowser } from "./browser.ts";
import { runLighthouse } from "./lighthouse.ts";
import { type BenchPage, fileOf, pagesOf, readPages, writeSource } from "./pages.ts";
import { buildPeer, PEERS } from "./peers.ts";
import { tableOf } from "./table.ts";
import { measureOpening } from "./opening.ts";
import { openShotSite } from "./shot-site.ts";
import { measureWorking } from "./working.ts";
import { measureTasks } from "./tasks.ts";
import { type Sample, visit, visitAtFullSpeed, VisitError } from "./visit.ts";

const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : (process.argv[at + 1] ?? fallback);
};
const rounds = Number(option("rounds", "5"));
const tool = option("tool", "ai-text-to-speech");
const work = path.resolve(option("work", path.join(os.tmpdir(), "toolkit-bench-page")));
const built = path.resolve(option("dist", path.join(import.meta.dirname, "../../dist")));
const only = option("pages", "");
const selected = option("peers", PEERS.map(({ id }) => id).join()).split(",");
const withHaste = process.argv.includes("--haste");
/** The contestant that all others are compared with. */
const REFERENCE = "vite";
/** What opens the workspace or, where a page has no way to it, another dialog. */
const OPENERS = ['[data-open="workspace"]', "[data-zone-open]", "[data-open]"];

const say = (text: string): void => void process.stderr.write(`${text}\n`);
const stop = new AbortController();
process.once("SIGINT", () => stop.abort(new Error("Stopped")));

interface Contestant {
  readonly id: string;
  readonly folder: string;
  readonly server: Preview;
  readonly addressOf: (page: BenchPage) => string;
  readonly samples: Map<string, Sample[]>;
}

const servers: Preview[] = [];
const serve = async (folder: string): Promise<Preview> => {
  const { signal } = stop;
  const server = await startPreview({ root: folder, trailingSlash: false, port: 0, signal });
  servers.push(server);
  return server;
};

/** Sizes of the files of a folder, compressed once. */
function createGzipSizes(folder: string): (file: string) => number {
  const known = new Map<string, number>();
  return (file) => {
    let size = known.get(file);
    if (size === undefined) {
      const target = path.join(folder, decodeURIComponent(file));
      size = fs.existsSync(target) ? gzipSync(fs.readFileSync(target), { level: 9 }).length : 0;
      known.set(file, size);
    }
    return size;
  };
}

/** A visit may fail once, on a busy machine. */
const again = <T>(work: () => Promise<T>): Promise<T> =>
  work().catch((error: unknown) => {
    if (!(error instanceof VisitError)) throw error;
    return work();
  });

/** Where two texts part. */
function differenceOf(a: string, b: string): string {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  const [ours, theirs] = [a, b].map((text) => JSON.stringify(text.slice(at, at + 60)));
  return a === b ? "language, direction or kind" : `${ours} is ${theirs} there`;
}

if (!fs.existsSync(built)) throw new Error(`There is no ${built}. Build the site first`);
fs.mkdirSync(work, { recursive: true });
// A copy: a build meanwhile does not change what is measured.
const dist = path.join(work, "ours");
fs.rmSync(dist, { recursive: true, force: true });
try {
  cloneTree(fs.realpathSync(built), dist);
} catch {
  // Another file system: no hard links.
  fs.rmSync(dist, { recursive: true, force: true });
  fs.cpSync(fs.realpathSync(built), dist, { recursive: true });
}

if (process.argv.includes("--lighthouse")) {
  const server = await serve(dist);
  const input = { url: server.url, tool, work, rounds: Number(option("rounds", "1")) };
  console.log(`\n${await runLighthouse(input, say, stop.signal)}`);
  await server.close();
  process.exit();
}

if (process.argv.includes("--tasks")) {
  const server = await serve(dist);
  const watched = await startBrowser();
  const routes = ["/", `/${tool}`, "/pricing", "/subscription", "/use-history", "/terms-policy"];
  console.log(`\n${await measureTasks(watched, { url: server.url, routes, rounds }, stop.signal)}`);
  await Promise.all([watched.close(), server.close()]);
  process.exit();
}

if (process.argv.includes("--opening")) {
  const server = await serve(dist);
  const watched = await startBrowser();
  const withTraces = process.argv.includes("--traces");
  const input = { url: `${server.url}/${tool}`, rounds, work, withTraces };
  console.log(`\n${await measureOpening(watched, input, stop.signal)}`);
  await Promise.all([watched.close(), server.close()]);
  process.exit();
}

if (process.argv.includes("--working")) {
  const site = await openShotSite(path.resolve(import.meta.dirname, "../.."), dist);
  const watched = await startBrowser();
  const seconds = Number(option("seconds", "60"));
  console.log(`\n${await measureWorking(watched, { site, rounds, seconds, only }, stop.signal)}`);
  await Promise.all([watched.close(), site.close()]);
  process.exit();
}

const pages = pagesOf(tool).filter(({ id }) => only === "" || only.split(",").includes(id));
const browser = await startBrowser();
const leftOut: string[] = [];
try {
  const read = await readPages(
    browser,
    pages.map((page) => fileOf(dist, page.path)),
  );
  const source = path.join(work, "source");
  fs.rmSync(source, { recursive: true, force: true });
  writeSource(
    source,
    dist,
    pages.map(({ id }, at) => ({ id, read: read[at]! })),
  );
  const contestants: Contestant[] = [
    {
      id: "ours",
      folder: dist,
      server: await serve(dist),
      addressOf: (page) => page.path,
      samples: new Map(),
    },
  ];
  for (const peer of PEERS.filter(({ id }) => selected.includes(id))) {
    say(`${peer.id}: building …`);
    try {
      const ids = pages.map(({ id }) => id);
      const folder = await buildPeer(peer, { source, work, ids }, stop.signal);
      const found = await readPages(
        browser,
        ids.map((id) => fileOf(folder, id)),
      );
      found.forEach(({ text, dir, lang, kind, styles }, at) => {
        const same = read[at]!;
        const missing = same.styles.filter((style) => !styles.includes(style));
        if (missing.length > 0) throw new Error(`${ids[at]} lacks ${missing.join(", ")}`);
        if ([text, dir, lang, kind].join() !== [same.text, same.dir, same.lang, same.kind].join())
          throw new Error(`${ids[at]} is another page than ours: ${differenceOf(same.text, text)}`);
      });
      contestants.push({
        id: peer.id,
        folder,
        server: await serve(folder),
        addressOf: (page) => `/${page.id}`,
        samples: new Map(),
      });
    } catch (error) {
      stop.signal.throwIfAborted();
      leftOut.push(`${peer.id}: ${(error as Error).message}`);
      say(`${peer.id} is left out: ${(error as Error).message}`);
    }
  }

  const sizes = new Map(contestants.map(({ id, folder }) => [id, createGzipSizes(folder)]));
  // The first round fills the caches of servers and browser, and is not counted.
  for (let round = 0; round <= rounds; round++)
    for (const page of pages) {
      say(`${round === 0 ? "warm-up" : `round ${round} of ${rounds}`}: ${page.id} …`);
      const shift = round % contestants.length;
      for (const contestant of [...contestants.slice(shift), ...contestants.slice(0, shift)]) {
        const { id, server, addressOf, samples } = contestant;
        stop.signal.throwIfAborted();
        try {
          const url = server.url + addressOf(page);
          const gzipOf = sizes.get(id)!;
          const input = { url, gzipOf, language: page.language, openers: OPENERS };
          if (round === 0) await again(() => visitAtFullSpeed(browser, input));
          else {
            const sample = await again(() => visit(browser, input, withHaste));
            samples.set(page.id, [...(samples.get(page.id) ?? []), sample]);
          }
        } catch (error) {
          if (!(error instanceof VisitError)) throw error;
          leftOut.push(`${id}, ${page.id}: ${error.message}`);
          contestants.splice(contestants.indexOf(contestant), 1);
          if (id === "ours") throw error;
        }
      }
    }

  const { cpu, latency, down, up } = CONDITIONS;
  const kilobits = (bytes: number): string => ((bytes * 8) / 1000).toFixed(0);
  console.log(
    `\n${browser.version()}, ${rounds} rounds, medians, in brackets × ${REFERENCE}; ` +
      `CPU ${cpu} × slower, ${latency} ms, ${kilobits(down)} kbit/s down, ${kilobits(up)} up; ` +
      `load of the machine ${os.loadavg()[0]!.toFixed(2)} on ${os.availableParallelism()} cores`,
  );
  for (const page of pages) {
    const results = contestants.map(({ id, samples }) => ({
      name: id,
      samples: samples.get(page.id) ?? [],
    }));
    console.log(`\n${page.id}\n\n${tableOf(results, REFERENCE)}`);
  }
  if (leftOut.length > 0) console.log(`\nLeft out:\n\n- ${leftOut.join("\n- ")}`);
} finally {
  await Promise.all([browser.close(), ...servers.map((server) => server.close())]);
}
