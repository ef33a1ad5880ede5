import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import fs from "node:fs";
import type { ServerResponse } from "node:http";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import type { Socket } from "node:net";
import path from "node:path";
import { setImmediate as turn } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { BufferSource } from "mediabunny";
import { openPartedInput } from "#audio/media/open-parts.ts";
import { remux } from "#audio/media/remux.ts";
import { readFrames } from "#runtime/panel-kit/fetch/read-frames.ts";
import { type FixtureServer, sendFile, startFixtures } from "#tests/links/fixture-server.ts";
import { probe, SECONDS } from "#tests/links/made-media.ts";
import type { FoundMedia, MediaFormat, MediaSource } from "../ports/media-source.ts";
import { createHttpSource } from "./http-source.ts";

let fixtures: FixtureServer;
let source: MediaSource;
beforeAll(async () => {
  fixtures = await startFixtures();
  source = createHttpSource(fixtures.network);
}, 120_000);
afterAll(() => fixtures.close());

const signal = (): AbortSignal => AbortSignal.timeout(20_000);
const look = async (pathname: string): Promise<FoundMedia> => {
  const found = await source.resolve(new URL(fixtures.at(pathname)), {
    signal: signal(),
    userId: "ada",
  });
  if (!found) throw new Error(`Nothing was found at ${pathname}`);
  return found;
};
const errorKeyOf = (pathname: string): Promise<string> =>
  source.resolve(new URL(fixtures.at(pathname)), { signal: signal(), userId: "ada" }).then(
    (found) => (found ? "found" : "nothing"),
    (error: unknown) => String((error as { key?: string }).key ?? error),
  );
const bytesOf = async (stream: ReadableStream<Uint8Array>): Promise<Buffer> =>
  Buffer.from(await new Response(stream).arrayBuffer());

/** Reads all parts of a format; part 0 is the playlist. */
async function partsOf(format: MediaFormat, part = 0): Promise<Map<number, Buffer>> {
  const { body } = await source.open(format, { signal: signal(), userId: "ada", part });
  const parts = new Map<number, Buffer[]>();
  let now = -1;
  let isWhole = false;
  for await (const frame of readFrames(body as ReadableStream<Uint8Array<ArrayBuffer>>)) {
    if (frame.kind === "begin") parts.set((now = frame.part), []);
    if (frame.kind === "bytes") parts.get(now)!.push(Buffer.from(frame.bytes));
    isWhole ||= frame.kind === "end";
  }
  expect(isWhole).toBe(true);
  return new Map([...parts].map(([at, chunks]) => [at, Buffer.concat(chunks)]));
}

/** Probes the concatenated parts with ffprobe. */
async function probed(format: MediaFormat) {
  const [, ...parts] = [...(await partsOf(format)).values()];
  const file = path.join(fixtures.folder, "joined");
  fs.writeFileSync(file, Buffer.concat(parts));
  return probe(file);
}
const text =
  (type: string, body: string) =>
  (_request: unknown, response: ServerResponse): void => {
    response.writeHead(200, { "content-type": type });
    response.end(body);
  };

const MEGABYTE = 1024 * 1024;

