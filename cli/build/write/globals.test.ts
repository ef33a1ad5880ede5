import { describe, expect, it } from "vitest";
import { configWith, locales, page, panels, tool, toolIn, voice } from "#tests/fixtures/entries.ts";
import type { ConfigInput } from "#core/site/config.ts";
import type { OfferedModel } from "#core/models/offered.ts";
import {
  contentSecurityPolicy,
  headersFile,
  llmsTxt,
  messageFiles,
  redirectsFile,
  robotsTxt,
} from "./globals.ts";
import type { Entry } from "../load/entry.ts";
import { applyHeaderRules, parseHeaders } from "../../preview/rules/headers-file.ts";
import { planSite } from "../plan/plan.ts";
import { redirectRules } from "./redirect-rules.ts";

const planOf = (over: Partial<ConfigInput> = {}, more: readonly Entry[] = []) =>
  planSite({
    config: configWith({ locales: locales("en", "de"), ...over }),
    entries: [
      tool("x"),
      toolIn("de", "x"),
      voice("v"),
      page("home", "/"),
      page("settings", "/settings"),
      ...more,
    ],
    panels,
  });
const directives = (policy: string) =>
  new Map(policy.split("; ").map((line) => [line.split(" ")[0], line.split(" ").slice(1)]));

describe("the content security policy", () => {
  it("CLI-3 allows scripts of the site and those with a hash, and no others", () => {
    const policy = directives(contentSecurityPolicy(configWith(), ["sha256-a", "sha256-b"], []));
    expect(policy.get("script-src")).toEqual([
      "'self'",
      "'wasm-unsafe-eval'",
      "'sha256-a'",
      "'sha256-b'",
    ]);
    expect(policy.get("default-src")).toEqual(["'none'"]);
    expect(policy.get("base-uri")).toEqual(["'none'"]);
    expect(policy.get("frame-ancestors")).toEqual(["'none'"]);
    expect([...policy.values()].flat()).not.toContain("'unsafe-inline'");
    expect([...policy.values()].flat()).not.toContain("'unsafe-eval'");
  });

  it("TLS-17 lets listed sites frame /embed/ in each language alone, under one policy", () => {
    const headersOf = (over: Partial<ConfigInput>, path: string): Headers => {
      const headers = new Headers();
      const { rules, problems } = parseHeaders(headersFile(configWith(over), ["sha256-a"], []));
      expect(problems).toEqual([]);
      applyHeaderRules(headers, rules, path);
      return headers;
    };
    const embed = { origins: ["https://Forum.example", "https://course.example:8443"] };
    const policyOf = (path: string) =>
      directives(headersOf({ embed }, path).get("Content-Security-Policy")!);
    for (const path of ["/", "/noise-remover", "/embedded", "/embed", "/de/noise-remover/embed/"])
      expect(policyOf(path).get("frame-ancestors")).toEqual(["'none'"]);
    const framed = policyOf("/embed/audio-trimmer");
    expect(policyOf("/de/embed/audio-trimmer/")).toEqual(framed);
    expect(framed.get("frame-ancestors")).toEqual([
      "https://forum.example",
      "https://course.example:8443",
    ]);
    expect(new Map([...framed, ["frame-ancestors", ["'none'"]]])).toEqual(policyOf("/"));
    expect(headersFile(configWith({ embed: { origins: [] } }), [], [])).toBe(
      headersFile(configWith(), [], []),
    );
    expect(headersFile(configWith(), [], [])).not.toContain("embed");
  });

  it("ANL-2 lets the browser reach what the configuration names, and only that", () => {
    const connect = (over: Partial<ConfigInput>) =>
      directives(contentSecurityPolicy(configWith(over), [], [])).get("connect-src");
    expect(connect({})).toEqual(["'self'"]);
    const analytics = { project: "p", host: "log.example", logstore: "l" };
    expect(connect({ analytics })).toEqual(["'self'"]);
    expect(
      connect({
        analytics: { ...analytics, enabled: true },
        api: { baseUrl: "https://api.example" },
        models: { baseUrl: "https://m.example/models/" },
      }),
    ).toEqual(["'self'", "https://api.example", "https://m.example", "https://p.log.example"]);
    const net = { files: [{ url: "https://hub.example/x.onnx" }] } as unknown as OfferedModel;
    const own = { files: [{ url: "/models/x.onnx" }] } as unknown as OfferedModel;
    const policy = directives(contentSecurityPolicy(configWith(), [], [net, net, own]));
    expect(policy.get("connect-src")).toEqual(["'self'", "https://hub.example"]);
  });

  it("CLI-13 lets the browser follow the hub to its storage, where a model comes from there", () => {
    const config = configWith({
      models: { hub: "https://hub.example", storage: ["https://*.cdn.example"] },
    });
    const from = (url: string) => ({ files: [{ url }] }) as unknown as OfferedModel;
    const connect = (...urls: readonly string[]) =>
      directives(contentSecurityPolicy(config, [], urls.map(from))).get("connect-src");
    expect(connect("https://hub.example/o/n/resolve/0/a.onnx")).toEqual([
      "'self'",
      "https://hub.example",
      "https://*.cdn.example",
    ]);
    expect(connect("/models/a.onnx")).toEqual(["'self'"]);
    expect(connect("https://other.example/a.onnx")).toEqual(["'self'", "https://other.example"]);
  });
});

