import fs from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import os from "node:os";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type FixtureServer, startFixtures } from "#tests/links/fixture-server.ts";
import { resolveDownload } from "#core/api/downloads/resolve-download.ts";
import type { MediaSource } from "../ports/media-source.ts";
import { findMedia } from "./find-media.ts";
import { createHttpSource } from "./http-source.ts";

let fixtures: FixtureServer;
let source: MediaSource;
beforeAll(async () => {
  fixtures = await startFixtures(fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-bad-links-")));
  source = createHttpSource(fixtures.network);
});
afterAll(() => fixtures.close());

const signal = (): AbortSignal => AbortSignal.timeout(20_000);
const keyOf = (error: unknown): string => String((error as { key?: string }).key ?? error);
const find = (link: string) =>
  findMedia({ media: [source] }, link, { signal: signal(), userId: "ada" });
/** Key of the error for a link; "found" if the link can be resolved. */
const errorKeyOf = (link: string): Promise<string> => find(link).then(() => "found", keyOf);

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const says =
  (body: string | Buffer, type = "text/html", headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(200, { "content-type": type, ...headers });
    response.end(body);
  };
const fails =
  (status: number, headers: Record<string, string> = {}): Answer =>
  (_request, response) =>
    void response.writeHead(status, headers).end();
const leads = (location: string): Answer => fails(302, { location });
const page = (head: string): Answer => says(`<!doctype html><html><head>${head}</head></html>`);

const LIVE = "#EXTM3U\n#EXTINF:6,\na.ts";
const VOD = `${LIVE}\n#EXT-X-ENDLIST`;
const keyed = (attributes: string): string =>
  VOD.replace("#EXTINF", `#EXT-X-KEY:${attributes}\n#EXTINF`);
const MPD = '<MPD type="static" mediaPresentationDuration="PT12S"><Period>';
const dash = (inside: string): Answer => says(`${MPD}${inside}</Period></MPD>`);
const track = (inside: string): string =>
  `<AdaptationSet mimeType="audio/mp4"><Representation id="0" bandwidth="1">${inside}</Representation></AdaptationSet>`;
const feed = (inside: string): Answer =>
  says(`<rss version="2.0"><channel><title>x</title>${inside}</channel></rss>`, "text/xml");
const PNG = Buffer.from("89504e470d0a1a0a0000000d49484452", "hex");

describe("links that lead to no media say why", () => {
  it.each<readonly [what: string, link: string, expected: string]>([
    ["no address", "song", "source_unsupported"],
    ["an address without a host", "https://", "source_unsupported"],
    ["a misspelled protocol", "htps://media.example/a.mp3", "source_unsupported"],
    ["FTP", "ftp://media.example/a.mp3", "source_unsupported"],
    ["a file of the server", "file:///etc/passwd", "source_unsupported"],
    ["a script", "javascript:alert(1)", "source_unsupported"],
    ["data", "data:audio/mpeg;base64,SUQz", "source_unsupported"],
    ["a magnet link", "magnet:?xt=urn:btih:abc", "source_unsupported"],
    ["a mail address", "mailto:a@media.example", "source_unsupported"],
    ["a name with its password", "https://me:secret@media.example/a.mp3", "source_unsupported"],
    ["a name without a dot", "http://intranet/a.mp3", "source_blocked"],
    ["this machine", "http://localhost/a.mp3", "source_blocked"],
    ["a port of another service", "http://media.example:25/", "source_blocked"],
    ["a private address", "http://192.168.0.1/a.mp3", "source_blocked"],
    ["a port on which nobody answers", "http://media.example:9/a.mp3", "source_blocked"],
  ])("API-17 TLS-4 %s", async (_what, link, expected) => {
    expect(await errorKeyOf(link)).toBe(expected);
    expect(resolveDownload.errors).toContain(expected);
  });

  it.each<readonly [what: string, answer: Answer, expected: string]>([
    ["a bad request", fails(400), "source_unavailable"],
    ["a login", fails(401), "source_login"],
    ["a payment", fails(402), "source_paywall"],
    ["a refusal", fails(403), "source_refused"],
    ["nothing", fails(404), "source_not_found"],
    ["a login of a proxy", fails(407), "source_login"],
    ["what is gone", fails(410), "source_not_found"],
    ["another type", fails(415), "source_unsupported"],
    ["a teapot", fails(418), "source_unavailable"],
    ["too many requests", fails(429), "source_limited"],
    ["a region", fails(451), "source_region"],
    ["an error", fails(500), "source_unavailable"],
    ["a bad gateway", fails(502), "source_unavailable"],
    ["maintenance", fails(503, { "retry-after": "60" }), "source_unavailable"],
    ["no content", fails(204), "source_unavailable"],
    ["a redirect to nowhere", fails(302), "source_unavailable"],
    ["a redirect to no address", leads("http://["), "source_unavailable"],
    ["a redirect to FTP", leads("ftp://media.example/a.mp3"), "source_unsupported"],
    ["a redirect to a file", leads("file:///etc/passwd"), "source_unsupported"],
    ["a redirect inside", leads("http://169.254.169.254/latest/meta-data/"), "source_blocked"],
    ["a redirect to this machine", leads("http://127.0.0.2:1/"), "source_blocked"],
    [
      "a connection that is closed before an answer",
      (request) => void request.socket.destroy(),
      "source_unavailable",
    ],
    [
      "an answer that is no HTTP",
      (request) => void request.socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
      "source_unavailable",
    ],
    [
      "headers without an end",
      (request) => void request.socket.end(`HTTP/1.1 200 OK\r\nx: ${"a".repeat(40_000)}`),
      "source_unavailable",
    ],
    [
      "an answer that breaks off",
      (_request, response) => {
        response.writeHead(200, { "content-type": "text/html", "content-length": "9999" });
        response.write("<!doctype html>", () => response.destroy());
      },
      "source_unavailable",
    ],
    ["an empty file", says("", "audio/mpeg"), "source_unavailable"],
    [
      "a file that is too large",
      (_request, response) => {
        response.writeHead(200, {
          "content-type": "audio/mpeg",
          "content-length": String(5 * 1024 ** 4),
        });
        response.write(Buffer.concat([Buffer.from("ID3"), Buffer.alloc(5000)]));
      },
      "source_too_large",
    ],
    ["a page without media", page("<title>Nothing here</title>"), "source_unsupported"],
    [
      "a login page called MP3",
      says("<!doctype html><title>Log in</title>", "audio/mpeg"),
      "source_unsupported",
    ],
    ["words", says("just words", "text/plain"), "source_unsupported"],
    ["JSON", says('{"error":"none"}', "application/json"), "source_unsupported"],
    ["a picture", says(PNG, "image/png"), "source_unsupported"],
    ["a PDF", says("%PDF-1.7\n", "application/pdf"), "source_unsupported"],
    ["an archive", says("PK\u0003\u0004", "application/zip"), "source_unsupported"],
    ["a program", says("MZ\u0090\0", "application/octet-stream"), "source_unsupported"],
    [
      "compressed words",
      says(gzipSync("a".repeat(1e6)), "text/html", { "content-encoding": "gzip" }),
      "source_unsupported",
    ],
    [
      "a page whose sound is inside",
      page('<meta property="og:audio" content="http://10.0.0.1/a.mp3">'),
      "source_blocked",
    ],
    [
      "a page whose sound is a file",
      page('<meta property="og:audio" content="file:///a.mp3">'),
      "source_unsupported",
    ],
    [
      "a page whose sound is gone",
      page('<meta property="og:audio" content="/gone.mp3">'),
      "source_not_found",
    ],
    [
      "a page that leads to itself",
      page('<meta property="og:video" content="?again">'),
      "source_unsupported",
    ],
    ["a feed without episodes", feed(""), "source_unsupported"],
    [
      "a feed of pictures",
      feed('<item><enclosure url="/a.png" type="image/png"/></item>'),
      "source_unsupported",
    ],
    [
      "a feed that breaks off",
      says("<rss><channel><item><enclosure", "text/xml"),
      "source_unsupported",
    ],
    [
      "a feed of entities",
      says(
        '<!DOCTYPE rss [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><rss><channel><title>&b;</title></channel></rss>',
        "text/xml",
      ),
      "source_unsupported",
    ],
    ["a broadcast", says(LIVE), "source_live"],
    ["a playlist without parts", says("#EXTM3U\n#EXT-X-ENDLIST"), "source_unsupported"],
    ["a playlist of files", says(VOD.replace("a.ts", "file:///etc/passwd")), "source_unsupported"],
    [
      "a playlist with an odd range",
      says(VOD.replace("a.ts", "#EXT-X-BYTERANGE:x@0\na.ts")),
      "source_unsupported",
    ],
    [
      "a playlist with an odd vector",
      says(keyed('METHOD=AES-128,URI="k",IV=0xZZ')),
      "source_unsupported",
    ],
    [
      "a playlist of 50,001 parts",
      says(`#EXTM3U\n${"#EXTINF:1,\na.ts\n".repeat(50_001)}#EXT-X-ENDLIST`),
      "source_too_large",
    ],
    ["a protected playlist", says(keyed('METHOD=SAMPLE-AES,URI="x"')), "source_protected"],
    [
      "a playlist of FairPlay",
      says(keyed('METHOD=AES-128,KEYFORMAT="com.apple.streamingkeydelivery",URI="skd://x"')),
      "source_protected",
    ],
    [
      "variants without an address",
      says("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1"),
      "source_unsupported",
    ],
    [
      "variants that are gone",
      says("#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n/gone.m3u8"),
      "source_not_found",
    ],
    ["a manifest of a broadcast", says('<MPD type="dynamic"></MPD>'), "source_live"],
    [
      "a protected manifest",
      dash("<AdaptationSet><ContentProtection/></AdaptationSet>"),
      "source_protected",
    ],
    ["a manifest without forms", dash(""), "source_unsupported"],
    ["periods without forms", dash("</Period><Period>"), "source_unsupported"],
    ["a manifest that breaks off", says("<MPD type="), "source_unsupported"],
    [
      "a manifest of a million segments",
      dash(
        track(
          '<SegmentTemplate media="$Number$" initialization="i" timescale="1000000" duration="1"/>',
        ),
      ),
      "source_too_large",
    ],
    [
      "a manifest of files",
      dash(track('<SegmentTemplate media="file:///$Number$" initialization="i" duration="6"/>')),
      "source_unsupported",
    ],
  ])("API-17 TLS-4 %s", async (_what, answer, expected) => {
    fixtures.on("/bad", answer);
    expect(await errorKeyOf(fixtures.at("/bad"))).toBe(expected);
    expect(resolveDownload.errors).toContain(expected);
  });

  it.each([
    ["a loop", (at: number) => `/loop?${at + 1}`],
    ["a chain that does not end", (at: number) => `/chain/${at}`],
  ])("API-17 %s is left", async (name, next) => {
    let at = 0;
    const pathname = name === "a loop" ? "/loop" : "/chain";
    const answer = (_request: unknown, response: ServerResponse): void => {
      response.writeHead(302, { location: next(at++) }).end();
    };
    fixtures.on(pathname, answer);
    for (let i = 0; i < 10; i++) fixtures.on(`/chain/${i}`, answer);
    expect(await errorKeyOf(fixtures.at(pathname))).toBe("source_unavailable");
    expect(at).toBeLessThan(8);
  });
});

describe("media that break off say why", () => {
  /** Reads the media of a link to its end. */
  async function endOf(pathname: string): Promise<string> {
    try {
      const { formats } = await find(fixtures.at(pathname));
      const { body } = await source.open(formats[0]!, {
        signal: signal(),
        userId: "ada",
      });
      await new Response(body).arrayBuffer();
      return "read";
    } catch (error) {
      return keyOf(error);
    }
  }
  const PART = Buffer.alloc(188 * 10, 0x47);

  it.each<readonly [what: string, list: string, part: Answer, expected: string]>([
    ["a part that is gone", VOD, fails(404), "source_not_found"],
    ["a part that is refused after some", VOD, fails(403), "source_refused"],
    ["a part that always fails", VOD, fails(503), "source_unavailable"],
    ["a part inside", VOD, leads("http://10.0.0.1/a.ts"), "source_blocked"],
    ["a key of an odd length", keyed('METHOD=AES-128,URI="key"'), says(PART), "source_protected"],
    [
      "a part that its key does not open",
      keyed('METHOD=AES-128,URI="right"'),
      says(PART.subarray(0, 100)),
      "source_unavailable",
    ],
    ["a part as it should be", VOD, says(PART), "read"],
  ])("API-17 TLS-4 %s", async (_what, list, part, expected) => {
    fixtures.on("/media/list", says(list));
    fixtures.on("/media/a.ts", part);
    fixtures.on("/media/key", says("short"));
    fixtures.on("/media/right", says(Buffer.alloc(16, 7)));
    expect(await endOf("/media/list")).toBe(expected);
  });

  it("TLS-4 a file that is shorter than its server says ends, and says so", async () => {
    fixtures.on("/short.mp3", (_request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg", "content-length": "9999" });
      response.write(Buffer.concat([Buffer.from("ID3"), Buffer.alloc(5000)]), () =>
        response.destroy(),
      );
    });
    expect(await endOf("/short.mp3")).not.toBe("read");
  });
});
