// From an empty folder to a built site, with this program's starter and with others. See README.md beside this file.
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";

const option = (name: string): string | undefined => {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
};
const HOME = path.resolve(import.meta.dirname, "../..");
const work = fs.mkdtempSync(path.join(option("work") ?? os.tmpdir(), "toolkit-bench-starters-"));
const only = option("only")?.split(",");

interface Step {
  /** What a person types. */
  readonly command: string;
  /** What answers the questions that it asks on a terminal. */
  readonly answers?: string;
  /** Prompts that a person answers. */
  readonly prompts?: number;
}

interface Starter {
  readonly name: string;
  /** Folder of the site, below the one that the steps begin in. */
  readonly site: string;
  readonly steps: readonly Step[];
  /** Files that a person writes by hand. */
  readonly files?: Readonly<Record<string, string>>;
  /** Where the built site is. */
  readonly out: string;
}

/** The program as it is packed, or the tarball that was named. */
function tarball(): string {
  const named = option("tarball");
  if (named !== undefined) return path.resolve(named);
  const [{ filename }] = JSON.parse(
    spawnSync("npm", ["pack", "--json", "--pack-destination", work], {
      cwd: HOME,
      encoding: "utf8",
      stdio: ["ignore", "pipe", "inherit"],
    }).stdout,
  ) as [{ filename: string }];
  return path.join(work, filename);
}

const inSite = (command: string): Step => ({ command: `cd my-site && ${command}` });
/** Without a project: npm installs the program for this one command. */
const INIT = {
  command: `npx --yes --package=${JSON.stringify(tarball())} toolkit init my-site --languages en,de --no-input`,
};
const TOOL = "--menu 1 --group edit --cost free --locales all";
const STARTERS: readonly Starter[] = [
  {
    name: "toolkit",
    site: "my-site",
    steps: [INIT, inSite("npm install"), inSite("npm run build")],
    out: "dist",
  },
  {
    name: "toolkit, with a tool, a panel, an effect and a language of one's own, checked",
    site: "my-site",
    steps: [
      INIT,
      inSite("npm install"),
      inSite("npx --no toolkit new effect soft-clip"),
      inSite(`npx --no toolkit new tool soft-clipper --panel soft-clip --preset soft-clip ${TOOL}`),
      inSite("npx --no toolkit new locale sv"),
      inSite("npm test"),
    ],
    out: "dist",
  },
  {
    // `npm create astro` loads its template from GitHub; where that cannot be reached, its
    // documents' way by hand is measured, with the page of the template "minimal".
    name: "Astro, by hand",
    site: ".",
    steps: [
      { command: "npm init --yes" },
      { command: "npm install astro" },
      { command: "npx astro build" },
    ],
    files: {
      "src/pages/index.astro":
        '---\n---\n<html lang="en"><head><meta charset="utf-8" /><title>Astro</title></head><body><h1>Astro</h1></body></html>\n',
      "astro.config.mjs":
        'import { defineConfig } from "astro/config";\nexport default defineConfig({});\n',
      "tsconfig.json": '{ "extends": "astro/tsconfigs/base" }\n',
    },
    out: "dist",
  },
  {
    name: "VitePress",
    site: ".",
    steps: [
      { command: "npm init --yes" },
      { command: "npm add -D vitepress" },
      { command: "npx vitepress init", answers: "\r", prompts: 6 },
      { command: "npm run docs:build" },
    ],
    out: ".vitepress/dist",
  },
];

interface Sample {
  readonly wall: number;
  /** Seconds of processor time. */
  readonly cpu: number;
}

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** @throws where the command fails */
function take({ command, answers }: Step, cwd: string): Sample {
  const timeFile = path.join(work, "time");
  // A key a second: prompts that are not there yet get none.
  const keys = `for i in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do sleep 1; printf ${quote(answers ?? "")}; done`;
  const run =
    answers === undefined ? command : `(${keys}) | script -qefc ${quote(command)} /dev/null`;
  const { status, stdout, stderr } = spawnSync(
    "bash",
    [
      "-c",
      `TIMEFORMAT='%R %U %S'; { time { ${run} ; } 1>&3 2>&4 ; } 3>&1 4>&2 2>${quote(timeFile)}`,
    ],
    { cwd, encoding: "utf8", env: { ...process.env, CI: "1", NO_COLOR: "1" } },
  );
  if (status !== 0) throw new Error(`${command}\n${stdout}\n${stderr}`);
  const [wall = 0, user = 0, system = 0] = fs.readFileSync(timeFile, "utf8").split(" ").map(Number);
  return { wall, cpu: user + system };
}

/** Files below a folder, as a person sees them: without packages, what was built and caches. */
const writtenIn = (folder: string, out: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((file) => !/(^|\/)(node_modules|\.toolkit|\.astro|cache)\//.test(file))
    .filter((file) => !file.startsWith(`${out}/`) && file !== "package-lock.json");

/** Bytes below a folder. */
function sizeOf(folder: string): number {
  return fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, entry) => sum + fs.lstatSync(path.join(entry.parentPath, entry.name)).size, 0);
}

const rows = [
  [
    "starter",
    "commands",
    "prompts",
    "files by hand",
    "s",
    "CPU s",
    "files written",
    "MB installed",
    "pages",
  ],
];
for (const { name, site, steps, files = {}, out } of STARTERS) {
  if (only && !only.some((each) => name.toLowerCase().startsWith(each.toLowerCase()))) continue;
  const folder = fs.mkdtempSync(path.join(work, "site-"));
  process.stderr.write(`${name}\n`);
  const samples = steps.map((step, at) => {
    if (at === steps.length - 1)
      for (const [file, text] of Object.entries(files)) {
        fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
        fs.writeFileSync(path.join(folder, file), text);
      }
    const sample = take(step, folder);
    process.stderr.write(
      `  ${sample.wall.toFixed(1)} s, CPU ${sample.cpu.toFixed(1)} s  ${step.command}\n`,
    );
    return sample;
  });
  const root = path.join(folder, site);
  const built = fs.realpathSync(path.join(root, out));
  const pages = fs
    .readdirSync(built, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html")).length;
  const sum = (of: keyof Sample): string =>
    samples.reduce((total, sample) => total + sample[of], 0).toFixed(0);
  rows.push([
    name,
    String(steps.length),
    String(steps.reduce((total, { prompts = 0 }) => total + prompts, 0)),
    String(Object.keys(files).length),
    sum("wall"),
    sum("cpu"),
    String(writtenIn(root, out).length),
    (sizeOf(path.join(root, "node_modules")) / 1e6).toFixed(0),
    String(pages),
  ]);
}
fs.rmSync(work, { recursive: true, force: true });
const line = (cells: readonly string[]): string => `| ${cells.join(" | ")} |\n`;
process.stdout.write(
  line(rows[0]!) + line(rows[0]!.map(() => "---")) + rows.slice(1).map(line).join(""),
);
