import net from "node:net";
import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { AnyCall } from "#core/api/contract/call.ts";
import { API_ERRORS } from "#core/api/contract/errors.ts";
import { createPasswords } from "../accounts/passwords.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { auditLedger } from "../ledger/audit.ts";
import { loadContract } from "../testing/test-contract.ts";
import { type TestServer, createTestServer } from "../testing/test-server.ts";
import { type Seeds, bodyOf, queryOf } from "../testing/fuzz-cases.ts";
import { type ServerProcess, isHealthy, sendBytes, startProcess } from "../testing/test-process.ts";
import { isLong, only } from "#tests/left-out.ts";

/** Rounds of ten concurrent requests. */
const ROUNDS = isLong ? 2000 : 90;
const TOGETHER = 10;
const SLOW = 200;

const { calls, raw } = await loadContract();
const PAGES = [
  "/audio/webhooks/sandbox",
  "/audio/receipts/x",
  "/audio/sandbox/x",
  "/audio/podcasts/x",
];

/** Attributes a failure to the current request rather than to the next one on the connection. */
const CLOSE = "Connection: close\r\n";
const TYPES = [
  "application/json",
  "application/json; charset=utf-8",
  "application/json;charset=latin1",
  "text/plain",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "audio/mpeg",
  "a",
];
const METHODS = [
  "GET",
  "POST",
  "HEAD",
  "PUT",
  "DELETE",
  "PATCH",
  "OPTIONS",
  "TRACE",
  "PROPFIND",
  "QUERY",
];

interface Fuzzed {
  /** Name of the call from which the request was generated. */
  readonly name: string;
  readonly bytes: Buffer;
  /**
   * Whether the body is shorter than declared, so that only the client's disconnect ends the
   * request.
   */
  readonly ends: boolean;
}

function arbitraryOf(tokens: readonly string[], seeds: Seeds): fc.Arbitrary<Fuzzed> {
  const headers = fc.record({
    token: fc.oneof(
      { arbitrary: fc.constantFrom(...tokens), weight: 8 },
      fc.constantFrom("", "x", "Bearer x", "\xff", "a".repeat(43), "é".repeat(43)),
    ),
    type: fc.oneof({ arbitrary: fc.constant(TYPES[0]!), weight: 12 }, fc.constantFrom(...TYPES)),
    key: fc.oneof(
      { arbitrary: fc.uuid(), weight: 8 },
      fc.constantFrom("the-same-key", "", "x", "k".repeat(500), "\x01\x02", "é".repeat(9)),
    ),
    // Many clients, so that rate limits do not end the search.
    client: fc.oneof(
      { arbitrary: fc.ipV4(), weight: 8 },
      fc.ipV6(),
      fc.constantFrom("", "unknown", "1.2.3.4, , ::1", ",".repeat(500), "300.1.1.1"),
    ),
    more: fc.oneof(
      { arbitrary: fc.constant(""), weight: 8 },
      fc.constantFrom(
        "Cookie: XSRF-TOKEN=a\r\n",
        "Cookie: XSRF-TOKEN=%zz\r\nX-XSRF-TOKEN: %zz\r\n",
        "Origin: null\r\n",
        "Accept-Language: ,;q=x,*;q=9,\xff\r\n",
        "Range: bytes=9-1\r\n",
        "Range: bytes=-\r\n",
        "If-None-Match: *\r\n",
        "Referer: //%00\r\n",
        "Content-Encoding: gzip\r\n",
        "Upgrade: websocket\r\nSec-WebSocket-Key: x\r\n",
        "Forwarded: for=x\r\n",
        "Host: second\r\n",
        `X-Long: ${"a".repeat(17_000)}\r\n`,
        "X-Many: a\r\n".repeat(400),
      ),
    ),
    host: fc.oneof(
      { arbitrary: fc.constant("api.example"), weight: 8 },
      fc.constantFrom("", "a b", "[::1", "a:99999", "é", "a/b", "user@host", "-"),
    ),
  });
  const target = fc.oneof(
    { arbitrary: fc.constantFrom<AnyCall>(...calls), weight: 10 },
    // A stream of events does not end.
    fc.constantFrom(
      ...raw.filter(({ path, type }) => path !== "/metrics" && type !== "text/event-stream"),
    ),
    fc.constantFrom(
      ...PAGES.flatMap((path) => [
        { method: "GET", path },
        { method: "POST", path },
      ]),
    ),
  );
  return target.chain((call) =>
    fc
      .record({
        method: fc.oneof(
          { arbitrary: fc.constant(call.method), weight: 12 },
          fc.constantFrom(...METHODS),
        ),
        path: fc.oneof(
          { arbitrary: fc.constant(call.path.replaceAll(/\{\w+\}/g, "events")), weight: 12 },
          fc
            .constantFrom("/", "//", "/%00", "/%", "/%zz", "/..;/", "*", "\\", "/\u00ff")
            .map((end) => call.path + end),
          fc.constantFrom("*", "http://[", "http://x/healthz", "/audio/api/%2e%2e/x", "//x/y", "x"),
        ),
        query: "request" in call && call.method === "GET" ? queryOf(call, seeds) : fc.constant(""),
        body: "request" in call ? bodyOf(call, seeds) : fc.uint8Array({ maxLength: 500 }),
        headers,
        // The body is sent with its length, in chunks, or with an incorrect length.
        length: fc.oneof(
          { arbitrary: fc.constant("right"), weight: 12 },
          fc.constantFrom("chunked", "long", "short", "none", "both", "wrong"),
        ),
      })
      .map(({ method, path, query, body, headers: given, length }) => {
        const hasBody = method !== "GET" && method !== "HEAD";
        const { token, type, key, client, more, host } = given;
        const head =
          `${method} ${path}${query} HTTP/1.1\r\nHost: ${host}\r\n${CLOSE}` +
          `Authorization: ${token}\r\nIdempotency-Key: ${key}\r\nX-Forwarded-For: ${client}\r\n` +
          `${hasBody ? `Content-Type: ${type}\r\n${announce(body.length, length)}` : ""}${more}\r\n`;
        const sent = hasBody ? (length === "chunked" ? chunked(body) : Buffer.from(body)) : "";
        const name = `${call.method} ${call.path}`;
        const bytes = Buffer.concat([Buffer.from(head, "latin1"), Buffer.from(sent)]);
        // A client that disconnects early is dropped before a database server has responded.
        return { name, bytes, ends: hasBody && length === "long" };
      }),
  );
}