it("RTE-4 _headers keeps hashed files for a year; no header is set by two rules", () => {
  const rules = new Map(
    headersFile(configWith(), [], [])
      .trim()
      .split("\n\n")
      .map((block) => [
        block.split("\n")[0],
        block
          .split("\n")
          .slice(1)
          .map((line) => line.trim()),
      ]),
  );
  expect([...rules.keys()]).toEqual([
    "/*",
    "/assets/*",
    "/speech/*",
    "/builds/meta/*",
    "/builds/latest.json",
    "/service-worker.js",
  ]);
  expect(rules.get("/assets/*")).toEqual(["Cache-Control: public, max-age=31536000, immutable"]);
  expect(rules.get("/*")!.join()).not.toContain("Cache-Control");
  for (const header of [
    "X-Content-Type-Options",
    "Referrer-Policy",
    "Cross-Origin-Opener-Policy",
    "Content-Security-Policy",
  ])
    expect(rules.get("/*")!.some((line) => line.startsWith(`${header}: `))).toBe(true);
});

it("RTE-4 _redirects has the operator's rules, and leads from the default locale's code", () => {
  const redirects = [
    { from: "/old", to: "/x" },
    { from: "/out/*", to: "https://o.example/:splat", status: 302 as const },
  ];
  expect(redirectsFile(planOf({ redirects }))).toBe(
    [
      "/old /x 301",
      "/de/old /de/x 301",
      "/en / 301",
      "/en/x /x 301",
      "/en/x/ /x 301",
      "/en/ai-voice-generator/v /ai-voice-generator/v 301",
      "/en/ai-voice-generator/v/ /ai-voice-generator/v 301",
      "/en/ / 301",
      "/en/settings /settings 301",
      "/en/settings/ /settings 301",
      "/out/* https://o.example/:splat 302",
      "",
    ].join("\n"),
  );
  expect(redirectsFile(planOf({ prefixDefaultLocale: true }))).toBe("/ /en 302\n");
});

