import fs from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Slots } from "../../deps/slots.ts";
import type { Network } from "../net/fetch-public.ts";
import { openGate } from "./open-gate.ts";
import { failureOf, readInfo } from "./read-info.ts";
import { runProgram } from "./run-program.ts";
import { createYtDlpSource } from "./yt-dlp-source.ts";

/** Shortened output of `yt-dlp --dump-single-json`. */
const VIDEO = {
  _type: "video",
  id: "abc",
  title: "A walk\u202e by the river",
  uploader: "Ada",
  duration: 61.5,
  thumbnail: "https://i.example/a.jpg",
  webpage_url: "https://video.example/abc",
  live_status: "not_live",
  chapters: [{ start_time: 0, end_time: 30, title: "Start" }],
  formats: [
    {
      format_id: "sb0",
      ext: "mhtml",
      protocol: "mhtml",
      vcodec: "none",
      acodec: "none",
      url: "https://i.example/sb",
    },
    {
      format_id: "251",
      ext: "webm",
      protocol: "https",
      vcodec: "none",
      acodec: "opus",
      abr: 130.5,
      filesize: 1_000_000,
      url: "https://cdn.example/251",
      http_headers: { "User-Agent": "Mozilla/5.0", Cookie: "secret=1" },
    },
    {
      format_id: "137",
      ext: "mp4",
      protocol: "https",
      vcodec: "avc1.640028",
      acodec: "none",
      tbr: 4000,
      height: 1080,
      filesize_approx: 3e7,
      url: "https://cdn.example/137",
    },
    {
      format_id: "18",
      ext: "mp4",
      protocol: "https",
      vcodec: "avc1.42001E",
      acodec: "mp4a.40.2",
      tbr: 500,
      height: 360,
      url: "https://cdn.example/18",
    },
    {
      format_id: "hls",
      ext: "mp4",
      protocol: "m3u8_native",
      vcodec: "none",
      acodec: "mp4a.40.2",
      url: "https://cdn.example/list.m3u8",
    },
    {
      format_id: "rtmp",
      ext: "flv",
      protocol: "rtmp",
      vcodec: "h264",
      acodec: "aac",
      url: "rtmp://cdn.example/x",
    },
  ],
};
const PLAYLIST = {
  _type: "playlist",
  title: "Lectures",
  channel: "Ada",
  entries: [
    {
      _type: "url",
      url: "https://video.example/1",
      title: "One",
      duration: 60,
      timestamp: 1_700_000_000,
    },
    { _type: "url", url: "javascript:alert(1)", title: "Two" },
    null,
    { _type: "url", url: "https://video.example/3", title: "[Private video]" },
  ],
};

/** A fake program whose behavior is determined by the link's path. */
const FAKE = `#!${process.execPath}
const [link] = process.argv.slice(-1);
const { pathname } = new URL(link);
const said = (value) => process.stdout.write(JSON.stringify(value));
const fail = (words) => { process.stderr.write("WARNING: x\\nERROR: [x] abc: " + words + "\\n"); process.exit(1); };
if (process.argv.at(-2) !== "--") fail("no separator");
else if (pathname === "/video") said(${JSON.stringify(VIDEO)});
else if (pathname === "/list") said(${JSON.stringify(PLAYLIST)});
else if (pathname === "/environment") said({ title: Object.keys(process.env).sort().join(), formats: ${JSON.stringify(VIDEO.formats.slice(1, 2))} });
else if (pathname === "/private") fail("Private video. Sign in if you've been granted access");
else if (pathname === "/unknown") fail("Unsupported URL: " + link);
else if (pathname === "/garbage") process.stdout.write("<html>");
else if (pathname === "/endless") setInterval(() => process.stdout.write("x".repeat(65536)), 1);
else if (pathname === "/sleeper") {
  const child = require("node:child_process").spawn("sleep", ["600"], { stdio: "inherit" });
  require("node:fs").writeFileSync(${JSON.stringify(path.join(os.tmpdir(), `toolkit-sleeper-${process.pid}`))}, String(child.pid));
  setInterval(() => {}, 1000);
}
`;
const SLEEPER = path.join(os.tmpdir(), `toolkit-sleeper-${process.pid}`);

const PATH = process.env["PATH"] ?? "";
let folder: string;
let program: string;
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), "toolkit-fake-"));
  program = path.join(folder, "yt-dlp");
  fs.writeFileSync(program, FAKE, { mode: 0o755 });
});
afterAll(() => {
  fs.rmSync(folder, { recursive: true });
  fs.rmSync(SLEEPER, { force: true });
});

