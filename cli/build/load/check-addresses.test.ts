import fs from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { configSchema } from "#core/site/config.ts";
import { makeSite, removeSites, siteFiles } from "#tests/fixtures/checked-site.ts";
import { run } from "#tests/fixtures/run-toolkit.ts";
import { checkDomains, checkRedirects } from "./check-addresses.ts";

afterAll(removeSites);

const site = { name: "S", origin: "https://s.example", contact: "c" };
const language = (code: string, domain?: string) => ({
  code,
  language: code,
  name: code,
  endonym: code,
  ...(domain !== undefined && { domain }),
});
const configOf = (more: object) => configSchema.parse({ site, ...more });

it.each([
  [["https://s.example"], ["locales.1.domain: s.example is the host of site.origin"]],
  [["http://S.example:80"], ["locales.1.domain: s.example is the host of site.origin"]],
  [
    ["https://x.example", "https://X.example:443"],
    ["locales.2.domain: x.example is the host of the language la"],
  ],
  [["https://ü.example", "https://xn--tda.example"], [expect.stringMatching(/^locales\.2/)]],
  [["https://x.example", "https://y.example", "https://x.example:8443"], []],
])("LOC-3 languages with the domains %j: %j", (domains, expected) => {
  const locales = [
    language("en"),
    ...domains.map((domain, at) => language(`l${"abc"[at]}`, domain)),
  ];
  const faults = checkDomains(configOf({ locales })).map(
    ({ path: at, expected: why }) => `${at.join(".")}: ${why}`,
  );
  expect(faults).toEqual(expected);
});

it("TLS-18 the default language has no domain of its own beside the site's", () => {
  const locales = [language("en", "https://x.example"), language("la")];
  expect(checkDomains(configOf({ locales }))).toEqual([
    { path: ["locales", 0, "domain"], expected: expect.stringContaining("site.origin") as unknown },
  ]);
});

it.each(["\u200b", "\u202e", "\u2066"])("TLS-18 no redirect leads to an unseen %j", (unseen) => {
  expect(() => configOf({ redirects: [{ from: "/a", to: `/b${unseen}` }] })).toThrow("invisible");
});

type Rule = { from: string; to?: string; status?: number };
const faultsOf = (redirects: readonly Rule[]): string[] =>
  checkRedirects(configOf({ redirects })).map(
    ({ path: at, expected }) => `${at.slice(1).join(".")}: ${expected}`,
  );

it.each<[Rule[], RegExp | undefined]>([
  [[{ from: "/a", to: "/b" }], undefined],
  [[{ from: "/a", to: "/a" }], /^0: \/a is redirected to itself/],
  [[{ from: "/a", to: "/a/" }], /itself/],
  [[{ from: "/a/", to: "/a#top" }], /itself/],
  [[{ from: "/a", to: "/a?x=1" }], /itself/],
  [[{ from: "/ü", to: "/%C3%BC" }], /itself/],
  [[{ from: "/a", to: "https://s.example/a" }], /itself/],
  [[{ from: "/a", to: "https://other.example/a" }], undefined],
  [[{ from: "/A", to: "/a" }], undefined],
  [[{ from: "/a/*", to: "/a/b" }], /itself/],
  [[{ from: "/a/*", to: "/a/b/:splat" }], /itself/],
  [[{ from: "/*", to: "/soon" }], /itself/],
  [[{ from: "/a/*", to: "/b/:splat" }], undefined],
  [[{ from: "/:x/old", to: "/:x/new" }], undefined],
  [
    [
      { from: "/a", to: "/b" },
      { from: "/b", to: "/a" },
    ],
    /circle, with rule 2/,
  ],
  [
    [
      { from: "/a", to: "/b/c" },
      { from: "/b/*", to: "/a" },
    ],
    /circle/,
  ],
  [
    [
      { from: "/a", to: "/b" },
      { from: "/b", to: "/c" },
    ],
    undefined,
  ],
  [
    [
      { from: "/a", to: "/b" },
      { from: "/a", to: "/c" },
    ],
    /^1\.from: rule 1 is from \/a already/,
  ],
  [
    [
      { from: "/ü", to: "/b" },
      { from: "/%C3%BC", to: "/c" },
    ],
    /^1\.from/,
  ],
  [
    [
      { from: "/a", status: 410 },
      { from: "/a", to: "/b" },
    ],
    /^1\.from/,
  ],
  [
    [
      { from: "/a/", to: "/b" },
      { from: "/a", to: "/c" },
    ],
    /^1\.from: rule 1 is from \/a\/ already/,
  ],
  [[{ from: "/robots.txt", to: "/b" }], /^0\.from: \/robots\.txt is a file that the build writes/],
  [[{ from: "/%73itemap.xml/", status: 410 }], /^0\.from: \/sitemap\.xml is a file/],
  [[{ from: "/assets/*", to: "/b" }], /^0\.from: \/assets\/\* is a file that the build writes/],
  [[{ from: "/assets/entry-1.js", to: "/b" }], /^0\.from: \/assets\/entry-1\.js is a file/],
  [[{ from: "/builds/x", to: "/b" }], /^0\.from: \/builds\/x is a file/],
  [[{ from: "/favicon.svg", to: "/b" }], /^0\.from: \/favicon\.svg is a file/],
  [[{ from: "/favicon.ico", to: "/favicon.svg" }], undefined],
  [[{ from: "/assets-of-old", to: "/b" }], undefined],
  [[{ from: "/a/index.html", to: "/b" }], undefined],
  [[{ from: "/a", status: 410 }], undefined],
  [[{ from: "/a%zz", to: "/b" }], /^0: .*escape/],
  [[{ from: "/*/*", to: "/b" }], /^0: /],
  [[{ from: "/a", to: "/:x" }], /^0: .*":x" is not in the path/],
])("RTE-4 the redirects %j are judged: %s", (rules, expected) => {
  const faults = faultsOf(rules);
  if (expected === undefined) expect(faults).toEqual([]);
  else expect(faults).toEqual([expect.stringMatching(expected)]);
});