function announce(size: number, how: string): string {
  const length = `Content-Length: ${how === "long" ? size + 9 : how === "short" ? size >> 1 : size}\r\n`;
  switch (how) {
    case "chunked":
      return "Transfer-Encoding: chunked\r\n";
    case "none":
      return "";
    case "both":
      return `${length}Transfer-Encoding: chunked\r\n`;
    case "wrong":
      return "Content-Length: -1\r\n";
    default:
      return length;
  }
}

function chunked(body: Uint8Array): Buffer {
  const half = body.length >> 1;
  const parts = [body.subarray(0, half), body.subarray(half)].filter(({ length }) => length > 0);
  return Buffer.concat([
    ...parts.flatMap((part) => [
      Buffer.from(`${part.length.toString(16)}\r\n`),
      part,
      Buffer.from("\r\n"),
    ]),
    Buffer.from("0\r\n\r\n"),
  ]);
}

/** Describes what is invalid in a response; null: the response is valid. */
function faultIn(text: string, statuses: readonly number[]): string | null {
  // A connection without a request is closed without a response.
  if (text === "") return null;
  const [status] = statuses;
  if (status === undefined || status < 200) return "no status";
  // Unreachable media on other servers are not an error of this server.
  if (status >= 500 && !text.includes('"key":"source_unavailable"')) return `status ${status}`;
  const body = text.slice(text.indexOf("\r\n\r\n") + 4);
  if (status < 400 || !/content-type: application\/json/i.test(text) || body === "") return null;
  const envelope = JSON.parse(body) as { code?: number; key?: string; message?: string };
  if (typeof envelope.code !== "number" || !envelope.message) return "no envelope";
  if (!Object.hasOwn(API_ERRORS, envelope.key ?? "")) return "an unknown error";
  return null;
}

