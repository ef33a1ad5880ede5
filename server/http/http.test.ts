import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { login } from "#core/api/accounts/login.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { settle } from "#core/api/usage/settle.ts";
import { isOwnPath } from "../app.ts";
import { type Db, DatabaseUnavailable } from "../db/db.ts";
import { describeOnDatabases } from "../db/test-databases.ts";
import { type TestServer, createTestServer, TEST_SETTINGS } from "../testing/test-server.ts";
import { acceptedLanguages } from "./accept-language.ts";
import {
  clientAddress,
  clientKey,
  createProxies,
  isLoopback,
  networksOf,
} from "./client-address.ts";
import { createRateLimit } from "./rate-limit.ts";
import { sharedHeaders } from "./headers.ts";

const BASE = "http://api.example";
const JSON_TYPE = { "content-type": "application/json" };
const good = { email: "a@example.org", password: "a fine long sentence" };

describeOnDatabases("requests", ({ fresh }) => {
  let server: TestServer;
  beforeAll(async () => (server = await createTestServer(await fresh())));
  afterAll(() => server.close());
  afterEach(() => server.advance(3_600_000));

  const post = (body: BodyInit, headers: Record<string, string> = JSON_TYPE, path = login.path) =>
    server.app.request(
      `${BASE}${path}`,
      { method: "POST", body, headers },
      { incoming: { socket: { remoteAddress: "192.0.2.1" } } },
    );
  const keyOf = async (response: Response) => {
    const { key } = (await response.json()) as { key?: string };
    return [response.status, key];
  };

  it("API-3 rejects requests that violate the schema", async () => {
    for (const body of [
      "",
      "{",
      "null",
      "[]",
      "1",
      '"a"',
      "{}",
      "not json",
      JSON.stringify({ ...good, admin: true }),
      JSON.stringify({ ...good, password: 5 }),
      JSON.stringify({ ...good, email: ["a@example.org"] }),
      '{"email":"a@example.org","email":"b@example.org","password":"x"}',
      '{"email":"a@example.org","password":"x","__proto__":{"a":1}}',
      '{"email":"a@example.org","p\\u0061ssword":"x","password":"y"}',
      '{"email":"a@example.org","password":"x\\u0000y"}',
      `${"[".repeat(30_000)}${"]".repeat(30_000)}`,
      "\u{FEFF}{}",
    ]) {
      const [status, key] = await keyOf(await post(body));
      expect([status, key], body.slice(0, 60)).toEqual([
        400,
        expect.stringMatching(/^(invalid_request|email_invalid)$/),
      ]);
    }
  });

  it("API-3 refuses text that is not valid Unicode", async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"email":"a@example.org","password":"'),
      Buffer.from([0xc3, 0x28, 0xff]),
      Buffer.from('"}'),
    ]);
    expect(await keyOf(await post(bytes))).toEqual([400, "invalid_request"]);
  });

  it("API-3 takes JSON alone: forms and text are refused", async () => {
    const body = JSON.stringify(good);
    for (const type of [
      "text/plain",
      "application/x-www-form-urlencoded",
      "multipart/form-data; boundary=x",
      "application/json; charset=latin1",
      "application/jsonp",
      "",
    ])
      expect((await post(body, { "content-type": type })).status, type).toBe(415);
    for (const type of ["application/json", "Application/JSON; charset=UTF-8"])
      expect(await keyOf(await post(body, { "content-type": type }))).toEqual([
        400,
        "invalid_credentials",
      ]);
  });

  it("API-3 refuses bodies of more than 64 kB, announced or not", async () => {
    const big = JSON.stringify({ ...good, password: "x".repeat(70_000) });
    expect(await keyOf(await post(big))).toEqual([413, "too_large"]);
    const endless = new ReadableStream<Uint8Array>({
      pull: (sink) => sink.enqueue(new Uint8Array(10_000).fill(120)),
    });
    const response = await server.app.request(
      new Request(`${BASE}${login.path}`, {
        method: "POST",
        body: endless,
        headers: JSON_TYPE,
        duplex: "half",
      } as RequestInit),
    );
    expect(await keyOf(response)).toEqual([413, "too_large"]);
  });

  it("API-10 takes calls without a content with an empty body", async () => {
    const { token } = await server.addUser();
    const headers = { authorization: token, "idempotency-key": "a-key-of-mine" };
    const response = await server.app.request(`${BASE}${claimDaily.path}`, {
      method: "POST",
      headers,
    });
    expect(response.status).toBe(200);
  });

  it("API-17 refuses unknown and repeated parts of a query", async () => {
    const { token } = await server.addUser();
    const ask = (query: string) =>
      server.app.request(`${BASE}${getUser.path}${query}`, { headers: { authorization: token } });
    expect((await ask("")).status).toBe(200);
    for (const query of ["?a=1", "?__proto__=1", "?a=1&a=2"])
      expect((await ask(query)).status, query).toBe(400);
  });

  it("API-17 knows its addresses and methods", async () => {
    for (const [method, path, status, key] of [
      ["GET", "/audio/api/user/nothing", 404, "not_found"],
      ["GET", login.path, 405, "method_not_allowed"],
      ["DELETE", login.path, 405, "method_not_allowed"],
      ["PUT", getUser.path, 405, "method_not_allowed"],
      ["GET", `${getUser.path}/../../secret`, 404, "not_found"],
      ["GET", "/audio/api/%2e%2e/%00", 404, "not_found"],
    ] as const)
      expect(
        await keyOf(await server.app.request(BASE + path, { method })),
        `${method} ${path}`,
      ).toEqual([status, key]);
    for (const own of [login.path, "/audio/api/x", "/igweb/api/x", "/healthz", "/metrics"])
      expect(isOwnPath(own)).toBe(true);
    for (const other of ["/", "/audio-trimmer", "/audio/api", "/healthz/x", "/metricsx"])
      expect(isOwnPath(other)).toBe(false);
  });

  it("API-3 says in headers what browsers must not do with answers", async () => {
    for (const response of [
      await post(JSON.stringify(good)),
      await server.app.request(`${BASE}/healthz`),
      await server.app.request(`${BASE}/x`),
    ]) {
      expect(Object.fromEntries(response.headers)).toMatchObject({
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
        "referrer-policy": "no-referrer",
        "strict-transport-security": "max-age=63072000",
        "x-content-type-options": "nosniff",
        vary: "Origin",
      });
      expect(response.headers.get("content-type")).toContain("charset=utf-8");
      expect(response.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
      expect(response.headers.get("set-cookie")).toBeNull();
    }
  });

  it("API-3 names hosts below its own for HTTPS where the operator says so, and nothing over HTTP", () => {
    const hsts = (over: Partial<typeof TEST_SETTINGS>) =>
      sharedHeaders({ ...TEST_SETTINGS, ...over }, null, "id")["Strict-Transport-Security"];
    expect(hsts({})).toBe("max-age=63072000");
    expect(hsts({ hstsSubdomains: true })).toBe("max-age=63072000; includeSubDomains");
    expect(hsts({ publicUrl: "http://localhost", hstsSubdomains: true })).toBeUndefined();
  });

  it("API-3 lets the pages of known origins call it, and of no others", async () => {
    const [origin] = TEST_SETTINGS.corsOrigins;
    const ask = (from: string, method: string) =>
      server.app.request(`${BASE}${login.path}`, {
        method,
        headers: { origin: from, "access-control-request-method": "POST" },
      });
    const allowed = await ask(origin!, "OPTIONS");
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get("access-control-allow-origin")).toBe(origin);
    expect(allowed.headers.get("access-control-allow-methods")).toBe("POST");
    expect(allowed.headers.get("access-control-allow-headers")).toContain("Idempotency-Key");
    const answered = await ask(origin!, "POST");
    expect(answered.headers.get("access-control-expose-headers")).toContain("Retry-After");
    for (const from of [
      "null",
      "https://evil.example",
      `${origin}.evil.example`,
      "https://Fermata.example:444",
      `${origin}/`,
      "*",
    ]) {
      const response = await ask(from, "OPTIONS");
      for (const [name] of response.headers)
        if (
          name !== "access-control-allow-methods" &&
          name !== "access-control-allow-headers" &&
          name !== "access-control-max-age"
        )
          expect(name).not.toContain("access-control");
      expect(response.headers.get("access-control-allow-origin")).toBeNull();
      expect(response.headers.get("vary")).toBe("Origin");
    }
  });

  it("API-3 wants the header that repeats its cookie, where there is one", async () => {
    const body = JSON.stringify(good);
    for (const [cookie, header, status] of [
      ["XSRF-TOKEN=abc", undefined, 403],
      ["XSRF-TOKEN=abc", "abd", 403],
      ["a=b; XSRF-TOKEN=abc", "", 403],
      ["a=b; XSRF-TOKEN=abc", "abc", 400],
      ["XSRF-TOKEN=a%20c", "a c", 400],
      ["XSRF-TOKEN=%zz", "%zz", 400],
      ["OTHER-XSRF-TOKEN=abc", undefined, 400],
    ] as const) {
      const headers = {
        ...JSON_TYPE,
        cookie,
        ...(header !== undefined && { "x-xsrf-token": header }),
      };
      expect((await post(body, headers)).status, `${cookie} ${header}`).toBe(status);
    }
  });

  it("API-3 the names of that cookie and that header are the configured ones", async () => {
    const xsrf = { cookie: "a.b", header: "X-Other" };
    const { app } = await createTestServer(server.deps.settings.database, {
      db: server.deps.db,
      xsrf,
    });
    const ask = (method: string, headers: Record<string, string> = {}) =>
      app.request(
        `${BASE}${login.path}`,
        { method, headers: { ...JSON_TYPE, ...headers }, ...(method === "POST" && { body: "{}" }) },
        { incoming: { socket: { remoteAddress: "192.0.2.1" } } },
      );
    expect((await ask("POST", { cookie: "a.b=abc" })).status).toBe(403);
    expect((await ask("POST", { cookie: "a.b=abc", "x-other": "abc" })).status).toBe(400);
    expect((await ask("POST", { cookie: "aXb=abc; XSRF-TOKEN=abc" })).status).toBe(400);
    const allowed = (await ask("OPTIONS")).headers.get("access-control-allow-headers");
    expect(allowed).toMatch(/, X-Other$/);
  });

  it("API-17 no user can access data of others", async () => {
    const [one, two] = [await server.addUser(), await server.addUser()];
    await server.call(claimDaily, {}, one);
    const { data } = await server.call(reserve, { tool: "downloader", seconds: 1 }, one);
    expect(await server.call(settle, { usage_id: data.usage_id }, two)).toMatchObject({
      status: 404,
      key: "not_found",
    });
    expect((await server.call(settle, { usage_id: data.usage_id }, one)).status).toBe(200);
  });

  it("API-3 holds off a client that asks too much, and no other", async () => {
    const { settings, db } = server.deps;
    const guarded = await createTestServer(settings.database, {
      db,
      settings: { ...settings, requestsPerSecond: 20 },
    });
    const ask = (client: string) => guarded.call(getUser, {}, { client });
    const statuses = new Set<number>();
    for (let n = 0; n < 260; n++) statuses.add((await ask("198.51.100.50")).status);
    expect([...statuses]).toEqual([401, 429]);
    const held = await ask("198.51.100.50");
    expect(held).toMatchObject({ status: 429, key: "too_many_tries" });
    expect(Number(held.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await ask("198.51.100.51")).status).toBe(401);
  });

  it("API-17 reports its health, and its metrics only to its operator", async () => {
    const ask = (path: string, remoteAddress: string, headers = {}) =>
      server.app.request(BASE + path, { headers }, {
        incoming: { socket: { remoteAddress } },
      } as never);
    const health = await ask("/healthz", "198.51.100.1");
    expect([health.status, await health.text()]).toEqual([200, "ok\n"]);
    expect((await ask("/metrics", "198.51.100.1")).status).toBe(404);
    // A local proxy may not add any header.
    expect((await ask("/metrics", "127.0.0.1")).status).toBe(404);
    const { settings, db } = server.deps;
    const other = await createTestServer(settings.database, {
      db,
      settings: { ...settings, metricsToken: "m".repeat(20) },
    });
    const read = (authorization: string) =>
      other.app.request(`${BASE}/metrics`, { headers: { authorization } });
    expect((await read("Bearer wrong")).status).toBe(404);
    const numbers = await read(`Bearer ${"m".repeat(20)}`);
    expect(await numbers.text()).toContain(
      'toolkit_requests_total{method="GET",path="/metrics",status="404"}',
    );
  });
});