/** Returns a function that forces a garbage collection. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

describe("media of all kinds", () => {
  it.each([
    ["/song.mp3", "audio/mpeg", "audio"],
    ["/song.m4a", "audio/mp4", "audio"],
    ["/song.wav", "audio/wav", "audio"],
    ["/film.mp4", "video/mp4", "both"],
  ])("TLS-2 %s is a file of %s", async (pathname, type, kind) => {
    expect((await look(pathname)).formats).toMatchObject([{ type, kind }]);
  });

  it("TLS-2 the content determines the type, not the headers", async () => {
    fixtures.on("/liar.txt", (request, response) =>
      sendFile(path.join(fixtures.folder, "song.mp3"), request, response, {
        "content-type": "text/plain",
      }),
    );
    expect((await look("/liar.txt")).formats).toMatchObject([{ type: "audio/mpeg" }]);
    fixtures.on("/liar.mp3", text("audio/mpeg", "<!doctype html><title>Log in</title>"));
    expect(await errorKeyOf("/liar.mp3")).toBe("nothing");
  });

  it.each([
    ["/ts/list.m3u8", ["video", "audio"]],
    ["/fmp4/list.m3u8", ["video", "audio"]],
    ["/sound/list.m3u8", ["audio"]],
    ["/single/list.m3u8", ["audio"]],
    ["/aes/list.m3u8", ["audio"]],
  ])("TLS-2 %s comes in parts that ffprobe reads", async (pathname, kinds) => {
    const { duration, formats } = await look(pathname);
    expect(duration).toBeCloseTo(SECONDS, 0);
    expect(formats).toMatchObject([{ list: "hls", kind: "both" }]);
    const { streams, format } = await probed(formats[0]!);
    expect(streams.map((one) => one.codec_type).sort()).toEqual(kinds.toSorted());
    expect(Number(format.duration)).toBeCloseTo(SECONDS, 0);
  });

  it("TLS-2 variants of HLS, whose sound is apart", async () => {
    fixtures.on(
      "/master.m3u8",
      text(
        "audio/mpegurl",
        `#EXTM3U
#EXT-X-MEDIA:TYPE=AUDIO,GROUP-ID="a",NAME="English",DEFAULT=YES,URI="sound/list.m3u8"
#EXT-X-STREAM-INF:BANDWIDTH=800000,RESOLUTION=640x360,CODECS="avc1.42c01e,mp4a.40.2",AUDIO="a"
ts/list.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=96000,CODECS="mp4a.40.2"
sound/list.m3u8
#EXT-X-STREAM-INF:BANDWIDTH=1600000,RESOLUTION=1280x720,CODECS="avc1.42c01e,mp4a.40.2"
fmp4/list.m3u8
`,
      ),
    );
    const { formats, duration } = await look("/master.m3u8");
    expect(duration).toBeCloseTo(SECONDS, 0);
    expect(formats).toMatchObject([
      { kind: "video", height: 360, codec: "h264" },
      { kind: "audio", codec: "aac", bitrate: 96_000 },
      { kind: "both", height: 720, codec: "aac" },
    ]);
  });

  it("TLS-2 DASH has its tracks apart, each in parts", async () => {
    const { formats, duration } = await look("/dash/manifest.mpd");
    expect(duration).toBeCloseTo(SECONDS, 0);
    expect(formats.map(({ kind, codec }) => [kind, codec])).toEqual([
      ["video", "h264"],
      ["audio", "aac"],
    ]);
    for (const format of formats) {
      const { streams, format: whole } = await probed(format);
      expect(streams.map((one) => one.codec_type)).toEqual([format.kind]);
      expect(Number(whole.duration)).toBeCloseTo(SECONDS, 0);
    }
  });

  it("TLS-2 DASH with periods is one media, whose representations continue in the most similar ones", async () => {
    const manifest = fs.readFileSync(path.join(fixtures.folder, "dash/manifest.mpd"), "utf8");
    const [, period] = /<Period[^>]*>(.*)<\/Period>/s.exec(manifest)!;
    // The second period uses other names for its representations, and has an additional one.
    const second = period!
      .replaceAll("$RepresentationID$", (_all, at: number) =>
        String(period!.slice(0, at).match(/<Representation/g)!.length - 1),
      )
      .replace(/<AdaptationSet[^>]*contentType="audio".*?<\/AdaptationSet>/s, (set) => set + set)
      .replaceAll(/<Representation id="(\d)"/g, '<Representation id="b$1"');
    fixtures.on("/dash/periods.mpd", (_request, response) => {
      response.writeHead(200, { "content-type": "application/dash+xml" });
      response.end(
        `<MPD type="static" mediaPresentationDuration="P0Y0M0DT0H0M${2 * SECONDS}.0S"><Period start="PT0S">${period}</Period><Period start="PT${SECONDS}S">${second}</Period></MPD>`,
      );
    });
    const { formats, duration } = await look("/dash/periods.mpd");
    expect(duration).toBeCloseTo(2 * SECONDS, 0);
    expect(formats.map(({ kind }) => kind)).toEqual(["video", "audio"]);
    for (const format of formats) {
      const parts = await partsOf(format);
      const input = openPartedInput(
        new BufferSource(parts.get(0)!),
        (part) => new BufferSource(parts.get(part)!),
      );
      const file = path.join(fixtures.folder, "periods");
      const target = fs.openSync(file, "w");
      await remux([input], {
        pictures: "any",
        tags: {},
        chapters: [],
        write: async (position, data) => void fs.writeSync(target, data, 0, data.length, position),
        onProgress: () => {},
      });
      fs.closeSync(target);
      const { streams } = probe(file);
      expect(streams.map((one) => one.codec_type)).toEqual([format.kind]);
      expect(Number(streams[0]!.duration)).toBeCloseTo(2 * SECONDS, 0);
    }
  });

  it("API-17 downloads resume at the first missing segment", async () => {
    const { formats } = await look("/aes/list.m3u8");
    const all = await partsOf(formats[0]!);
    const rest = await partsOf(formats[0]!, 4);
    expect([...rest.keys()]).toEqual([...all.keys()].slice(4));
    expect(rest.get(4)).toEqual(all.get(4));
  });

  it("API-17 a part that fails at first is asked for again", async () => {
    let tries = 0;
    fixtures.on("/ts/list2.ts", (request, response) => {
      if (++tries < 3) return void response.writeHead(500).end();
      sendFile(path.join(fixtures.folder, "ts/list2.ts"), request, response);
    });
    const { formats } = await look("/ts/list.m3u8");
    expect((await partsOf(formats[0]!)).size).toBeGreaterThan(5);
    expect(tries).toBe(3);
  });

  it("TLS-3 a feed of 3,000 episodes is a list of them", async () => {
    const items = Array.from(
      { length: 3000 },
      (
        _,
        at,
      ) => `<item><title>Episode ${at}</title><pubDate>Mon, 0${(at % 9) + 1} Jan 2024 10:00:00 GMT</pubDate>
<itunes:duration>12</itunes:duration><enclosure url="/song.mp3?${at}" type="audio/mpeg" length="1"/></item>`,
    );
    const show = "<title>Show</title><itunes:author>Ada</itunes:author>";
    const feed = `<?xml version="1.0"?><rss><channel>${show}<itunes:image href="/cover.jpg"/>${items.join("")}</channel></rss>`;
    fixtures.on("/feed", text("application/rss+xml", feed));
    const found = await look("/feed");
    expect(found).toMatchObject({
      title: "Show",
      author: "Ada",
      picture: fixtures.at("/cover.jpg"),
    });
    expect(found.entries).toHaveLength(3000);
    expect(found.entries[2999]).toMatchObject({
      url: fixtures.at("/song.mp3?2999"),
      title: "Episode 2999",
      duration: 12,
    });
    expect(found.entries[0]!.published).toBe(Date.UTC(2024, 0, 1, 10));
  });

  it.each([
    [
      "Open Graph",
      '<meta property="og:title" content="Talk"><meta property="og:audio" content="/song.mp3">',
    ],
    [
      "schema.org",
      '<title>Talk</title><script type="application/ld+json">{"@type":"AudioObject","contentUrl":"/song.mp3"}</script>',
    ],
    ["a player", '<title>Talk</title><audio controls><source src="/song.mp3"></audio>'],
    [
      "oEmbed",
      '<title>-</title><link rel="alternate" type="application/json+oembed" href="/oembed.json">',
    ],
  ])("TLS-2 a page that names its media by %s", async (_way, head) => {
    fixtures.on(
      "/oembed.json",
      text(
        "application/json",
        JSON.stringify({ title: "Talk", author_name: "Ada", html: '<audio src="/song.mp3">' }),
      ),
    );
    fixtures.on("/page", text("text/html", `<!doctype html><html><head>${head}</head></html>`));
    const { title, formats } = await look("/page");
    expect(title).toBe("Talk");
    expect(formats).toMatchObject([{ type: "audio/mpeg", url: fixtures.at("/song.mp3") }]);
  });

  it("TLS-2 a page of a podcast leads to its feed", async () => {
    fixtures.on(
      "/show",
      text(
        "text/html",
        '<html><link rel="alternate" type="application/rss+xml" href="/feed"></html>',
      ),
    );
    expect((await look("/show")).entries).toHaveLength(3000);
  });
});

describe("streams", () => {
  it("API-17 ends with the visitor: nothing stays open, however much there is", async () => {
    fixtures.on("/endless.mp3", (request, response) => {
      response.writeHead(200, { "content-type": "audio/mpeg" });
      const audio = Buffer.concat([Buffer.from("ID3"), Buffer.alloc(64 * 1024)]);
      const more = (): void =>
        void (response.destroyed || response.write(audio, () => setImmediate(more)));
      more();
      request.on("close", () => response.destroy());
    });
    const { formats } = await look("/endless.mp3");
    const leaving = new AbortController();
    const sockets: Socket[] = [];
    const onSocket = (message: unknown): void =>
      void sockets.push((message as { socket: Socket }).socket);
    subscribe("net.client.socket", onSocket);
    const { body } = await source.open(formats[0]!, {
      signal: leaving.signal,
      userId: "ada",
    });
    unsubscribe("net.client.socket", onSocket);
    const [socket] = sockets as [Socket];
    expect(sockets).toHaveLength(1);
    const reader = body.getReader();
    const handedOn: WeakRef<ArrayBufferLike>[] = [];
    let seen = 0;
    for (const until of [4, 32, 128].map((megabytes) => megabytes * MEGABYTE)) {
      while (seen < until) {
        const { buffer, length } = (await reader.read()).value!;
        seen += length;
        if (handedOn.at(-1)?.deref() !== buffer) handedOn.push(new WeakRef(buffer));
      }
      // The client does not read. The server may buffer some data nevertheless, but only a limited
      // amount.
      for (let quiet = 0, before = socket.bytesRead; quiet < 500; quiet++) {
        await turn();
        if (socket.bytesRead > before) quiet = 0;
        before = socket.bytesRead;
        expect(before - seen).toBeLessThan(MEGABYTE);
      }
    }
    // Delivered chunks are not retained: all but the last have been garbage-collected.
    const held = (): number => handedOn.filter((one) => one.deref() !== undefined).length;
    const maxHeld = handedOn.length / 20;
    const collect = collector();
    for (let tries = 0; tries < 100 && held() > maxHeld; tries++) {
      await turn();
      collect();
    }
    expect(handedOn.length).toBeGreaterThan(1000);
    expect(held()).toBeLessThan(maxHeld);
    await reader.cancel();
    leaving.abort();
    for (let tries = 0; fixtures.open() > 0 && tries < 1e5; tries++) await turn();
    expect(fixtures.open()).toBe(0);
  });

  it("API-17 a range is handed on, and another file under the same link is sent as a whole", async () => {
    const { formats } = await look("/song.mp3");
    const first = await source.open(formats[0]!, { signal: signal(), userId: "ada" });
    const whole = await bytesOf(first.body);
    const open = (same: string) =>
      source.open(formats[0]!, {
        userId: "ada",
        signal: signal(),
        headers: { range: "bytes=1000-", "if-range": same },
      });
    const rest = await open(first.etag!);
    expect(rest).toMatchObject({
      status: 206,
      contentRange: `bytes 1000-${whole.length - 1}/${whole.length}`,
    });
    expect(await bytesOf(rest.body)).toEqual(whole.subarray(1000));
    const other = await open('"another"');
    expect(other.status).toBe(200);
    await other.body.cancel();
  });
});
