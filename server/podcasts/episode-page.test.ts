import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { deletePodcast } from "#core/api/podcasts/delete-podcast.ts";
import { savePodcast } from "#core/api/podcasts/save-podcast.ts";
import { type HeadTag, headOf } from "#core/page/head.ts";
import { escapeHtml } from "#core/page/html.ts";
import type { Page } from "#core/page/page.ts";
import { podcastUrl } from "#core/page/share.ts";
import { pathOf } from "#core/site/site.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { createTestServer, TEST_SETTINGS, type TestServer } from "../testing/test-server.ts";
import { addAudio } from "../testing/test-audio.ts";
import { isEpisodePage, readSharedHeaders } from "./episode-page.ts";

const GENERAL = { title: "A Shared Podcast", description: "This page plays a podcast." };
const POLICY = "default-src 'none'; connect-src https://a.example:8443";
const HEADERS = `/*\n  Content-Security-Policy: ${POLICY}\n  Referrer-Policy: no-referrer\n\n/assets/*\n  Cache-Control: public\n`;
const BODY = `<body><h1>${GENERAL.title}</h1></body>`;

const attributesOf = ({ attributes }: HeadTag): string =>
  Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escapeHtml(value)}"`)
    .join("");
const tagOf = (tag: HeadTag): string =>
  `<${tag.tag}${attributesOf(tag)}>${tag.text === undefined ? "" : `${escapeHtml(tag.text)}</${tag.tag}>`}`;

