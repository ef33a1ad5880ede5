import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fs from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import type { AnyCall } from "#core/api/contract/call.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { login } from "#core/api/accounts/login.ts";
import { createApi } from "./api.ts";

const CONTRACT = path.join(import.meta.dirname, "../../../core/api");

/** Calls with an envelope, which are those of the client. */
const calls: AnyCall[] = [];
let server: Server;
let address: string;
/** Keys of the requests that have arrived, in order; null: no key. */
let arrived: (string | null)[];
/** What the server does with a request; nothing is the case to prove. */
let answer: (response: ServerResponse, at: number) => void;
let onArrived: () => void;
beforeAll(async () => {
  for (const file of fs.readdirSync(CONTRACT, { recursive: true, encoding: "utf8" }))
    if (/^(?!.*\.test\.).*\.ts$/.test(file)) {
      const found = (await import(path.join(CONTRACT, file))) as Record<string, unknown>;
      for (const value of Object.values(found))
        if (typeof value === "object" && value && "request" in value) calls.push(value as AnyCall);
    }
  server = createServer((request, response) => {
    request.resume();
    arrived.push((request.headers["idempotency-key"] as string | undefined) ?? null);
    answer(response, arrived.length);
    onArrived();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});
beforeEach(() => {
  arrived = [];
  answer = () => {};
  onArrived = () => {};
});

/** A client whose limits pass when a test says so. */
function setUp(isOnline = true) {
  const limits: { seconds: number; control: AbortController }[] = [];
  const warnings: unknown[] = [];
  let keys = 0;
  const api = createApi({
    baseUrl: address,
    fetch: (input, init) => fetch(input, init),
    token: () => "t0k",
    cookie: () => null,
    uuid: () => `key-${++keys}`,
    onWarning: (warning) => warnings.push(warning),
    onUnauthorized: () => {},
    onUncoded: () => {},
    online: () => isOnline,
    timeout(milliseconds) {
      const control = new AbortController();
      limits.push({ seconds: milliseconds / 1000, control });
      return control.signal;
    },
  });
  const expire = (): void =>
    limits.at(-1)!.control.abort(new DOMException("The time is over.", "TimeoutError"));
  return { api, limits, warnings, expire };
}
/** Lets the time of each request pass as soon as the server has it. */
async function callUnanswered(call: AnyCall, request: object = {}) {
  const client = setUp();
  onArrived = client.expire;
  const error: unknown = await client.api(call, request).catch((thrown: unknown) => thrown);
  return { ...client, error };
}

it("ERR-1 every call ends if the server accepts it and never answers; only what may be repeated is", async () => {
  expect(calls.length).toBeGreaterThan(50);
  for (const call of calls) {
    arrived = [];
    const { error, warnings, limits } = await callUnanswered(call);
    expect([call.name, error]).toEqual([
      call.name,
      expect.objectContaining({ name: "ApiError", status: 0, key: "unreachable" }),
    ]);
    expect([call.name, warnings]).toEqual([call.name, [{ key: "errors:unreachable" }]]);
    // A POST without a key that stays the same might be carried out twice.
    const isSafe =
      call.repeatable ??
      (call.method === "GET" || (call.idempotent === true && arrived[0] !== null));
    expect([call.name, arrived.length]).toEqual([call.name, isSafe ? 2 : 1]);
    expect(new Set(arrived).size).toBe(1);
    for (const { seconds } of limits) {
      expect(seconds).toBeGreaterThanOrEqual(20);
      expect(seconds).toBeLessThanOrEqual(120);
    }
  }
});

it("ERR-1 the second request of a repeatable call may succeed, and no order is made twice", async () => {
  const client = setUp();
  const balance = { free_credits: 1, buy_credits: 2 };
  answer = (response, at) => {
    if (at === 1) client.expire();
    else response.end(JSON.stringify({ code: 100_000, data: balance }));
  };
  expect(await client.api(getBalance)).toEqual(balance);
  expect([arrived.length, client.warnings]).toEqual([2, []]);
  arrived = [];
  answer = () => {};
  await callUnanswered(getPaymentUrl, { plan_id: "pack-60" });
  await callUnanswered(login, { email: "a@b.c", password: "x" });
  expect(arrived).toEqual([null, null]);
});

it("ERR-1 a response that stops in its middle ends as well", async () => {
  const client = setUp();
  answer = (response) => {
    response.writeHead(200, { "Content-Length": "100" });
    response.write('{"code":', () => setImmediate(client.expire));
  };
  await expect(client.api(getBalance)).rejects.toMatchObject({ key: "unreachable" });
  expect(arrived).toHaveLength(2);
});

it("ERR-1 calls that wait for other sites, or whose data is large, have more time", () => {
  const waiting = calls.filter(({ seconds }) => seconds !== undefined).map(({ name }) => name);
  expect(waiting.toSorted()).toEqual([
    "cancelAccount",
    "cancelSubscription",
    "exportData",
    "getInvoice",
    "getPaymentResult",
    "getPaymentUrl",
    "readArticle",
    "resolveDownload",
    "savePodcast",
  ]);
});

it("ERR-1 a call that its caller aborts is not repeated and reports nothing", async () => {
  for (const call of [getBalance, login] as AnyCall[]) {
    const { api, warnings } = setUp();
    const own = new AbortController();
    onArrived = () => own.abort();
    arrived = [];
    await expect(api(call, {}, { signal: own.signal })).rejects.toMatchObject({
      name: "AbortError",
    });
    expect([arrived.length, warnings]).toEqual([1, []]);
  }
});
