// Holds the built site to the budgets of size-budgets.json: what a visitor loads with a page of each
// kind, and what the service worker caches for those who only read, compressed. Files that earlier
// builds left in dist/ do not count: only what pages name does.
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const option = (name, otherwise) => {
  const at = process.argv.indexOf(name);
  return at > 0 ? process.argv[at + 1] : otherwise;
};
const root = option("--root", dirname(dirname(fileURLToPath(import.meta.url))));
const dist = join(root, option("--out", "dist"));
const budgets = JSON.parse(readFileSync(join(root, "size-budgets.json"), "utf8"));

if (!existsSync(dist)) {
  process.stderr.write("There is no built site: run toolkit build first.\n");
  process.exit(1);
}

const sizes = new Map();
const gzipSize = (file) => {
  let size = sizes.get(file);
  if (size === undefined)
    sizes.set(file, (size = gzipSync(readFileSync(file), { level: 9 }).length));
  return size;
};

const KINDS = new Map([
  ["css", "styles"],
  ["js", "scripts"],
  ["woff2", "fonts"],
]);

/** Addresses of a page's scripts, styles and fonts: `[scripts | styles | fonts, path]`. */
function* assetsOf(html) {
  for (const [tag] of html.matchAll(/<(?:link|script)\b[^<>]*>/g)) {
    const address = /\s(?:src|href)="(\/[^"]+\.(?:js|css|woff2))"/.exec(tag)?.[1];
    if (!address) continue;
    yield [KINDS.get(address.slice(address.lastIndexOf(".") + 1)), address];
  }
}

/** The largest value of each measure, with the page that has it. */
const found = new Map();
const note = (measure, size, page) => {
  if (size > (found.get(measure)?.size ?? -1)) found.set(measure, { size, page });
};

/** Bytes of the scripts that hydration loads: the page's own, the application, what both import; null without one. */
const shells = new Map();
function shellOf(address) {
  if (shells.has(address)) return shells.get(address);
  const seen = new Set();
  const visit = (file) => {
    if (seen.has(file) || !existsSync(file)) return;
    seen.add(file);
    const code = readFileSync(file, "utf8");
    for (const [, name] of code.matchAll(/(?:from|import)\s*["'`]\.\/([\w.-]+\.js)["'`]/g))
      visit(join(dirname(file), name));
  };
  const first = join(dist, address);
  visit(first);
  const start = /import\(["'`]\.\/((?:start|application)-[\w-]+\.js)["'`]\)/.exec(
    readFileSync(first, "utf8"),
  )?.[1];
  if (!start) return null;
  visit(join(dirname(first), start));
  shells.set(
    address,
    [...seen].reduce((sum, script) => sum + gzipSize(script), 0),
  );
  return shells.get(address);
}

const pages = readdirSync(dist, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith(".html"))
  .map((entry) => join(entry.parentPath, entry.name))
  .sort();
for (const file of pages) {
  const html = readFileSync(file, "utf8");
  const kind = /<body(?=[^<>]*\sdata-kind="([^"]+)")/.exec(html)?.[1] ?? "other";
  // Development builds alone have this page.
  if (kind === "kitchen-sink") continue;
  const page = file.slice(dist.length + 1);
  note(`html ${kind}`, gzipSize(file), page);
  let scripts = 0;
  let fonts = 0;
  for (const [type, address] of assetsOf(html)) {
    // A locale with a domain has the files in its own folder, which is the root there.
    const asset = [dist, join(dist, page.split(/[\\/]/)[0])]
      .map((folder) => join(folder, address))
      .find((candidate) => existsSync(candidate));
    if (!asset) {
      process.stderr.write(`${page}: ${address} does not exist.\n`);
      process.exitCode = 1;
    } else if (type === "scripts") {
      scripts += gzipSize(asset);
      const shell = address.includes("/client-") ? shellOf(address) : null;
      if (shell !== null) note("scripts hydrated", shell, page);
    } else if (type === "fonts") fonts += readFileSync(asset).length;
    else
      note(
        address.includes("/style-shared-") ? "style shared" : "style kind",
        gzipSize(asset),
        page,
      );
  }
  note("scripts", scripts, page);
  note("fonts", fonts, page);
}

const latest = join(dist, "builds/latest.json");
if (existsSync(latest)) {
  const { id } = JSON.parse(readFileSync(latest, "utf8"));
  const meta = join("builds/meta", `${id}.json`);
  const { shared } = JSON.parse(readFileSync(join(dist, meta), "utf8")).offline;
  const files = shared.map((address) => join(dist, address)).filter((file) => existsSync(file));
  note(
    "offline shared",
    files.map(gzipSize).reduce((sum, size) => sum + size, 0),
    meta,
  );
}

const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
for (const [measure, { size, page }] of rows) {
  const limit = budgets[measure];
  const over = limit === undefined || size > limit;
  if (over) process.exitCode = 1;
  const budget = limit === undefined ? "no budget" : `of ${limit}`;
  process.stdout.write(
    `${over ? "OVER" : "ok  "}  ${measure.padEnd(18)} ${String(size).padStart(6)} ${budget.padEnd(10)}  ${page}\n`,
  );
}
for (const measure of Object.keys(budgets))
  if (!found.has(measure)) {
    process.stderr.write(`size-budgets.json: no page has "${measure}".\n`);
    process.exitCode = 1;
  }