describe("faults of the server", () => {
  const failing = (error: Error): Db => ({
    engine: "sqlite",
    read: () => Promise.reject(error),
    write: () => Promise.reject(error),
    close: async () => {},
  });
  const settings = { url: null, file: "", connections: 1 };

  it("ERR-1 an unreachable database is reported as unavailable, without details", async () => {
    const server = await createTestServer(settings, {
      db: failing(new DatabaseUnavailable("secret place")),
    });
    const answer = await server.call(login, good);
    expect(answer).toMatchObject({ status: 503, key: "unavailable" });
    expect(answer.headers.get("retry-after")).toBe("5");
    expect(JSON.stringify(answer)).not.toContain("secret");
    expect((await server.app.request(`${BASE}/readyz`)).status).toBe(503);
  });

  it("ERR-1 an unforeseen fault is internal; the log has it, the answer its number", async () => {
    const server = await createTestServer(settings, { db: failing(new Error("secret thing")) });
    const answer = await server.call(login, good);
    expect(answer).toMatchObject({ status: 500, key: "internal" });
    expect(JSON.stringify(answer)).not.toContain("secret");
    const logged = server.logs.find(({ event }) => event === "request_failed");
    expect(logged?.values["requestId"]).toBe(answer.headers.get("x-request-id"));
    expect(String(logged?.values["error"])).toContain("secret thing");
  });
});