it.each([
  ["/files/price%20list.pdf", "/files/price list.pdf"],
  ["/files/*", "/files/price list.pdf"],
  ["/files/:name", "/files/price list.pdf"],
  ["/old/*", undefined],
  ["/files", undefined],
])("RTE-4 a redirect over a file of the site is refused at its line: %s", async (from, file) => {
  const files = siteFiles();
  files["public/files/price list.pdf"] = "%PDF-";
  const config = files["toolkit.config.ts"]!;
  const rule = `{ from: ${JSON.stringify(from)}, to: "/alpha" }`;
  files["toolkit.config.ts"] = config.replace(/redirects: \[/, `redirects: [\n    ${rule},`);
  const { code, out } = await run(makeSite(files), ["check", "--no-site"]);
  const lines = out.split("\n").filter((line) => line.includes("CONFIG_INVALID"));
  if (file === undefined) return expect(lines).toEqual([]);
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(
      /^toolkit\.config\.ts:\d+:\d+ error: .*the file public\/files\/price list\.pdf/,
    ),
  ]);
});

it("RTE-4 rules without a fault lead every address to an end, and rules with a circle do not", () => {
  const address = fc.constantFrom("/a", "/b", "/c", "/d");
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.record({ from: address, to: address }), { selector: ({ from }) => from }),
      (rules) => {
        const ends = rules.every(({ from }) => {
          let at: string | undefined = from;
          for (let step = 0; at !== undefined && step <= rules.length; step++)
            at = rules.find((rule) => rule.from === at)?.to;
          return at === undefined;
        });
        expect(faultsOf(rules).length === 0).toBe(ends);
      },
    ),
  );
});

it("RTE-4 the time to follow redirects grows with their number, not with its square", () => {
  const timeOf = (count: number): number => {
    const redirects = Array.from({ length: count }, (_, at) => ({
      from: `/p${at}`,
      to: `/p${at + 1}`,
    }));
    const config = configOf({ redirects });
    const times = [1, 2, 3].map(() => {
      const { user } = process.threadCpuUsage();
      expect(checkRedirects(config)).toEqual([]);
      return process.threadCpuUsage().user - user;
    });
    return Math.min(...times);
  };
  timeOf(2000);
  expect(timeOf(32_000)).toBeLessThan(10 * Math.max(timeOf(8000), 1000));
});

it.each([
  ['from: "/alpha", to: "/beta"', "/alpha is the address of a page"],
  ['from: "/alpha/", to: "/beta"', "/alpha is the address of a page"],
  ['from: "/de/alpha", to: "/beta"', "/de/alpha is the address of a page"],
  ['from: "/de/*", to: "/beta"', "is the address of a page"],
  ['from: "/older", to: "/beta"', undefined],
  ['from: "/en/alpha", to: "/beta"', undefined],
])("RTE-4 a redirect over a page is refused at its line: %s", async (rule, expected) => {
  const files = siteFiles();
  files["toolkit.config.ts"] = files["toolkit.config.ts"]!.replace(
    /redirects: \[/,
    `redirects: [\n    { ${rule} },`,
  );
  expect(files["toolkit.config.ts"]).toContain(rule);
  const { code, out } = await run(makeSite(files), ["check", "--no-site"]);
  const lines = out.split("\n").filter((line) => line.includes("CONFIG_INVALID"));
  if (expected === undefined) return expect(lines).toEqual([]);
  expect(code).toBe(1);
  expect(lines).toEqual([
    expect.stringMatching(/^toolkit\.config\.ts:\d+:\d+ error: redirects\.0/),
  ]);
  expect(lines[0]).toContain(expected);
});

it("CLI-11 `init` takes the origins that the configuration takes, and writes them normalized", async () => {
  const outer = makeSite({});
  const idn = await run(outer, ["init", "idn", "--origin", "HTTPS://Müller.Example:443"]);
  expect(idn.code).toBe(0);
  expect(fs.readFileSync(path.join(outer, "idn/toolkit.config.ts"), "utf8")).toContain(
    'origin: "https://xn--mller-kva.example"',
  );
  for (const wrong of [
    "https://u:p@a.example",
    "https://a.example?x",
    "https://a;b",
    "https://a b",
  ])
    expect((await run(outer, ["init", "no", "--origin", wrong])).code, wrong).toBe(2);
});
