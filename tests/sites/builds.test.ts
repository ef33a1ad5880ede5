import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { inLongRun } from "../left-out.ts";
import { type PathFilter, mayContain } from "#core/page/path-filter.ts";
import { run } from "../fixtures/run-toolkit.ts";
import { type TestSite, copyRuntime, makeSite } from "./site.ts";
import { differences } from "./tree.ts";

interface Meta {
  readonly id: string;
  readonly timestamp: number;
  readonly prerendered: PathFilter;
  readonly routeRules: object;
  readonly assets: readonly string[];
}
const json = <T>(site: TestSite, file: string): T => JSON.parse(site.read(`dist/${file}`)) as T;
const list = (site: TestSite, folder: string): string[] =>
  fs.readdirSync(path.join(site.out, folder)).sort();

it("NAV-10 latest.json contains the build's id and time, and its meta file the routes", async () => {
  const site = makeSite();
  site.edit("content/tools/beta.md", "2026-01-02", "2026-05-06");
  site.configure(({ redirects }) => redirects.push({ from: "/old", to: "/beta" }));
  const { id } = await site.build();
  const timestamp = Date.UTC(2026, 4, 6);
  expect(json(site, "builds/latest.json")).toEqual({ id, timestamp });
  const meta = json<Meta>(site, `builds/meta/${id}.json`);
  expect(meta).toMatchObject({ id, timestamp });
  for (const path of ["/", "/de", "/alpha", "/gamma", "/terms"])
    expect(mayContain(meta.prerendered, path)).toBe(true);
  expect(mayContain(meta.prerendered, "/gone")).toBe(false);
  expect(meta.routeRules).toEqual(
    Object.fromEntries(
      ["", "/de", "/fr"].map((prefix) => [
        `${prefix}/old`,
        { redirect: { to: `${prefix}/beta`, statusCode: 301 } },
      ]),
    ),
  );
  expect([...meta.assets].sort()).toEqual(list(site, "assets").map((name) => `assets/${name}`));
});

it("NAV-10 equal input has an equal id, other input another one", async () => {
  const site = makeSite();
  const ids = [(await site.build()).id];
  expect((await site.copy().build()).id).toBe(ids[0]);
  const other = copyRuntime();
  fs.appendFileSync(path.join(other, "header.module.css"), ".more { color: #444; }\n");
  const changes = [
    () => site.edit("content/tools/gamma.md", "Text of", "Words of"),
    () => site.edit("locales/de/site.json", "Building", "Im Bau"),
    () => site.edit("locales/de/tools/beta.md", "Siehe", "Vergleiche"),
    () => site.configure(({ plans }) => (plans.list[0]!.monthly = 10)),
    () => {
      site.remove("runtime");
      fs.symlinkSync(other, site.path("runtime"));
    },
  ];
  for (const change of changes) {
    change();
    ids.push((await site.build()).id);
    expect((await site.copy().build()).id).toBe(ids.at(-1));
  }
  expect(new Set(ids).size).toBe(ids.length);
});

/** A site whose code changes from build to build, with the builds' ids and files. */
function makeHistory(site: TestSite, count: number) {
  const runtimes = Array.from({ length: count }, (_, at) => {
    const runtime = copyRuntime();
    for (const styles of ["header.module.css", "pages/tool.module.css"])
      fs.appendFileSync(path.join(runtime, styles), `.more { order: ${at}; }\n`);
    fs.appendFileSync(path.join(runtime, "entry-client.ts"), `console.warn(${at});\n`);
    return runtime;
  });
  /** Publishes the site with one of the versions of its code. */
  return async (version: number, options: { clean?: boolean } = {}) => {
    site.remove("runtime");
    fs.symlinkSync(runtimes[version]!, site.path("runtime"));
    const { id } = await site.build(options);
    expect(differences(site.tree(), await site.cold())).toEqual([]);
    return { id, assets: json<Meta>(site, `builds/meta/${id}.json`).assets };
  };
}

const isThere = (site: TestSite, { id, assets }: { id: string; assets: readonly string[] }) =>
  [`builds/meta/${id}.json`, ...assets].map((file) => fs.existsSync(path.join(site.out, file)));

it("NAV-10 the scripts of the last three builds stay, and older ones go", async () => {
  const site = makeSite();
  const publish = makeHistory(site, 7);
  const builds: { id: string; assets: readonly string[] }[] = [];
  for (let version = 0; version < 7; version++) {
    builds.push(await publish(version));
    builds.forEach((build, at) => {
      const [meta, ...assets] = isThere(site, build);
      expect(meta).toBe(version - at <= 3);
      expect(new Set(assets)).toEqual(new Set([version - at <= 3]));
    });
  }
  expect(new Set(builds.flatMap(({ assets }) => assets)).size).toBe(
    builds.flatMap(({ assets }) => assets).length,
  );
});

