import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { downloadStream } from "#core/api/downloads/download-stream.ts";
import { resolveDownload } from "#core/api/downloads/resolve-download.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { type Network, fetchPublic, publicNetwork } from "./net/fetch-public.ts";
import { createHttpSource } from "./http-source.ts";
import { parseDuration } from "./pages/markup.ts";
import { parseFeed } from "./pages/parse-feed.ts";
import { isPublicAddress } from "../addresses/public-address.ts";

/** A server on the local host, which must never be reached. */
async function startInside(listener: RequestListener) {
  let hits = 0;
  const server = createServer((request, response) => {
    hits++;
    listener(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    hits: () => hits,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const signal = (): AbortSignal => AbortSignal.timeout(10_000);
const refused = (key: string) => expect.objectContaining({ key });

describe("addresses that anybody may ask for", () => {
  let inside: Awaited<ReturnType<typeof startInside>>;
  beforeAll(async () => {
    inside = await startInside((_request, response) => response.end("secret"));
  });
  afterAll(() => inside.close());

  /** Host names with addresses chosen by an attacker. */
  const NAMES: Readonly<Record<string, readonly string[]>> = {
    "rebound.example": ["127.0.0.1"],
    "mixed.example": ["93.184.216.34", "127.0.0.1"],
    "metadata.example": ["169.254.169.254"],
    "six.example": ["::1"],
    "mapped.example": ["::ffff:127.0.0.1"],
    "private.example": ["10.0.0.1"],
  };
  const network: Network = {
    ...publicNetwork,
    lookUp: async (name) => {
      const addresses = NAMES[name];
      if (!addresses) throw new Error("ENOTFOUND");
      return addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    },
  };

  it.each([
    "http://127.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://127.0.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0x7f.0.0.1:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://017700000001:PORT/",
    "http://127.000.000.001:PORT/",
    "http://127.255.255.254:PORT/",
    "http://0.0.0.0:PORT/",
    "http://0:PORT/",
    "http://localhost:PORT/",
    "http://LOCALHOST:PORT/",
    "http://localhost.:PORT/",
    "http://any.localhost:PORT/",
    "http://loca\u00adlhost:PORT/",
    "http://①②⑦.⓪.⓪.①:PORT/",
    "http://127。0。0。1:PORT/",
    "http://%31%32%37.0.0.1:PORT/",
    "http://[::1]:PORT/",
    "http://[::]:PORT/",
    "http://[0:0:0:0:0:0:0:1]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[::127.0.0.1]:PORT/",
    "http://[64:ff9b::7f00:1]:PORT/",
    "http://[64:ff9b:1::7f00:1]:PORT/",
    "http://[2002:7f00:1::]:PORT/",
    "http://[2001:0:7f00:1::]:PORT/",
    "http://[fe80::1]:PORT/",
    "http://[fc00::1]:PORT/",
    "http://[fd12:3456::1]:PORT/",
    "http://[ff02::1]:PORT/",
    "http://[fec0::1]:PORT/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://100.64.0.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/latest/meta-data/",
    "http://metadata.google.internal/",
    "http://printer.local/",
    "http://intranet/",
    "http://198.18.0.1/",
    "http://192.0.2.1/",
    "http://224.0.0.1/",
    "http://255.255.255.255/",
    "http://93.184.216.34:22/",
    "http://93.184.216.34:25/",
    "http://rebound.example:PORT/",
    "http://mixed.example:PORT/",
    "http://metadata.example/",
    "http://six.example:PORT/",
    "http://mapped.example:PORT/",
    "http://private.example/",
  ])("API-17 %s is not asked", async (address) => {
    const url = new URL(address.replace("PORT", String(inside.port)));
    const before = inside.hits();
    await expect(fetchPublic(url, { signal: signal() }, network)).rejects.toEqual(
      refused("source_blocked"),
    );
    expect(inside.hits()).toBe(before);
  });

  it.each([
    "ftp://example.org/a.mp3",
    "file:///etc/passwd",
    "gopher://example.org/",
    "data:,x",
    "https://user:pw@example.org/",
  ])("%s is no address of media", async (address) => {
    await expect(fetchPublic(new URL(address), { signal: signal() }, network)).rejects.toEqual(
      refused("source_unsupported"),
    );
  });

  it("a name that is not there is not available", async () => {
    const url = new URL("http://nobody.example/");
    await expect(fetchPublic(url, { signal: signal() }, network)).rejects.toEqual(
      refused("source_unavailable"),
    );
  });

  it("the address that is connected to is looked at, whatever was resolved", async () => {
    let requests = 0;
    const changing: Network = {
      lookUp: async () => [{ address: "127.0.0.1", family: 4 }],
      // Allowed when the name is resolved, but no longer when the connection is established.
      isAllowed: () => ++requests === 1,
    };
    const before = inside.hits();
    const url = new URL(`http://changing.example:${inside.port}/`);
    await expect(fetchPublic(url, { signal: signal() }, changing)).rejects.toEqual(
      refused("source_blocked"),
    );
    expect(requests).toBe(2);
    expect(inside.hits()).toBe(before);
  });

  it("public addresses are public", () => {
    for (const address of ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "2a00:1450::1"])
      expect(isPublicAddress(address)).toBe(true);
    for (const address of ["", "localhost", "1.2.3", "fe80::1%eth0", "::ffff:93.184.216.34"])
      expect(isPublicAddress(address)).toBe(false);
  });
});

const SOUND = Buffer.concat([Buffer.from("ID3"), Buffer.alloc(4997, 3)]);
const FEED = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY a "bomb">]>
<rss xmlns:itunes="x"><channel><title>The Show &amp; more</title>
<item><title>News without sound</title></item>
<item><title><![CDATA[Bees &a; <honey>]]></title><itunes:duration>1:02:03</itunes:duration>
<enclosure length="5000" type="audio/mpeg" url="/episode.mp3?a=1&amp;b=2"/></item>
<item><title>Older</title><enclosure url="/old.mp3" type="audio/mpeg"/></item></channel></rss>`;

describeOnDatabases("downloads", ({ fresh }) => {
  let outside: Awaited<ReturnType<typeof startInside>>;
  let server: TestServer;
  let token: string;
  beforeAll(async () => {
    outside = await startInside((request, response) => {
      const { pathname } = new URL(request.url!, "http://x");
      const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
      if (pathname === "/song.mp3" || pathname === "/episode.mp3") {
        if (range) {
          const part = SOUND.subarray(Number(range[1]), Number(range[2]) + 1);
          response.writeHead(206, {
            "content-type": "audio/mpeg",
            "content-length": part.length,
            "content-range": `bytes ${range[1]}-${range[2]}/5000`,
          });
          return void response.end(part);
        }
        response.writeHead(200, { "content-type": "audio/mpeg", "content-length": 5000 });
        return void response.end(SOUND);
      }
      if (pathname === "/vague.flac") {
        response.writeHead(200, { "content-type": "application/octet-stream" });
        return void response.end(Buffer.alloc(5000, 1));
      }
      if (pathname === "/feed") {
        response.writeHead(200, { "content-type": "application/rss+xml; charset=utf-8" });
        return void response.end(FEED);
      }
      if (pathname === "/huge-feed") {
        response.writeHead(200, { "content-type": "application/xml" });
        return void response.end(
          Buffer.concat([Buffer.from("<rss>"), Buffer.alloc(17 * 1024 * 1024, 32)]),
        );
      }
      if (pathname === "/huge.mp3") {
        response.writeHead(200, { "content-type": "audio/mpeg", "content-length": 5e9 });
        return void response.write(SOUND);
      }
      if (pathname === "/list.m3u8") {
        response.writeHead(200, { "content-type": "application/vnd.apple.mpegurl" });
        return void response.end("#EXTM3U\n#EXTINF:6,\na.ts");
      }
      if (pathname.startsWith("/to/")) {
        response.writeHead(302, { location: decodeURIComponent(pathname.slice(4)) });
        return void response.end();
      }
      if (pathname === "/loop") {
        response.writeHead(302, { location: "/loop" });
        return void response.end();
      }
      if (pathname === "/page") {
        response.writeHead(200, { "content-type": "text/html" });
        return void response.end("<p>page</p>");
      }
      response.writeHead(404).end();
    });
  });
  afterAll(() => outside.close());
  beforeEach(async () => {
    const network: Network = {
      lookUp: async () => [{ address: "127.0.0.1", family: 4 }],
      isAllowed: (address) => address === "127.0.0.1",
    };
    server = await createTestServer(await fresh(), {
      media: [createHttpSource(network)],
    });
    ({ token } = await server.addUser());
  });
  afterEach(() => server.close());
  const find = (path: string) =>
    server.call(resolveDownload, { url: `http://media.example:${outside.port}${path}` }, { token });
  const get = (stream: string, headers: Record<string, string> = {}) =>
    server.app.request(`https://api.example${stream}`, { headers });

  it("API-17 a link to a file is resolved and streamed, whole or in part", async () => {
    const { data } = await find("/song.mp3");
    expect(data).toMatchObject({
      title: "song",
      duration: null,
      formats: [{ id: "original", type: "audio/mpeg", size: 5000 }],
    });
    const { stream } = data.formats[0]!;
    expect(stream).toMatch(/^\/audio\/api\/v1\/download\/stream\?ticket=[\w-]{32}$/);
    const whole = await get(stream);
    expect(whole.status).toBe(200);
    expect(Buffer.from(await whole.arrayBuffer())).toEqual(SOUND);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "audio/mpeg",
      "content-length": "5000",
      "content-disposition": "attachment; filename=\"song.mp3\"; filename*=UTF-8''song.mp3",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    const part = await get(stream, { range: "bytes=10-19" });
    expect(part.status).toBe(206);
    expect(part.headers.get("content-range")).toBe("bytes 10-19/5000");
    expect((await part.arrayBuffer()).byteLength).toBe(10);
  });

  it("API-17 what a server calls nothing is known by its name", async () => {
    expect((await find("/vague.flac")).data.formats[0]!.type).toBe("audio/flac");
  });

  it("API-17 a feed is the list of its episodes that have sound", async () => {
    const { data } = await find("/feed");
    const at = (path: string) => `http://media.example:${outside.port}${path}`;
    expect(data).toMatchObject({ title: "The Show & more", formats: [] });
    expect(data.entries).toEqual([
      {
        url: at("/episode.mp3?a=1&b=2"),
        title: "Bees &a; <honey>",
        duration: 3723,
        published: null,
      },
      { url: at("/old.mp3"), title: "Older", duration: null, published: null },
    ]);
  });

  it.each([
    ["/page", 400, "source_unsupported"],
    ["/list.m3u8", 400, "source_live"],
    ["/none", 404, "source_not_found"],
    ["/loop", 502, "source_unavailable"],
    ["/huge.mp3", 413, "source_too_large"],
    ["/huge-feed", 413, "source_too_large"],
    [`/to/${encodeURIComponent("http://10.0.0.1/a.mp3")}`, 400, "source_blocked"],
    [`/to/${encodeURIComponent("file:///etc/passwd")}`, 400, "source_unsupported"],
  ])("API-17 %s is refused with %i", async (path, status, key) => {
    expect(await find(path)).toMatchObject({ status, key });
  });

  it("API-17 redirects are followed", async () => {
    const { data } = await find(`/to/${encodeURIComponent("/song.mp3")}`);
    expect(data.formats[0]).toMatchObject({ type: "audio/mpeg" });
  });

  it("API-17 a ticket ends after an hour, and none is guessed", async () => {
    const { data } = await find("/song.mp3");
    const { stream } = data.formats[0]!;
    server.advance(3_600_000);
    expect((await get(stream)).status).toBe(404);
    expect((await get(`${downloadStream.path}?ticket=${"x".repeat(32)}`)).status).toBe(404);
    expect((await get(downloadStream.path)).status).toBe(404);
    const stored = await server.deps.db.read((queries) =>
      queries.selectFrom("download_tickets").selectAll().execute(),
    );
    expect(JSON.stringify(stored)).not.toContain(stream.split("=")[1]);
  });

  it("API-17 a user has so many streams at a time; an ended one makes room", async () => {
    const { data } = await find("/song.mp3");
    const { stream } = data.formats[0]!;
    const [first] = await Promise.all([get(stream), get(stream), get(stream)]);
    expect((await get(stream)).status).toBe(429);
    await first.body!.cancel();
    const second = await get(stream);
    expect(second.status).toBe(200);
    await second.arrayBuffer();
    expect((await get(stream)).status).toBe(200);
  });

  it("API-17 strangers find nothing, and no user can resolve unlimited links", async () => {
    const url = `http://media.example:${outside.port}/song.mp3`;
    expect(await server.call(resolveDownload, { url })).toMatchObject({ status: 401 });
    for (let count = 0; count < 300; count++) await find("/page");
    expect(await find("/song.mp3")).toMatchObject({ status: 429, key: "too_many_tries" });
  });
});