describeOnDatabases("a server that is attacked", ({ fresh, engine }) => {
  // Cases without database access are tried on one engine only.
  const isFirst = engine === "sqlite";
  const once = only(isFirst, "on one of the databases");
  let inside: TestServer;
  let server: ServerProcess;
  let tokens: string[];
  let seeds: Seeds;
  let slow: Promise<number>;
  beforeAll(async () => {
    const settings = await fresh();
    inside = await createTestServer(settings, { passwords: createPasswords() });
    server = await startProcess(settings, { TRUSTED_PROXIES: "127.0.0.1" });
    const users = await Promise.all([1, 2, 3].map((n) => inside.addUser(`u${n}@example.org`)));
    tokens = users.map(({ token }) => token);
    seeds = {
      tool: ["cleaner", "splitter", "downloader"],
      plan_id: ["pack-60", "basic-monthly", "pro-yearly"],
      email: ["u1@example.org", "nobody@example.org"],
      code: ["000000"],
      usage_id: [inside.deps.ids()],
      order_id: [inside.deps.ids()],
      ids: [inside.deps.ids(), "x"],
      id: ["AAAAAAAAAAAAAAAA"],
      language: ["en", "de"],
      audio_url: ["https://cdn.example/a.mp3"],
      // No URL that leads off the local host.
      url: ["http://127.0.0.1/", "http://[::1]/a", "http://localhost:1/", "ftp://127.0.0.1/", "x:"],
      page: [1, 2, 1e9, Number.MAX_SAFE_INTEGER],
      page_size: [1, 100],
    };
    if (isFirst) slow = holdConnections(server.port);
  }, 60_000);
  afterAll(async () => {
    await server.close();
    await inside.close();
  }, 60_000);

  it(
    `API-17 ERR-1 refuses ${ROUNDS * TOGETHER} requests that are wrong in their form, and goes on`,
    async () => {
      const request = arbitraryOf(tokens, seeds);
      const seen = new Map<string, Set<string>>();
      await fc.assert(
        fc.asyncProperty(
          fc.array(request, { minLength: TOGETHER, maxLength: TOGETHER }),
          async (requests) => {
            const answers = await Promise.all(
              requests.map(({ bytes, ends }) => sendBytes(server.port, bytes, { ends })),
            );
            for (const [index, { text, statuses }] of answers.entries()) {
              const { bytes, name } = requests[index]!;
              const fault = faultIn(text, statuses);
              if (fault !== null)
                throw new Error(`${fault}\n${bytes.toString("latin1").slice(0, 2000)}\n\n${text}`);
              const answer = /"key":"\w+"/.exec(text)?.[0] ?? String(statuses[0] ?? "");
              if (answer !== "") seen.set(name, (seen.get(name) ?? new Set()).add(answer));
            }
          },
        ),
        { numRuns: ROUNDS, endOnFailure: true, ...(!isLong && { seed: 20_260_101 }) },
      );
      expect(await isHealthy(server)).toBe(true);
      expect(server.logged("request_failed")).toEqual([]);
      expect(await inside.deps.db.read(auditLedger)).toEqual([]);
      // Requests get far enough to produce different responses.
      const names = calls.map(({ method, path }) => `${method} ${path}`);
      expect(names.filter((name) => (seen.get(name)?.size ?? 0) < 2)).toEqual([]);
      const successes = names.filter((name) => seen.get(name)!.has("200"));
      expect(successes.length).toBeGreaterThan(5);
    },
    isLong ? 1_800_000 : 120_000,
  );

  it.each([
    ["a length below zero", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n", [400]],
    [
      "two lengths",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab",
      [400],
    ],
    [
      "a length and chunks",
      "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      [400],
    ],
    [
      "an encoding that nobody knows",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
      [400],
    ],
    [
      "a chunk of no size",
      "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      [404, 400],
    ],
    ["no host", "GET / HTTP/1.1\r\n\r\n", [400]],
    ["two hosts", `GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n${CLOSE}\r\n`, [400]],
    ["a NUL in a header", "GET / HTTP/1.1\r\nHost: x\r\nA: a\0b\r\n\r\n", [400]],
    ["a header without a name", "GET / HTTP/1.1\r\nHost: x\r\n: a\r\n\r\n", [400]],
    ["a line that goes on", `GET / HTTP/1.1\r\nHost: x\r\n a: b\r\n${CLOSE}\r\n`, [400]],
    ["a space before the colon", "GET / HTTP/1.1\r\nHost: x\r\nA : b\r\n\r\n", [400]],
    ["a version to come", "GET / HTTP/9.9\r\nHost: x\r\n\r\n", [400]],
    ["the beginning of HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", [400]],
    ["TLS", Buffer.from("160301020001000001fc0303", "hex"), [400]],
    ["a method of its own", "STEAL / HTTP/1.1\r\nHost: x\r\n\r\n", [400]],
    ["a long address", `GET /${"a".repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [431]],
    ["many headers", `GET / HTTP/1.1\r\nHost: x\r\n${"A: b\r\n".repeat(5000)}\r\n`, [431]],
    ["an expectation", `GET / HTTP/1.1\r\nHost: x\r\nExpect: gold\r\n${CLOSE}\r\n`, [417]],
  ])("API-17 refuses %s", once, async (_what, bytes, statuses) => {
    const answer = await sendBytes(server.port, bytes, { ends: true });
    expect(statuses).toContain(answer.statuses[0]);
    expect(await isHealthy(server)).toBe(true);
  });

  it(
    "API-17 answers what comes at once in its order, and takes no body for a request",
    once,
    async () => {
      const get = "GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n";
      const last = `GET /healthz HTTP/1.1\r\nHost: x\r\n${CLOSE}\r\n`;
      const many = await sendBytes(server.port, get.repeat(99) + last);
      expect(many.statuses).toEqual(Array(100).fill(200));
      // Rejected before the bodies, which look like requests, are read.
      const inner = "GET /metrics HTTP/1.1\r\nHost: x\r\n\r\n";
      const post = `POST /audio/api/user/logout HTTP/1.1\r\nHost: x\r\nContent-Type: text/plain\r\nContent-Length: ${inner.length}\r\n\r\n${inner}`;
      const mixed = await sendBytes(server.port, post + get + post + last);
      expect(mixed.statuses).toEqual([401, 200, 401, 200]);
      const unread = `POST /audio/api/nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${inner.length.toString(16)}\r\n${inner}\r\n0\r\n\r\n`;
      expect((await sendBytes(server.port, unread + last)).statuses).toEqual([404, 200]);
    },
  );

  it("API-17 releases clients that disconnect during a request", once, async () => {
    const whole = `POST ${calls[0]!.path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{"email":"a@example.org","password":"a fine long one"}`;
    for (let at = 1; at < whole.length; at += 7) {
      const { statuses } = await sendBytes(server.port, whole.slice(0, at), { ends: true });
      for (const status of statuses) expect(status).toBeLessThan(500);
    }
    expect(await isHealthy(server)).toBe(true);
  });

  it("API-3 answers others while 50 passwords are checked", once, async () => {
    let checked = 0;
    const body = (n: number) =>
      JSON.stringify({ email: `x${n}@example.org`, password: "a password" });
    const logins = Array.from({ length: 50 }, async (_, n) => {
      const answer = await sendBytes(
        server.port,
        `POST /audio/api/user/login/password HTTP/1.1\r\nHost: x\r\n${CLOSE}X-Forwarded-For: 198.51.100.${n}\r\nContent-Type: application/json\r\nContent-Length: ${body(n).length}\r\n\r\n${body(n)}`,
      );
      checked++;
      return answer.statuses[0];
    });
    await Promise.race(logins);
    expect(await isHealthy(server)).toBe(true);
    expect(checked).toBeLessThan(50);
    const statuses = await Promise.all(logins);
    // While the queue is long, further requests require proof of work.
    expect(statuses.filter((status) => status !== 400 && status !== 428)).toEqual([]);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(10);
  });

  it(`API-17 ends ${SLOW} connections that bring headers or bodies too slowly`, once, async () => {
    expect(await slow).toBe(SLOW);
    expect(await isHealthy(server)).toBe(true);
    expect(server.logged("request_failed")).toEqual([]);
  });
});

/** Opens connections that never complete a request. @returns how many the server has closed */
async function holdConnections(port: number): Promise<number> {
  const ends = Array.from({ length: SLOW }, async (_, n) => {
    const socket = net.connect({ port, host: "127.0.0.1" });
    socket.write(
      n % 2
        ? "GET /healthz HTTP/1.1\r\nHost: x\r\nX-Slow: "
        : "POST /audio/api/user/login/password HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 60\r\n\r\n{",
    );
    // An occasional byte does not complete a request.
    const drip = setInterval(() => socket.write("a"), 2000);
    socket.on("error", () => {});
    socket.resume();
    await new Promise((resolve) => socket.on("close", resolve));
    clearInterval(drip);
  });
  await Promise.all(ends);
  return ends.length;
}