const network: Network = {
  lookUp: async () => [{ address: "93.184.216.34", family: 4 }],
  isAllowed: (address) => address === "93.184.216.34",
};
const signal = (): AbortSignal => AbortSignal.timeout(20_000);
/** Slots that are limited to this process. */
function localSlots(): Slots {
  const taken = new Set<string>();
  return {
    take: async (slotKeys) => {
      const keys = slotKeys.map((one) => one.join(" "));
      if (keys.some((key) => taken.has(key))) return null;
      for (const key of keys) taken.add(key);
      return async () => keys.forEach((key) => taken.delete(key));
    },
  };
}
const open = (file = program, options: { pause?: () => Promise<unknown> } = {}) =>
  createYtDlpSource(
    { file, path: PATH },
    {
      network,
      slots: localSlots(),
      readInfo: async (json) => readInfo(Buffer.from(json).toString(), "http"),
      ...options,
    },
  );
const requestOptions = () => ({ signal: signal(), userId: "ada" });
const look = (pathname: string) =>
  open().resolve(new URL(`https://video.example${pathname}`), requestOptions());
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return !/\) Z /.test(fs.readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return false;
  }
};

describe("yt-dlp", () => {
  it("API-17 its formats are listed like others, without unavailable ones", async () => {
    expect(await look("/video")).toEqual({
      title: "A walk by the river",
      author: "Ada",
      duration: 61.5,
      picture: "https://i.example/a.jpg",
      chapters: [{ start: 0, title: "Start" }],
      entries: [],
      formats: [
        {
          id: "251",
          kind: "audio",
          source: "http",
          url: "https://cdn.example/251",
          headers: { "user-agent": "Mozilla/5.0" },
          type: "audio/webm",
          codec: "opus",
          bitrate: 130_500,
          height: null,
          size: 1_000_000,
        },
        expect.objectContaining({
          id: "137",
          kind: "video",
          codec: "h264",
          height: 1080,
          size: 3e7,
        }),
        expect.objectContaining({ id: "18", kind: "both", codec: "aac", bitrate: 500_000 }),
        expect.objectContaining({ id: "hls", kind: "audio", list: "hls" }),
      ],
    });
  });

  it("API-17 a playlist is a list of links", async () => {
    const found = await look("/list");
    expect(found).toMatchObject({ title: "Lectures", author: "Ada", formats: [] });
    expect(found!.entries).toEqual([
      { url: "https://video.example/1", title: "One", duration: 60, published: 1.7e12 },
      { url: "https://video.example/3", title: "[Private video]", duration: null, published: null },
    ]);
  });

  it("API-17 it sees nothing of the server's environment", async () => {
    expect((await look("/environment"))!.title).toBe("HOME,LANG,PATH,PYTHONUTF8");
  });

  it("API-17 what it does not know is for others, and what it refuses has its cause", async () => {
    expect(await look("/unknown")).toBeNull();
    await expect(look("/private")).rejects.toMatchObject({ key: "source_private" });
    await expect(look("/garbage")).rejects.toMatchObject({ key: "source_changed" });
    const missing = open(path.join(folder, "none"));
    await expect(
      missing.resolve(new URL("https://video.example/"), requestOptions()),
    ).rejects.toMatchObject({ key: "source_unavailable" });
  });

  it("API-17 an address inside is not even handed to it", async () => {
    await expect(
      open().resolve(new URL("http://127.0.0.1/video"), requestOptions()),
    ).rejects.toMatchObject({
      key: "source_blocked",
    });
  });

  it("API-17 an account has one lookup at a time: its others wait for that, and not before those of others", async () => {
    const pauses: (() => void)[] = [];
    const source = open(program, { pause: () => new Promise<void>((on) => pauses.push(on)) });
    const leaving = new AbortController();
    const link = (name: string) => new URL(`https://video.example/${name}`);
    fs.rmSync(SLEEPER, { force: true });
    const first = source
      .resolve(link("sleeper"), { signal: leaving.signal, userId: "ada" })
      .catch((error: unknown) => error);
    while (!fs.existsSync(SLEEPER)) await wait(10);
    let second: unknown = null;
    const waiting = source
      .resolve(link("video"), requestOptions())
      .then((found) => (second = found));
    await expect.poll(() => pauses.length).toBe(1);
    // The second of the two concurrent programs is available to another account.
    const others = { signal: signal(), userId: "bo" };
    expect(await source.resolve(link("video"), others)).toMatchObject({ author: "Ada" });
    expect(second).toBeNull();
    leaving.abort();
    await first;
    pauses[0]!();
    expect(await waiting).toMatchObject({ author: "Ada" });
  });

  it("API-17 a lookup that waits too long for another one of its account is refused", async () => {
    let pauses = 0;
    const pause = async (): Promise<void> => void pauses++;
    const source = open(program, { pause });
    const leaving = new AbortController();
    const link = new URL("https://video.example/sleeper");
    const first = source
      .resolve(link, { signal: leaving.signal, userId: "ada" })
      .catch((error: unknown) => error);
    await expect(source.resolve(link, requestOptions())).rejects.toMatchObject({
      key: "too_many_tries",
      retryAfter: 10,
    });
    expect(pauses).toBe(20);
    leaving.abort();
    await first;
  });

  it("API-17 its process group is killed if the request ends, and if its output is too long", async () => {
    fs.rmSync(SLEEPER, { force: true });
    const leaving = new AbortController();
    const options = { signal: leaving.signal, time: 60_000, limit: 1e6, folder, path: PATH };
    const link = "https://video.example";
    const sleeping = runProgram(program, ["--", `${link}/sleeper`], options);
    const failure = sleeping.catch((error: unknown) => error);
    while (!fs.existsSync(SLEEPER) || fs.readFileSync(SLEEPER, "utf8") === "") await wait(10);
    const pid = Number(fs.readFileSync(SLEEPER, "utf8"));
    expect(isAlive(pid)).toBe(true);
    leaving.abort();
    expect(await failure).toMatchObject({ key: "source_unavailable" });
    await expect.poll(() => isAlive(pid)).toBe(false);
    const endless = { ...options, signal: signal() };
    await expect(runProgram(program, ["--", `${link}/endless`], endless)).rejects.toMatchObject({
      key: "source_unavailable",
    });
  });

  it.each([
    [
      "ERROR: [youtube] x: Video unavailable. This video has been removed by the uploader",
      "source_not_found",
    ],
    ["ERROR: [youtube] x: Sign in to confirm your age. Use --cookies", "source_login"],
    [
      "ERROR: [youtube] x: The uploader has not made this video available in your country",
      "source_region",
    ],
    ["ERROR: [x] This video is DRM protected", "source_protected"],
    ["ERROR: [youtube] x: This live event will begin in 3 hours.", "source_live"],
    ["ERROR: [x] Unable to download webpage: HTTP Error 429: Too Many Requests", "source_limited"],
    ["ERROR: [x] Unable to download webpage: HTTP Error 403: Forbidden", "source_refused"],
    ["ERROR: [x] x: Unable to extract title; please report this issue on …", "source_changed"],
    ["ERROR: [x] The read operation timed out", "source_unavailable"],
    ["", "source_unavailable"],
  ])("TLS-4 %s", (complaint, key) => {
    expect(failureOf(complaint).key).toBe(key);
  });

  it("TLS-4 live and paid media are refused", () => {
    const say = (value: object) => () => readInfo(JSON.stringify({ ...VIDEO, ...value }), "http");
    expect(say({ is_live: true })).toThrow("source_live");
    expect(say({ live_status: "is_upcoming" })).toThrow("source_live");
    const formats = VIDEO.formats.map((one) => ({ ...one, has_drm: true }));
    expect(say({ formats })).toThrow("source_protected");
  });
});