it("RTE-4 a redirect from a page covers the languages that have the new page", () => {
  const redirects = [
    { from: "/old", to: "/x" },
    { from: "/gone", status: 410 as const },
    { from: "/de/own", to: "/de/x" },
    { from: "/own", to: "/x#part" },
    { from: "/blog/*", to: "/x" },
    { from: "/start", to: "/" },
  ];
  const isPage = (code: string, route: string): boolean =>
    code !== "fr" && ["/x", "/"].includes(route);
  const config = configWith({ redirects, locales: locales("en", "de", "fr") });
  const rules = (over: Partial<typeof config> = {}) =>
    redirectRules({ ...config, ...over }, isPage).map(
      ({ from, to, status }) => `${from} ${to} ${status}`,
    );
  expect(rules()).toEqual([
    "/old /x 301",
    "/de/old /de/x 301",
    "/gone undefined 410",
    "/de/gone undefined 410",
    "/fr/gone undefined 410",
    "/de/own /de/x 301",
    "/own /x#part 301",
    "/blog/* /x 301",
    "/start / 301",
    "/de/start /de 301",
  ]);
  expect(rules({ prefixDefaultLocale: true })).toContain("/en/old /en/x 301");
});

it("RTE-4 a rule with a captured value becomes one for each page that it can lead to", () => {
  const redirects = [
    { from: "/first/ai-voice-generator/*", to: "/x" },
    { from: "/first/*", to: "/ai-voice-generator/:splat?from=:splat" },
    { from: "/second/*", to: "https://s.example/ai-voice-generator/:splat" },
    { from: "/third/:year/:name", to: "/:name" },
    { from: "/fourth/ai-voice-generator/*", to: "/settings" },
    { from: "/fourth/*", to: "/de/:splat" },
    { from: "/fifth/x", to: "/settings" },
    { from: "/fifth/*", to: "/de/:splat" },
  ];
  const lines = redirectsFile(planOf({ redirects }))
    .split("\n")
    .filter((line) => !line.startsWith("/en"));
  expect(lines).toEqual([
    "/first/v /ai-voice-generator/v?from=v 301",
    "/first/v/ /ai-voice-generator/v?from=v 301",
    "/second/v /ai-voice-generator/v 301",
    "/second/v/ /ai-voice-generator/v 301",
    "/fourth/x /de/x 301",
    "/fourth/x/ /de/x 301",
    "/fourth /de 301",
    "/fourth/ /de 301",
    "/fourth/settings /de/settings 301",
    "/fourth/settings/ /de/settings 301",
    "/fifth/x /settings 301",
    "/de/fifth/x /de/settings 301",
    "/fifth/x/ /de/x 301",
    "/fifth /de 301",
    "/fifth/ /de 301",
    "/fifth/settings /de/settings 301",
    "/fifth/settings/ /de/settings 301",
    "/first/ai-voice-generator/* /x 301",
    "/third/:year/x /x 301",
    "/third/:year/x/ /x 301",
    "/third/:year/de /de 301",
    "/third/:year/de/ /de 301",
    "/third/:year/settings /settings 301",
    "/third/:year/settings/ /settings 301",
    "/fourth/ai-voice-generator/* /settings 301",
    "",
  ]);
});

it("RTE-4 robots.txt names the sitemap", () => {
  expect(robotsTxt(planOf().site.origin)).toMatch(
    /^User-agent: \*\nAllow: \/\n[^]*\nSitemap: https:\/\/s\.example\/sitemap\.xml\n$/,
  );
});

it("RTE-4 SEO-2 llms.txt lists the indexed English pages with a line each, tools that work first", () => {
  expect(llmsTxt(planOf({}, [tool("y", { panel: "tts", preset: "speak" })]), "What it is.")).toBe(
    [
      "# Brand",
      "",
      "> What it is.",
      "",
      "## Tools",
      "",
      "- [y](https://s.example/y): y tagline",
      "",
      "## Tools that are being built",
      "",
      "- [x](https://s.example/x): x tagline",
      "",
      "## Pages",
      "",
      "- [v](https://s.example/ai-voice-generator/v): …",
      "- [home](https://s.example/): …",
      "",
    ].join("\n"),
  );
});

it("LOC-5 messages are published a file a locale", () => {
  expect(messageFiles("de", { common: { a: "b" }, errors: {} })).toEqual([
    { path: "locales/de/common.json", data: '{"a":"b"}' },
    { path: "locales/de/errors.json", data: "{}" },
  ]);
});
