// Times the dev servers of this program, Vite and Astro on one content. See README.md beside this file.
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import fs from "node:fs";
import { createServer, type AddressInfo } from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { generateSite } from "../build/generate.ts";

const HOME = path.resolve(import.meta.dirname, "../..");
const option = (name: string, fallback: string): string => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1]!;
};
const pages = Number(option("pages", "500"));
const rounds = Number(option("rounds", "3"));
// Below the project, so that its packages are found.
const work = path.resolve(option("work", path.join(HOME, ".toolkit/bench-dev")));
const site = path.join(work, `site-${pages}`);

interface Contestant {
  readonly name: string;
  readonly command: (port: number) => readonly string[];
  readonly cwd: string;
  /** What an earlier start has left. */
  readonly caches: readonly string[];
  readonly url: (slug: string) => string;
}

const node = process.execPath;
const astro = path.join(work, "astro");
const toolkit = (name: string, home: string): Contestant => ({
  name,
  command: (port) => [
    node,
    path.join(home, "bin/toolkit.mjs"),
    "dev",
    "--root",
    site,
    "--port",
    String(port),
    "--no-api",
  ],
  cwd: home,
  caches: [path.join(site, ".toolkit")],
  url: (slug) => `/de/${slug}`,
});
/** Another version of this program, with its packages, instead of the other programs. */
const against = option("against", "");
const others: readonly Contestant[] = [
  {
    name: "vite",
    command: () => [node, path.join(site, "vite-peer/server.js")],
    cwd: site,
    caches: [path.join(site, "vite-peer/.vite")],
    url: (slug) => `/de/${slug}`,
  },
  {
    name: "astro",
    command: (port) => [
      node,
      path.join(astro, "node_modules/astro/bin/astro.mjs"),
      "dev",
      "--port",
      String(port),
      "--host",
      "127.0.0.1",
    ],
    cwd: astro,
    caches: [
      path.join(astro, ".astro"),
      path.join(astro, "node_modules/.astro"),
      path.join(astro, "node_modules/.vite"),
    ],
    url: (slug) => `/de/${slug}`,
  },
];
const contestants = [
  toolkit("toolkit", HOME),
  ...(against === "" ? others : [toolkit("before", path.resolve(against))]),
];

interface Row {
  readonly name: string;
  readonly start: "cold" | "warm";
  /** Seconds from the start of the program to the page. */
  readonly first: number;
  /** Seconds from the written file to a page that shows it. */
  readonly edit: number;
  /** CPU seconds of the server until the first page. */
  readonly cpu: number;
  readonly mb: number;
}

function prepare(): void {
  fs.mkdirSync(work, { recursive: true });
  if (!fs.existsSync(path.join(site, "toolkit.config.ts"))) generateSite(site, pages);
  if (against !== "") return;
  fs.cpSync(path.join(import.meta.dirname, "peers/vite"), path.join(site, "vite-peer"), {
    recursive: true,
  });
  fs.cpSync(path.join(import.meta.dirname, "peers/astro"), astro, { recursive: true });
  if (fs.existsSync(path.join(astro, "node_modules/astro"))) return;
  const { status } = spawnSync("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts"], {
    cwd: astro,
    stdio: "inherit",
  });
  if (status !== 0) throw new Error("Astro could not be installed");
}

const freePort = (): Promise<number> =>
  new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });

const HERTZ = 100;
function usage(pid: number): { cpu: number; mb: number } {
  const stat = fs.readFileSync(`/proc/${pid}/stat`, "latin1");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  const pagesInUse = Number(fs.readFileSync(`/proc/${pid}/statm`, "latin1").split(" ")[1]);
  return {
    cpu: (Number(fields[11]) + Number(fields[12])) / HERTZ,
    mb: (pagesInUse * 4096) / 1024 / 1024,
  };
}

/** Asks until a page holds a text. @returns milliseconds since `since` */
async function untilShown(url: string, text: string, since: number): Promise<number> {
  for (;;) {
    const body = await fetch(url).then(
      (response) => response.text(),
      () => "",
    );
    if (body.includes(text)) return performance.now() - since;
    if (performance.now() - since > 600_000) throw new Error(`${url} never showed ${text}`);
    await wait(10);
  }
}

async function stop(child: ChildProcess): Promise<void> {
  const exited = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGINT");
  const timer = setTimeout(() => child.kill("SIGKILL"), 5000);
  await exited;
  clearTimeout(timer);
}

async function measure(contestant: Contestant, start: Row["start"]): Promise<Row> {
  if (start === "cold")
    for (const cache of contestant.caches) fs.rmSync(cache, { recursive: true, force: true });
  const slug = `tool-${String(Math.ceil(pages / 2)).padStart(4, "0")}`;
  const file = path.join(site, `locales/de/tools/${slug}.md`);
  const before = fs.readFileSync(file, "utf8");
  const heading = (JSON.parse(/^heading: (.*)$/m.exec(before)![1]!) as string) + "</h1>";
  const port = await freePort();
  const url = `http://127.0.0.1:${port}${contestant.url(slug)}`;
  const [program, ...args] = contestant.command(port);
  const since = performance.now();
  const child = spawn(program!, args, {
    cwd: contestant.cwd,
    stdio: "ignore",
    env: { ...process.env, PORT: String(port), BENCH_SITE: site, ASTRO_TELEMETRY_DISABLED: "1" },
  });
  try {
    const first = await untilShown(url, heading, since);
    const { cpu } = usage(child.pid!);
    await wait(3000);
    const edits: number[] = [];
    for (let turn = 0; turn < 3; turn++) {
      const mark = `Edited ${turn} ${Date.now()}`;
      const at = performance.now();
      fs.writeFileSync(file, before.replace(/^heading: .*$/m, `heading: ${JSON.stringify(mark)}`));
      edits.push(await untilShown(url, mark, at));
      await wait(500);
    }
    const { mb } = usage(child.pid!);
    edits.sort((a, b) => a - b);
    return { name: contestant.name, start, first: first / 1000, edit: edits[1]! / 1000, cpu, mb };
  } finally {
    fs.writeFileSync(file, before);
    await stop(child);
  }
}

prepare();
const rows: Row[] = [];
for (let round = 1; round <= rounds; round++)
  for (const contestant of contestants)
    for (const start of ["cold", "warm"] as const) {
      const row = await measure(contestant, start);
      rows.push(row);
      console.error(round, JSON.stringify(row));
    }

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;
console.log(`${pages * 14} pages, ${rounds} rounds, medians\n`);
console.log("| server | start | first page s | edit s | CPU s to the first page | MB |");
console.log("|---|---|---|---|---|---|");
for (const { name } of contestants)
  for (const start of ["cold", "warm"] as const) {
    const own = rows.filter((row) => row.name === name && row.start === start);
    const of = (key: "first" | "edit" | "cpu" | "mb", digits: number): string =>
      median(own.map((row) => row[key])).toFixed(digits);
    console.log(
      `| ${name} | ${start} | ${of("first", 2)} | ${of("edit", 3)} | ${of("cpu", 2)} | ${of("mb", 0)} |`,
    );
  }