describe("feeds", () => {
  const BASE = new URL("https://pod.example/feed");
  it("are read in Atom, too", () => {
    const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>S</title><entry><title>E</title><link rel="enclosure" type="audio/mp4" href="e.m4a"/></entry></feed>`;
    expect(parseFeed(atom, BASE)).toMatchObject({
      title: "S",
      entries: [{ url: "https://pod.example/e.m4a", title: "E" }],
    });
  });

  it.each([
    "",
    "<html></html>",
    "<rss>",
    "<rss><item></item></rss>",
    '<rss><item><enclosure url="javascript:x" type="audio/mpeg"/></item></rss>',
    '<rss><item><enclosure url="/a.exe" type="application/x-msdownload"/></item></rss>',
    "<rss><item><enclosure url=",
  ])("have no episode in %j", (xml) => {
    expect(parseFeed(xml, BASE)).toBeNull();
  });

  it("take their time in proportion to their size", () => {
    const broken = `<rss>${"<item><title>".repeat(200_000)}`;
    expect(parseFeed(broken, BASE)).toBeNull();
    expect(parseFeed(`<rss><item>${"<enclosure ".repeat(200_000)}`, BASE)).toBeNull();
  });

  it.each([
    ["1:02:03", 3723],
    ["62:03", 3723],
    ["3723", 3723],
    ["PT1H2M3.5S", 3723.5],
    ["", null],
    ["soon", null],
    [null, null],
  ])("say their length as %j", (text, seconds) => {
    expect(parseDuration(text)).toBe(seconds);
  });
});
