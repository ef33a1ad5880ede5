import { describe, expect, it } from "vitest";
import { configSchema, defineConfig, servicesOf, siteOf } from "./config.ts";

const site = { name: "S", origin: "https://s.example", contact: "c" };
const problems = (input: unknown): string[] =>
  configSchema
    .safeParse(input)
    .error?.issues.map(({ path, message }) => `${path.join(".")}: ${message}`) ?? [];

describe("the configuration", () => {
  it("LOC-1 needs nothing but the site's name, origin and contact", () => {
    const config = configSchema.parse({ site });
    expect(config.locales).toHaveLength(14);
    expect(config.defaultLocale).toBe("en");
    expect(config.prefixDefaultLocale).toBe(false);
    expect(config.analytics.enabled).toBe(false);
    expect(config.redirects).toEqual([]);
  });

  it("SEO-2 the default rating is 4.8 of 3750 ratings and 524 reviews, and can be turned off", () => {
    expect(configSchema.parse({ site }).seo.defaultRating).toEqual({
      value: 4.8,
      count: 3750,
      reviews: 524,
    });
    expect(configSchema.parse({ site, seo: { defaultRating: false } }).seo.defaultRating).toBe(
      false,
    );
  });

  it("USR-11 credits, packs and plans have the defaults of the product", () => {
    const { credits, plans } = configSchema.parse({ site });
    expect(credits.daily).toBe(3);
    expect(credits.packs.map(({ credits: count }) => count)).toEqual([60, 200, 600]);
    expect(plans.list.map(({ name, creditsPerMonth }) => [name, creditsPerMonth])).toEqual([
      ["Basic", 200],
      ["Pro", 800],
    ]);
  });

  it.each<[string, unknown, RegExp]>([
    ["nothing", undefined, /^: Invalid input/],
    ["no site", {}, /^site: /],
    [
      "an origin with a path",
      { site: { ...site, origin: "https://s.example/x" } },
      /^site\.origin: an origin/,
    ],
    [
      "a site that may frame tools over HTTP",
      { site, embed: { origins: ["https://forum.example", "http://forum.example"] } },
      /^embed\.origins\.1: an origin with https/,
    ],
    [
      "any site that may frame tools",
      { site, embed: { origins: ["*"] } },
      /^embed\.origins\.0: an origin/,
    ],
    [
      "sites that may frame tools by a pattern",
      { site, embed: { origins: ["https://*.example"] } },
      /^embed\.origins\.0: an origin/,
    ],
    [
      "a site that may frame tools and ends the directive",
      { site, embed: { origins: ["https://forum.example;script-src"] } },
      /^embed\.origins\.0: an origin/,
    ],
    [
      "an origin with a slash",
      { site: { ...site, origin: "https://s.example/" } },
      /^site\.origin: an origin/,
    ],
    [
      "an origin without a scheme",
      { site: { ...site, origin: "s.example" } },
      /^site\.origin: an origin/,
    ],
    ["an unknown field", { site, sites: 1 }, /^: Unrecognized key: "sites"/],
    ["an unknown field inside", { site: { ...site, nam: 1 } }, /^site: Unrecognized key: "nam"/],
    ["no locale", { site, locales: [] }, /^locales: /],
    [
      "an upper-case code",
      { site, locales: [{ code: "pt-BR", language: "pt-BR", name: "P", endonym: "P" }] },
      /^locales\.0\.code: a lower-case code/,
    ],
    [
      "a wrong language",
      { site, locales: [{ code: "pt", language: "pt_BR", name: "P", endonym: "P" }] },
      /^locales\.0\.language: a BCP 47 tag/,
    ],
    [
      "a wrong direction",
      { site, locales: [{ code: "pt", language: "pt", name: "P", endonym: "P", dir: "up" }] },
      /^locales\.0\.dir: /,
    ],
    [
      "a rating above 5",
      { site, seo: { defaultRating: { value: 6, count: 1, reviews: 0 } } },
      /^seo\.defaultRating/,
    ],
    ["rating: true", { site, seo: { defaultRating: true } }, /^seo\.defaultRating/],
    [
      "a negative price",
      { site, credits: { packs: [{ id: "a", credits: 1, price: -1 }] } },
      /^credits\.packs\.0\.price/,
    ],
    ["half a credit", { site, credits: { daily: 0.5 } }, /^credits\.daily/],
    [
      "a currency in words",
      { site, plans: { currency: "dollar" } },
      /^plans\.currency: an ISO 4217 code/,
    ],
    [
      "a redirect from nowhere",
      { site, redirects: [{ from: "old", to: "/" }] },
      /^redirects\.0\.from/,
    ],
    ...["/a/../b", "/..", "/a/%2E%2e/b", "/a/./b", "/a\u200bb", "/a\u202eb", "/\u2060a"].map(
      (from): [string, object, RegExp] => [
        `a redirect from ${JSON.stringify(from)}`,
        { site, redirects: [{ from, to: "/" }] },
        /^redirects\.0\.from.*without (?:invisible|parts)/,
      ],
    ),
    ...["//evil.example", "/\\evil.example", "javascript:alert(1)", "https://x:splat/"].map(
      (to): [string, object, RegExp] => [
        `a redirect to ${to}`,
        { site, redirects: [{ from: "/old/*", to }] },
        /^redirects\.0\.to/,
      ],
    ),
    [
      "a redirect of status 200",
      { site, redirects: [{ from: "/old", to: "/", status: 200 }] },
      /^redirects\.0\.status/,
    ],
    [
      "analytics without a log store",
      { site, analytics: { enabled: true, project: "my-site", host: "log.example.com" } },
      /^analytics\.logstore: the name of the log store/,
    ],
    [
      "a log service's host without its project",
      { site, analytics: { host: "log.example.com" } },
      /^analytics\.host: `project` and `host` belong together/,
    ],
    [
      "a log service's host with a path",
      { site, analytics: { project: "my-site", host: "log.example.com/x" } },
      /^analytics\.host: a host/,
    ],
    [
      "a list of languages on another protocol",
      { site, languages: { url: "//other.example/l.json" } },
      /^languages\.url: a path such as/,
    ],
    [
      "resources below no folder",
      { site, resources: { path: "/" } },
      /^resources\.path: a folder such as/,
    ],
    ["an API with a path", { site, api: { baseUrl: "https://a.example/v1" } }, /^api\.baseUrl/],
  ])("CLI-1 %s is refused, with its place", (_, input, expected) => {
    const found = problems(input);
    expect(found.length).toBeGreaterThan(0);
    expect(found[0]).toMatch(expected);
  });

  it("CLI-1 all problems are reported at once", () => {
    expect(problems({ site: { ...site, name: "", origin: "x" }, defaultLocale: 3 })).toHaveLength(
      3,
    );
  });
});