it("NAV-10 files shared with an earlier build stay as long as either build remains", async () => {
  const site = makeSite();
  const publish = makeHistory(site, 2);
  const first = await publish(0);
  for (let version = 0; version < 6; version++) {
    site.write("public/file.txt", `${version}`);
    site.edit("content/tools/gamma.md", "Text", `Text ${version}`);
    const build = await publish(version % 2);
    expect(isThere(site, build)).not.toContain(false);
    expect(list(site, "builds/meta").length).toBeLessThanOrEqual(4);
  }
  expect(isThere(site, first)[0]).toBe(false);
  expect(isThere(site, first).slice(1)).not.toContain(false);
});

it(
  "NAV-10 the build before the last one stays, though it is an older one that came back",
  inLongRun,
  async () => {
    const site = makeSite();
    const publish = makeHistory(site, 6);
    const first = await publish(0);
    for (const version of [1, 2, 3]) await publish(version);
    await publish(0);
    for (const version of [4, 5]) {
      await publish(version);
      expect(isThere(site, first)).not.toContain(false);
    }
  },
);

it("NAV-10 scripts of earlier builds stay when nothing is known of the build before", async () => {
  const site = makeSite();
  const publish = makeHistory(site, 3);
  const builds = [await publish(0), await publish(1)];
  builds.push(await publish(2, { clean: true }));
  for (const build of builds) expect(isThere(site, build)).not.toContain(false);
  fs.rmSync(path.join(site.work, "cache/state.json"));
  await publish(1);
  for (const build of builds) expect(isThere(site, build)).not.toContain(false);
});

it("NAV-10 a locale with a domain has all of it below its own root", async () => {
  const site = makeSite();
  site.configure(({ locales }) => Object.assign(locales[2]!, { domain: "https://fixture.fr" }));
  const publish = makeHistory(site, 2);
  for (const version of [0, 1]) {
    site.write("public/file.txt", `${version}`);
    await publish(version);
    for (const folder of ["assets", "builds/meta"])
      expect(list(site, `fr/${folder}`)).toEqual(list(site, folder));
    expect(site.read("dist/fr/builds/latest.json")).toBe(site.read("dist/builds/latest.json"));
    // Pages of all locales lead to files of `public/`.
    expect(site.read("dist/fr/file.txt")).toBe(`${version}`);
  }
});

it("NAV-3 a build reports removed addresses, once for all languages, until a rule covers them", async () => {
  const site = makeSite();
  site.write(
    "content/tools/extra.md",
    site
      .read("content/tools/alpha.md")
      .replace("slug: alpha", "slug: extra")
      .replace(/^(title|description): /gm, "$1: Extra "),
  );
  await site.build();
  const removed = async (): Promise<unknown[]> =>
    (await site.build()).problems
      .filter(({ code }) => code === "PAGE_GONE")
      .map(({ params }) => params);
  const text = site.read("content/tools/extra.md");
  site.remove("content/tools/extra.md");
  expect(await removed()).toEqual([{ path: "/extra", others: 0 }]);
  expect(site.has("dist/de/extra/index.html")).toBe(false);
  // The build after has nothing to say: the last list does not have the address any more.
  expect(await removed()).toEqual([]);
  for (const rule of [
    { from: "/extra", to: "/beta" },
    { from: "/extra", status: 410 as const },
  ]) {
    site.write("content/tools/extra.md", text);
    site.configure((config) => (config.redirects = []));
    await site.build();
    site.remove("content/tools/extra.md");
    site.configure((config) => config.redirects.push(rule));
    expect(await removed()).toEqual([]);
  }
  expect(site.read("dist/_redirects")).toContain("/extra /404.html 410\n/de/extra /404.html 410\n");
  expect(
    json<Meta>(site, `builds/meta/${json<Meta>(site, "builds/latest.json").id}.json`).routeRules,
  ).toEqual({});
  // A page that has moved as a whole is proposed where it is now.
  site.configure((config) => Object.assign(config, { prefixDefaultLocale: true }));
  expect(await removed()).toContainEqual({ path: "/beta", similar: "/en/beta", others: 0 });
});

it("CLI-4 check says that the site is older than its content, until it is built", async () => {
  const site = makeSite();
  await site.build();
  const old = async (): Promise<string[]> =>
    (await run(site.root, ["check"])).out.split("\n").filter((line) => line.endsWith("[SITE_OLD]"));
  expect(await old()).toEqual([]);
  const file = site.path("content/tools/beta.md");
  const later = new Date(Date.now() + 2000);
  fs.utimesSync(file, later, later);
  expect(await old()).toEqual([
    expect.stringMatching(/^content\/tools\/beta\.md:1:1 warning: .* changed after the last build/),
  ]);
  const now = new Date();
  fs.utimesSync(file, now, now);
  // Nothing in it has changed: the build writes no page, and has looked all the same.
  expect(await site.build()).toMatchObject({ rendered: 0 });
  expect(await old()).toEqual([]);
});