describe("its way out", () => {
  it("API-17 leads to public addresses alone, with its key, until it has fetched enough", async () => {
    const inside = http.createServer((_request, response) => response.end("x".repeat(1000)));
    await new Promise<void>((resolve) => inside.listen(0, "127.0.0.1", resolve));
    const { port } = inside.address() as AddressInfo;
    const ask = (gate: string, target: string, key = true): Promise<number> =>
      new Promise((resolve, reject) => {
        const { hostname, port: at, username, password } = new URL(gate);
        const login = Buffer.from(`${username}:${password}`).toString("base64");
        const headers = key ? { "proxy-authorization": `Basic ${login}` } : {};
        const request = http.request({ hostname, port: at, path: target, headers, agent: false });
        request.on("response", (message) => {
          message.resume();
          message.on("end", () => resolve(message.statusCode!));
          message.on("error", reject);
        });
        request.on("error", reject);
        request.end();
      });
    const open: Network = { ...network, lookUp: async () => [{ address: "127.0.0.1", family: 4 }] };
    const target = `http://media.example:${port}/`;
    const closed = await openGate(open, 1e6);
    expect(await ask(closed.url, target)).toBe(403);
    expect(await ask(closed.url, "http://169.254.169.254/")).toBe(403);
    expect(await ask(closed.url, target, false)).toBe(407);
    closed.close();
    const gate = await openGate({ ...open, isAllowed: (address) => address === "127.0.0.1" }, 1e6);
    expect(await ask(gate.url, target)).toBe(200);
    gate.close();
    inside.close();
  });

  describe("the limit of bytes", () => {
    const LIMIT = 100_000;
    const SIZE = 5_000_000;
    /**
     * Sends or receives data through a gate, by HTTP or through a tunnel. @returns the number of
     * transferred bytes
     */
    async function passed(way: "plain" | "tunnel", direction: "down" | "up"): Promise<number> {
      let arrived = 0;
      const far = http.createServer((request, response) => {
        request.on("data", ({ length }: Buffer) => (arrived += direction === "up" ? length : 0));
        if (direction === "down") response.end(Buffer.alloc(SIZE));
      });
      await new Promise<void>((resolve) => far.listen(0, "127.0.0.1", resolve));
      const { port } = far.address() as AddressInfo;
      const open: Network = {
        ...network,
        lookUp: async () => [{ address: "127.0.0.1", family: 4 }],
        isAllowed: () => true,
      };
      const gate = await openGate(open, LIMIT);
      const { hostname, port: at, username, password } = new URL(gate.url);
      const login = Buffer.from(`${username}:${password}`).toString("base64");
      const proxy = {
        host: hostname,
        port: at,
        headers: { "proxy-authorization": `Basic ${login}` },
      };
      const target = `media.example:${port}`;
      await new Promise<void>((resolve) => {
        const read = (request: http.ClientRequest): void => {
          request.on("response", (answer) => {
            answer.on("data", ({ length }: Buffer) => (arrived += length));
            answer.on("error", () => {});
            answer.on("close", resolve);
          });
          request.on("error", () => resolve());
          request.on("close", resolve);
          request.end(direction === "up" ? Buffer.alloc(SIZE) : undefined);
        };
        const method = direction === "up" ? "POST" : "GET";
        if (way === "plain") {
          read(http.request({ ...proxy, method, path: `http://${target}/`, agent: false }));
          return;
        }
        const tunnel = http.request({ ...proxy, method: "CONNECT", path: target, agent: false });
        tunnel.on("connect", (_answer, socket) => {
          read(http.request({ createConnection: () => socket, method, path: "/" }));
        });
        tunnel.end();
      });
      gate.close();
      far.closeAllConnections();
      await new Promise((resolve) => far.close(resolve));
      return arrived;
    }

    it.each(
      (["plain", "tunnel"] as const).flatMap((way) =>
        (["down", "up"] as const).map((direction) => [way, direction] as const),
      ),
    )("API-17 holds for a %s connection, %s", async (way, direction) => {
      const bytes = await passed(way, direction);
      expect(bytes).toBeLessThan(SIZE / 4);
    });

    it("API-17 holds for many small requests together", async () => {
      const far = http.createServer((_request, response) => response.end(Buffer.alloc(10_000)));
      await new Promise<void>((resolve) => far.listen(0, "127.0.0.1", resolve));
      const { port } = far.address() as AddressInfo;
      const open: Network = {
        ...network,
        lookUp: async () => [{ address: "127.0.0.1", family: 4 }],
        isAllowed: () => true,
      };
      const gate = await openGate(open, LIMIT);
      const { hostname, port: at, username, password } = new URL(gate.url);
      const login = Buffer.from(`${username}:${password}`).toString("base64");
      const ask = (): Promise<boolean> =>
        new Promise((resolve) => {
          const request = http.get({
            host: hostname,
            port: at,
            path: `http://media.example:${port}/`,
            headers: { "proxy-authorization": `Basic ${login}` },
            agent: false,
          });
          request.on("response", (answer) => {
            answer.resume().on("error", () => {});
            answer.on("close", () => resolve(answer.complete));
          });
          request.on("error", () => resolve(false));
        });
      let answered = 0;
      while (answered < 20 && (await ask())) answered++;
      expect(answered).toBeGreaterThan(5);
      expect(answered).toBeLessThan(11);
      gate.close();
      far.close();
    });
  });
});