it("LOC-3 siteOf hands on what browsers may know, and nothing else", () => {
  const config = configSchema.parse(
    defineConfig({
      site,
      models: { baseUrl: "https://m.example" },
      api: { baseUrl: "https://a.example" },
    }),
  );
  const result = siteOf(config);
  expect(Object.keys(result).sort()).toEqual([
    "apiBase",
    "contact",
    "defaultLocale",
    "images",
    "links",
    "locales",
    "name",
    "origin",
    "social",
    "trailingSlash",
    "widerAlternates",
  ]);
  expect(result.apiBase).toBe("https://a.example");
  expect(result.locales[0]).not.toHaveProperty("domain");
});

it("ANL-2 CMP-1 CMP-4 the browser's services get their part of the configuration", () => {
  expect(servicesOf(configSchema.parse({ site }))).toEqual({
    analytics: { enabled: false, project: "", host: "", logstore: "" },
    languages: { url: "/languages.json" },
    resources: { origin: "", path: "/resources" },
    accounts: { texts: false },
    links: { enabled: false },
    hosted: { host: null, transcription: null, chat: null, speech: null },
    servers: null,
    xsrf: { cookie: "XSRF-TOKEN", header: "X-XSRF-TOKEN" },
  });
  const analytics = {
    enabled: true,
    project: "my-site",
    host: "log.example.com",
    logstore: "web_1",
  };
  const languages = { url: "https://files.example/languages.json" };
  const resources = { origin: "https://files.example", path: "/files/audio" };
  const links = { enabled: true };
  const hosted = {
    host: "api.example.com",
    transcription: "whisper-1",
    chat: { model: "gpt", languages: ["en"] },
    speech: { model: "tts", languages: [], voices: [{ id: "alloy", name: "Alloy" }] },
  };
  const api = { xsrfCookie: "c", xsrfHeader: "X-H" };
  expect(
    servicesOf(configSchema.parse({ site, analytics, languages, resources, links, hosted, api })),
  ).toEqual({
    analytics,
    languages,
    accounts: { texts: false },
    resources,
    links,
    hosted,
    servers: null,
    xsrf: { cookie: "c", header: "X-H" },
  });
  const jobs = {
    enabled: true,
    price: 2,
    resultHours: 6,
    models: ["stored"],
    inference: [{ url: "https://gpu.example", models: ["remote", "stored"] }],
  };
  expect(servicesOf(configSchema.parse({ site, jobs, operator: { name: "N" } })).servers).toEqual({
    operator: "N",
    price: 2,
    resultHours: 6,
    models: ["stored", "remote"],
    tracing: false,
  });
});

it("TLS-8 a hosted model is offered only if visitors are shown the host that receives their data", () => {
  const parse = (hosted: object) => configSchema.safeParse({ site, hosted }).success;
  expect(parse({ transcription: "whisper-1" })).toBe(false);
  expect(parse({ host: "https://api.example.com", transcription: "whisper-1" })).toBe(false);
  expect(parse({ host: "api.example.com:8443", transcription: "whisper-1" })).toBe(true);
  expect(parse({ host: "api.example.com" })).toBe(true);
});