describeOnDatabases("pages of shared episodes", ({ fresh }) => {
  let server: TestServer;
  let token: string;
  let userId: string;
  let folder: string;
  beforeEach(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), "episode-pages-"));
    const database = await fresh();
    const settings = { ...TEST_SETTINGS, database, siteFolder: folder };
    server = await createTestServer(database, { settings });
    ({ token, userId } = await server.addUser());
  });
  afterEach(async () => {
    await server.close();
    rmSync(folder, { recursive: true });
  });

  const pageOf = (locale: string): Page =>
    ({
      ...GENERAL,
      kind: "podcast",
      locale,
      route: "/podcast-preview",
      locales: server.deps.site.locales.map(({ code }) => code),
      indexable: false,
      name: "Podcast",
      heading: GENERAL.title,
      breadcrumbs: [],
    }) as unknown as Page;
  const headFor = (locale: string): readonly HeadTag[] =>
    headOf(server.deps.site, pageOf(locale), "Home");
  const build = (): void => {
    writeFileSync(path.join(folder, "_headers"), HEADERS);
    for (const { code, prefix } of server.deps.site.locales) {
      const previewFolder = path.join(folder, prefix, "podcast-preview");
      mkdirSync(previewFolder, { recursive: true });
      const head = headFor(code).map(tagOf).join("");
      writeFileSync(
        path.join(previewFolder, "index.html"),
        `<html><head>${head}</head>${BODY}</html>`,
      );
    }
  };
  const share = async (title: string, text: string): Promise<string> => {
    const podcast = {
      title,
      language: "de",
      duration: 61.5,
      audio_url: await addAudio(server, userId),
      transcript: [{ start: 0, end: 2, speaker: "A", text }],
    };
    return (await server.call(savePodcast, podcast, { token })).data.id;
  };
  const get = async (locale: string, id: string) => {
    const answer = await server.app.request(
      `https://fermata.example${pathOf(server.deps.site, locale, "/podcast-preview")}?id=${id}`,
    );
    return { answer, html: await answer.text() };
  };

  it("API-17 SEO-2 an episode's address has its title, description and address in each locale's page", async () => {
    build();
    const id = await share("Über Bienen", "Bienen\n  sammeln Nektar.");
    for (const { code } of server.deps.site.locales) {
      const { answer, html } = await get(code, id);
      expect(answer.status).toBe(200);
      const expected = headOf(
        server.deps.site,
        { ...pageOf(code), title: "Über Bienen", description: "Bienen sammeln Nektar." } as Page,
        "Home",
      );
      const url = podcastUrl(server.deps.site, code, id);
      const general = url.slice(0, url.indexOf("?"));
      for (const tag of expected)
        expect(html).toContain(
          tagOf(tag)
            .replace(" | Fermata", " – Fermata")
            .replace(`"${general}"`, `"${url}"`)
            .replace(`:alt" content="${GENERAL.title}"`, `:alt" content="Über Bienen"`),
        );
      const head = html.slice(0, html.indexOf("</head>"));
      expect(head).toContain('<meta name="robots" content="noindex">');
      for (const old of Object.values(GENERAL)) expect(head).not.toContain(old);
      expect(html.slice(html.indexOf("</head>"))).toBe(`</head>${BODY}</html>`);
    }
  });

  it.each([
    `"><script>alert(1)</script>`,
    `</title></head><img src=x onerror=alert(1)>`,
    "$& $1 $` $'",
    "a\u2028b & 'c'",
  ])("API-17 a title and a text like %j stay text", async (hostile) => {
    build();
    const { html } = await get("en", await share(hostile, hostile));
    const escaped = escapeHtml(hostile);
    expect(html).toContain(`<title>${escaped} – Fermata</title>`);
    expect(html).toContain(`<meta property="og:title" content="${escaped}">`);
    expect(html).not.toMatch(/<script|<img/);
  });

  it("API-17 a long episode is described by its first words", async () => {
    build();
    const words = Array.from({ length: 300 }, (_, at) => `Wort${at}`).join(" ");
    const { html } = await get("en", await share("Lang", words));
    const description = /name="description" content="([^"]*)"/.exec(html)![1]!;
    expect(description.length).toBeLessThanOrEqual(201);
    expect(description.length).toBeGreaterThan(180);
    expect(words.startsWith(`${description.slice(0, -1)} `)).toBe(true);
    expect(description.at(-1)).toBe("…");
  });

  it("API-17 without an episode the general page is served, and nothing of a deleted one is revealed", async () => {
    build();
    const id = await share("Gone", "Soon");
    expect((await get("de", id)).html).toContain("Gone");
    await server.call(deletePodcast, { id }, { token });
    const general = `<html><head>${headFor("de").map(tagOf).join("")}</head>${BODY}</html>`;
    for (const other of [id, "none", "", "..%2F..%2Fetc", "x".repeat(100)])
      expect((await get("de", other)).html).toBe(general);
  });

  it("API-17 the page has the headers of the site's pages, and search engines do not list it", async () => {
    build();
    const { headers } = (await get("en", await share("T", "t"))).answer;
    expect(headers.get("content-security-policy")).toBe(POLICY);
    expect(headers.get("referrer-policy")).toBe("no-referrer");
    expect(headers.get("cache-control")).toBe("no-cache");
    expect(headers.get("x-robots-tag")).toBe("noindex");
    expect(headers.get("content-type")).toBe("text/html; charset=utf-8");
  });

  it("API-17 a server without a built site has no page", async () => {
    expect((await get("en", await share("T", "t"))).answer.status).toBe(404);
  });

  it("API-17 only addresses of episodes are taken from a static host", () => {
    const { site } = server.deps;
    for (const { code } of site.locales) {
      const address = pathOf(site, code, "/podcast-preview");
      expect(isEpisodePage(site, `${address}?id=a`)).toBe(true);
      for (const other of [address, `${address}?from=x`, `${address}/_payload.json?id=a`, "//?id="])
        expect(isEpisodePage(site, other)).toBe(false);
    }
  });
});

it("API-17 headers of other paths are not those of all pages", () => {
  expect(readSharedHeaders(HEADERS)).toEqual({
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
  });
  expect(readSharedHeaders("/assets/*\n  A: b\n/*\n  C: d: e")).toEqual({ C: "d: e" });
  expect(readSharedHeaders("")).toEqual({});
});
