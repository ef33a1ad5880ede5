import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { configWith, locales, page, panels, toolIn, tool, voice } from "#tests/fixtures/entries.ts";
import {
  type Host,
  type HostFiles,
  cloudflarePages,
  netlify,
} from "#tests/fixtures/static-hosts.ts";
import { discard } from "../../preview/answer.ts";
import { createSite } from "../../preview/handle.ts";
import { makeFolder } from "../../preview/test-site.ts";
import { planSite } from "../plan/plan.ts";
import { headersFile, redirectsFile } from "./globals.ts";

const ORIGIN = "https://s.example";
const PARTNER = "https://partner.example";
const config = configWith({
  locales: locales("en", "de"),
  redirects: [
    { from: "/old", to: "/x" },
    { from: "/moved/*", to: "/:splat" },
    { from: "/blog/*", to: "/ai-voice-generator/:splat" },
    { from: "/deutsch/*", to: `${ORIGIN}/de/:splat` },
    { from: "/by/:name/:year", to: "/:name" },
    { from: "/any/*", to: "/x" },
    { from: "/partner/*", to: `${PARTNER}/:splat`, status: 302 },
  ],
});
const plan = planSite({
  config,
  entries: [
    tool("x"),
    toolIn("de", "x"),
    voice("v"),
    page("home", "/"),
    page("settings", "/settings"),
  ],
  panels,
});
const pages = Object.fromEntries(plan.pages.map(({ out }) => [out, `page ${out}`]));
const filesWith = (_redirects: string): HostFiles => ({
  _headers: headersFile(config, [], []),
  _redirects,
  served: { ...pages, "assets/a-0123.js": "script", "service-worker.js": "worker" },
});

function preview({ served, ...rules }: HostFiles): Host {
  const made = makeFolder({ ...served, ...rules });
  folders.push(made.remove);
  const site = createSite({ root: made.root, trailingSlash: false });
  return async (url) => {
    const { pathname, search } = new URL(url);
    const answer = await site.handle({ method: "GET", target: pathname + search, headers: {} });
    await discard(answer);
    return {
      status: answer.status,
      location: answer.headers.get("location"),
      headers: answer.headers,
    };
  };
}
const folders: (() => void)[] = [];
afterAll(() => folders.forEach((remove) => remove()));

async function hostsOf(files: HostFiles): Promise<Record<string, Host>> {
  return {
    preview: preview(files),
    cloudflare: cloudflarePages(files),
    netlify: await netlify(files),
  };
}

/** Segments of addresses that hosts, browsers and template languages interpret differently. */
const segment = fc.constantFrom(
  ..."/ // \\ @ : ? # %2f %2F %5c %09 %0a %00 %20 . .. %2e%2e ~ ; = & + ' ! x v de settings".split(
    " ",
  ),
  ..."$' $& $` $$ .$'. $1 $<splat> :splat :name /.$'./ é".split(" "),
  ..."evil.example @evil.example https: javascript:alert(1) //evil.example".split(" "),
  "\t",
  "\n",
  " ",
);
const start = fc.constantFrom(
  "/en",
  "/en/",
  "/moved/",
  "/blog/",
  "/deutsch/",
  "/by/",
  "/any/",
  "/partner/",
  "/",
  "/old",
);
const address = fc
  .tuple(start, fc.array(segment, { maxLength: 6 }))
  .map(([first, rest]) => first + rest.join(""))
  .filter((path) => URL.canParse(ORIGIN + path) && new URL(ORIGIN + path).origin === ORIGIN);

describe("what the build writes, on hosts that read it", () => {
  let hosts: Record<string, Host>;
  beforeAll(async () => {
    hosts = await hostsOf(filesWith(redirectsFile(plan)));
  });

  it.each(["preview", "cloudflare", "netlify"])(
    "RTE-4 _redirects on %s: no address leads to a host that no rule names",
    async (name) => {
      const host = hosts[name]!;
      await fc.assert(
        fc.asyncProperty(address, async (path) => {
          const { location } = await host(ORIGIN + path);
          if (location === null) return;
          const expected = path.startsWith("/partner/") ? [ORIGIN, PARTNER] : [ORIGIN];
          expect(expected).toContain(new URL(location, ORIGIN + path).origin);
        }),
        { numRuns: 3000 },
      );
    },
  );

  it.each(["preview", "cloudflare", "netlify"])(
    "RTE-4 _redirects on %s: moved pages are found",
    async (name) => {
      const led = async (path: string): Promise<string> => {
        const { status, location } = await hosts[name]!(ORIGIN + path);
        return `${status} ${location}`;
      };
      expect(await led("/old")).toBe("301 /x");
      expect(await led("/de/old")).toBe("301 /de/x");
      expect(await led("/en")).toBe("301 /");
      expect(await led("/en/")).toBe("301 /");
      expect(await led("/en/x")).toBe("301 /x");
      expect(await led("/en/x/")).toBe("301 /x");
      expect(await led("/en/ai-voice-generator/v")).toBe("301 /ai-voice-generator/v");
      expect(await led("/moved/de/x")).toBe("301 /de/x");
      expect(await led("/blog/v")).toBe("301 /ai-voice-generator/v");
      expect(await led("/deutsch/x")).toBe("301 /de/x");
      expect(await led("/by/x/2026")).toBe("301 /x");
      expect(await led("/any/thing")).toBe("301 /x");
      expect(await led("/partner/a/b")).toBe(`302 ${PARTNER}/a/b`);
    },
  );

  it("RTE-4 _headers: preview and Cloudflare set the same headers", async () => {
    const names = headersFile(config, [], []).match(/(?<=^ +)[\w-]+(?=:)/gm)!;
    // Cloudflare serves `x/index.html` at `/x/`.
    for (const path of ["/", "/x/", "/de/x/", "/assets/a-0123.js", "/service-worker.js"]) {
      const [here, there] = await Promise.all([
        hosts["preview"]!(ORIGIN + path.replace(/(.)\/$/, "$1")),
        hosts["cloudflare"]!(ORIGIN + path),
      ]);
      expect([path, here.status, there.status]).toEqual([path, 200, 200]);
      // Without a rule, each host has its own default for caching.
      for (const header of new Set(names))
        if (header !== "Cache-Control" || /assets|worker/.test(path))
          expect([path, header, here.headers.get(header)]).toEqual([
            path,
            header,
            there.headers.get(header),
          ]);
    }
  });
});

it.each([
  ["/en/* /:splat 301", "/en//evil.example/x"],
  [`/en/* ${ORIGIN}/:splat 301`, "/en//evil.example/x"],
  ["/blog/* /news/:splat 301", "/blog/.$'.//evil.example/x"],
])(
  "RTE-4 _redirects: %s would lead away from the site, so none like it is written",
  async (rule, path) => {
    const { location } = await cloudflarePages(filesWith(rule))(ORIGIN + path);
    expect(new URL(location!, ORIGIN).origin).toBe("https://evil.example");
  },
);