describe("parts of requests", () => {
  it("API-3 finds the client behind trusted proxies only", () => {
    const proxies = createProxies(["10.0.0.0/8", "::1", "2001:db8::/32"]);
    for (const [peer, forwarded, client] of [
      ["198.51.100.1", "1.2.3.4", "198.51.100.1"],
      ["10.1.1.1", "1.2.3.4", "1.2.3.4"],
      ["10.1.1.1", "6.6.6.6, 1.2.3.4", "1.2.3.4"],
      ["10.1.1.1", "6.6.6.6, 1.2.3.4, 10.2.2.2", "1.2.3.4"],
      ["::ffff:10.1.1.1", "::ffff:1.2.3.4", "1.2.3.4"],
      ["10.1.1.1", "nonsense", "10.1.1.1"],
      ["10.1.1.1", null, "10.1.1.1"],
      ["2001:db8::1", "2001:dead::5", "2001:dead::5"],
      [undefined, "1.2.3.4", ""],
    ] as const)
      expect(clientAddress(peer, forwarded, proxies)).toBe(client);
    expect([
      isLoopback("127.0.0.1"),
      isLoopback("::ffff:127.0.0.1"),
      isLoopback("::1"),
      isLoopback("10.0.0.1"),
      isLoopback(undefined),
    ]).toEqual([true, true, true, false, false]);
  });

  it("API-3 counts a network of IPv6 as one client", () => {
    expect(clientKey("1.2.3.4")).toBe("1.2.3.4");
    for (const four of ["1.2.3.4", "::ffff:1.2.3.4", "::FFFF:102:304", "64:ff9b::102:304"])
      expect(networksOf(four)).toEqual({ client: "1.2.3.4", site: null, wide: "1.2.3.0/24" });
    expect(networksOf("2001:db8:0:1:aaaa::1")).toEqual({
      client: "2001:db8:0:1::/64",
      site: "2001:db8:0::/48",
      wide: "2001:db8::/32",
    });
    expect(networksOf("::1.2.3.4")).toEqual(networksOf("::102:304"));
    expect(networksOf("")).toEqual({ client: "", site: null, wide: "" });
    expect(clientKey("2001:db8:0:1:aaaa::1")).toBe("2001:db8:0:1::/64");
    expect(clientKey("2001:DB8:0:1::2")).toBe("2001:db8:0:1::/64");
    expect(clientKey("::1")).toBe("0:0:0:0::/64");
    expect(clientKey("fe80::1%eth0")).toBe("fe80:0:0:0::/64");
  });

  it("API-3 the limit forgets, and gives back with time", () => {
    let now = 0;
    const ask = createRateLimit(() => now, 0.25);
    const limit = (client: string) => ask({ client, site: null, wide: "all" });
    expect([1, 2, 3, 4].map(() => limit("a"))).toEqual([0, 0, 0, 4]);
    now += 4000;
    expect([limit("a"), limit("a") > 0, limit("b")]).toEqual([0, true, 0]);
    now -= 5000;
    expect(limit("a")).toBeGreaterThan(0);
  });

  it("API-3 a site that asks too much is held off; a wide network but for the quiet ones in it", () => {
    let now = 0;
    const limit = createRateLimit(() => now, 1);
    const of = (site: number, client: number) =>
      networksOf(`2001:db8:${site.toString(16)}:${client.toString(16)}::1`);
    // The burst limit is 12 requests for a client, 48 for its site, 192 for the wide network.
    const inSite = Array.from({ length: 60 }, (_, n) => limit(of(1, n)));
    expect(inSite.map((wait) => wait === 0)).toEqual(Array.from({ length: 60 }, (_, n) => n < 48));
    expect(limit(of(2, 1))).toBe(0);
    for (let n = 0; n < 143; n++) expect(limit(of(2 + Math.floor(n / 12), n)), `${n}`).toBe(0);
    // After the wide network has used up its limit, each site may still use a quarter of its own.
    const strangers = Array.from({ length: 20 }, (_, n) => limit(of(500, n % 8)) === 0);
    expect(strangers.filter(Boolean)).toHaveLength(13);
    expect(limit(of(501, 1))).toBe(0);
    expect(limit(of(1, 200))).toBeGreaterThan(0);
    expect(limit(networksOf("2001:db9::1"))).toBe(0);
    now += 60_000;
    expect(limit(of(1, 200))).toBe(0);
  });

  it("API-3 a client behind a crowded /24 is let through while it is quiet", () => {
    const limit = createRateLimit(() => 0, 1);
    for (let n = 0; n < 192; n++) expect(limit(networksOf(`203.0.113.${n % 16}`))).toBe(0);
    const quiet = Array.from({ length: 6 }, () => limit(networksOf("203.0.113.200")) === 0);
    expect(quiet).toEqual([true, true, true, true, false, false]);
    expect(limit(networksOf("203.0.113.201"))).toBe(0);
    expect(limit(networksOf("203.0.114.1"))).toBe(0);
  });

  it("USR-4 reads the preferred languages", () => {
    expect(acceptedLanguages("de;q=0.5, ar, *;q=0.1, en;q=0, x y, pt-BR;q=0.9")).toEqual([
      "ar",
      "pt-BR",
      "de",
    ]);
    expect(acceptedLanguages(null)).toEqual([]);
    expect(acceptedLanguages("a;q=".repeat(100_000))).toEqual([]);
  });
});
