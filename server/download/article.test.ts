import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readArticle } from "#core/api/downloads/read-article.ts";
import { type FixtureServer, startFixtures } from "#tests/links/fixture-server.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { createHttpSource } from "./http-source.ts";
import { publicNetwork } from "./net/fetch-public.ts";
import { parseArticle } from "./pages/parse-article.ts";

const FIRST = "The river carries sand from the mountains to the sea, year after year.";
const SECOND =
  "Where it is <b>slow</b>, the sand settles &amp; becomes an <a href=/i>island</a> that moves.";
const READ = `${FIRST}\n\nWhere it is slow, the sand settles & becomes an island that moves.`;

const page = (body: string, head = ""): string =>
  `<!doctype html><html lang="en-GB"><head><title>River – Paper</title>${head}</head><body>
  <nav><ul><li><a href=/>A long list of links to other parts of this paper</a></li></ul></nav>
  <header><a href=/>The paper that is read along the river</a></header>${body}
  <div class="comments-list"><p>A comment that is longer than the article itself, ${"and longer ".repeat(30)}</p></div>
  <footer><p>All rights are reserved by the paper that is read along the river.</p></footer>
  <script>var text = "<p>Not this one, which is a program and no text at all</p>";</script></body></html>`;

describe("articles of pages", () => {
  it.each([
    ["an article", `<article><h1>The river</h1><p>${FIRST}</p><p>${SECOND}</p></article>`],
    ["a main part", `<main><h1>The river</h1><p>${FIRST}<p>${SECOND}</main>`],
    [
      "boxes alone",
      `<div><div><h1>The river</h1><div><div>${FIRST}</div><p>${SECOND}</p></div></div></div>`,
    ],
    [
      "properties",
      `<div><h1>The river</h1><p>${FIRST}</p></div><div itemprop="articleBody"><p>${FIRST}</p><aside><p>Read more about the rivers of this and other countries</p></aside><p>${SECOND}</p></div>`,
    ],
  ])("TLS-1 are found in %s, without surrounding content", (_, body) => {
    expect(parseArticle(page(body))).toEqual({
      title: expect.stringMatching(/^(?:The river|River – Paper)$/) as string,
      text: READ,
      language: "en-GB",
    });
  });

  it("TLS-1 are read from structured data if scripts render the page", () => {
    const markup = { "@graph": [{ "@type": "NewsArticle", articleBody: `${FIRST}\n\n${FIRST}` }] };
    const head = `<script type="application/ld+json">${JSON.stringify(markup)}</script><meta property="og:title" content="A river &amp; its sand">`;
    expect(parseArticle(page("<div id=root></div>", head))).toMatchObject({
      title: "A river & its sand",
      text: `${FIRST}\n\n${FIRST}`,
    });
  });

  it("TLS-1 in scripts without spaces need fewer letters", () => {
    const text = "川は山から海へ砂を運び、流れが遅いところに島をつくる。";
    const html = `<html lang=ja><body><div class=page><p>${text}</p><p>${text}</p></div></body></html>`;
    expect(parseArticle(html)).toMatchObject({ text: `${text}\n\n${text}`, language: "ja" });
  });

  it("TLS-4 paywalled articles, and pages without one, are reported", () => {
    const paid = `<script type="application/ld+json">{"isAccessibleForFree":"False"}</script>`;
    const body = `<article><p>${FIRST}</p></article>`;
    expect(() => parseArticle(page(body, paid))).toThrow(
      expect.objectContaining({ key: "source_paywall" }),
    );
    for (const html of ["", "<html></html>", "<p>short</p>", "<<<>>><div", "<script>", "<!--"])
      expect(() => parseArticle(html), html).toThrow(
        expect.objectContaining({ key: "source_no_text" }),
      );
  });

  it("TLS-4 take their time in proportion to their size", () => {
    for (const part of [
      "<div>",
      "<p>a",
      "</div>",
      "<a <",
      "<!--",
      "<script>",
      "<b a='",
      "<p></b></i>",
      "<script application/ld+json>",
    ])
      expect(() => parseArticle(part.repeat(200_000 / part.length))).toThrow(
        expect.objectContaining({ key: "source_no_text" }),
      );
  });
});

describeOnDatabases("links to articles", ({ fresh }) => {
  let outside: FixtureServer;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    outside = await startFixtures(fs.mkdtempSync(path.join(os.tmpdir(), "articles-")));
    const says = (pathname: string, type: string, body: string | Buffer, status = 200): void =>
      outside.on(pathname, (_request, response) => {
        response.writeHead(status, { "content-type": type });
        response.end(body);
      });
    says("/river", "text/html", page(`<article><p>${FIRST}</p><p>${SECOND}</p></article>`));
    // The word “Река” and the rest of the text in windows-1251.
    const russian = Buffer.from(
      "d0e5eae020ede5f1b8f220efe5f1eeea20f120e3eef020ea20eceef0fe2e",
      "hex",
    );
    says(
      "/reka",
      "text/html; charset=windows-1251",
      Buffer.concat([Buffer.from("<html lang=ru><p>"), russian, Buffer.from("</p>")]),
    );
    says("/notes.txt", "text/plain; charset=utf-8", `${FIRST}\n`);
    says("/paid", "text/html", "", 402);
    says("/sound", "audio/mpeg", Buffer.from("ID3 and so on"));
    outside.on("/inside", (_request, response) => {
      response.writeHead(302, { location: "http://169.254.169.254/latest" }).end();
    });
    server = await createTestServer(await fresh(), { media: [createHttpSource(outside.network)] });
    ({ token } = await server.addUser());
  });
  afterAll(async () => {
    await server.close();
    outside.close();
  });
  const read = (path: string) => server.call(readArticle, { url: outside.at(path) }, { token });

  it("TLS-1 API-17 are read, in the encoding that the page names", async () => {
    expect((await read("/river")).data).toEqual({
      title: "River – Paper",
      text: READ,
      language: "en-GB",
    });
    expect((await read("/reka")).data).toEqual({
      title: "reka",
      text: "Река несёт песок с гор к морю.",
      language: "ru",
    });
    expect((await read("/notes.txt")).data).toMatchObject({ title: "notes", text: FIRST });
  });

  it.each([
    ["/paid", "source_paywall"],
    ["/sound", "source_no_text"],
    ["/none", "source_not_found"],
    ["/inside", "source_blocked"],
  ])("TLS-4 API-17 %s is refused: %s", async (path, key) => {
    expect(await read(path)).toMatchObject({ key });
  });

  it("TLS-4 API-17 an address of the server's own network is never asked, and strangers read nothing", async () => {
    const media = [createHttpSource(publicNetwork)];
    const own = await createTestServer(await fresh(), { media });
    const { token: by } = await own.addUser();
    for (const url of [
      "http://127.0.0.1/",
      "http://[::1]/",
      "http://10.0.0.7/",
      "http://router.lan/",
    ])
      expect(await own.call(readArticle, { url }, { token: by })).toMatchObject({
        key: "source_blocked",
      });
    expect(await own.call(readArticle, { url: "x" })).toMatchObject({ status: 401 });
    await own.close();
    const bare = await createTestServer(await fresh(), { media: [] });
    const { token: other } = await bare.addUser();
    expect(
      await bare.call(readArticle, { url: "https://a.example" }, { token: other }),
    ).toMatchObject({ key: "source_off" });
    await bare.close();
  });
});
