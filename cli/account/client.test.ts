import fs from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { type AnyCall, isRepeatable } from "#core/api/contract/call.ts";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { login } from "#core/api/accounts/login.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import { isSolved, splitSolution } from "#core/crypto/proof-of-work.ts";
import { parseApiAddress } from "./api-address.ts";
import { type Client, type ClientOptions, createClient, languageOf } from "./client.ts";
import { pauseBefore, readRetryAfter, TRIES } from "./retry.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const open: { close: () => unknown }[] = [];
afterEach(async () => {
  for (const each of open.splice(0)) await each.close();
});

interface Fake {
  readonly url: string;
  readonly seen: { path: string; headers: IncomingMessage["headers"] }[];
}

/** A server that sends responses in turn, and repeats the last one. */
async function serve(...answers: Answer[]): Promise<Fake> {
  const seen: Fake["seen"] = [];
  const server: Server = createServer((request, response) => {
    const answer = answers[Math.min(seen.length, answers.length - 1)]!;
    seen.push({ path: request.url!, headers: request.headers });
    request.resume();
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  open.push({
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

const json =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  (_request, response) => {
    response.writeHead(status, { "content-type": "application/json", ...headers });
    response.end(JSON.stringify(body));
  };
const good = (data: unknown): Answer => json(200, { code: 100_000, data });
const bad = (status: number, key: string, message = key, headers = {}): Answer =>
  json(status, { code: 1, data: null, key, message }, headers);
const BALANCE = { free_credits: 3, buy_credits: 4 };
const USER = {
  token: "t",
  last_get_credits_time: 0,
  user_info: { user_id: "u", user_email: "a@b.org", daily_credits_count: 0 },
  subscription: null,
  kodepay_user_id: "",
};
const CREDENTIALS = { email: "a@b.org", password: "a password" };

function clientOf(api: string, options: Partial<ClientOptions> = {}) {
  const pauses: number[] = [];
  const client: Client = createClient({
    api,
    token: "token-of-mine",
    env: {},
    signal: new AbortController().signal,
    pause: async (milliseconds) => void pauses.push(milliseconds),
    random: () => 0,
    ...options,
  });
  open.push(client);
  return { ...client, pauses };
}
const failure = (code: string, text: string) =>
  expect.objectContaining({ code, message: expect.stringContaining(text) });

describe("the client of the API", () => {
  it("CLI-8 a call that may be made again is, with the same idempotency key, after growing pauses", async () => {
    const { url, seen } = await serve(
      bad(503, "unavailable"),
      (request) => request.socket.destroy(),
      bad(500, "internal"),
      good(BALANCE),
    );
    const { call, pauses } = clientOf(url);
    expect(await call(claimDaily, {})).toEqual(BALANCE);
    expect(pauses).toEqual([250, 500, 1000]);
    const keys = seen.map(({ headers }) => headers["idempotency-key"]);
    expect(new Set(keys).size).toBe(1);
    expect(keys[0]).toMatch(/^[\x21-\x7e]{8,128}$/);
    await call(claimDaily, {});
    expect(seen.at(-1)!.headers["idempotency-key"]).not.toBe(keys[0]);
  });

  it("CLI-8 a call that moves something without a key is made once", async () => {
    for (const [one, request] of [
      [login, CREDENTIALS],
      [getPaymentUrl, { plan_id: "pack-60" }],
    ] as const) {
      const { url, seen } = await serve(bad(503, "unavailable"));
      await expect(clientOf(url).call(one as typeof login, request as never)).rejects.toEqual(
        failure("API_FAILED", "503"),
      );
      expect(seen).toHaveLength(1);
    }
  });

  it("CLI-8 the server's wish for a pause is heeded, up to what a person waits", async () => {
    const patient = await serve(
      bad(429, "too_many_tries", "", { "retry-after": "7" }),
      good(BALANCE),
    );
    const { call, pauses } = clientOf(patient.url);
    await call(getBalance, {});
    expect(pauses).toEqual([7000]);
    const { url, seen } = await serve(bad(429, "too_many_tries", "", { "retry-after": "300" }));
    await expect(clientOf(url).call(getBalance, {})).rejects.toEqual(failure("API_BUSY", "5 min"));
    expect(seen).toHaveLength(1);
  });

  it("CLI-8 works for what a crowded server wants to be worked for, and sends the call again", async () => {
    const puzzle = { challenge: "16.a.b.c", bits: 10 };
    const error = { code: 1, data: null, key: "proof_needed", message: "A proof is needed." };
    const proofRequest = json(428, { ...error, params: puzzle });
    const bodies: { proof?: string }[] = [];
    const reading =
      (answer: Answer): Answer =>
      (request, response) => {
        let text = "";
        request.setEncoding("utf8").on("data", (part: string) => (text += part));
        request.on("end", () => {
          bodies.push(JSON.parse(text) as object);
          answer(request, response);
        });
      };
    const { url } = await serve(reading(proofRequest), reading(good(USER)));
    expect(await clientOf(url).call(login, CREDENTIALS)).toMatchObject({ token: "t" });
    expect(bodies[0]).toEqual(CREDENTIALS);
    const { challenge, numbers } = splitSolution(bodies[1]!.proof!)!;
    expect(challenge).toBe(puzzle.challenge);
    expect(isSolved(puzzle, numbers)).toBe(true);

    const endless = await serve(proofRequest);
    await expect(clientOf(endless.url).call(login, CREDENTIALS)).rejects.toEqual(
      failure("API_REFUSED", "A proof is needed."),
    );
    expect(endless.seen).toHaveLength(4);
    const huge = { ...puzzle, bits: 60 };
    const greedy = await serve(json(428, { ...error, params: huge }));
    await expect(clientOf(greedy.url).call(login, CREDENTIALS)).rejects.toEqual(
      failure("API_REFUSED", "A proof is needed."),
    );
    expect(greedy.seen).toHaveLength(1);
  });

  it("CLI-8 a failure is given up after some tries, and named with the number of the request", async () => {
    const { url, seen } = await serve(bad(500, "internal", "", { "x-request-id": "01a2" }));
    await expect(clientOf(url).call(getBalance, {})).rejects.toEqual(failure("API_FAILED", "01a2"));
    expect(seen).toHaveLength(TRIES);
  });

  it("CLI-10 a token that is not accepted counts as not logged in", async () => {
    const { url } = await serve(bad(401, "not_signed_in"));
    await expect(clientOf(url).call(getUser, {})).rejects.toEqual(
      failure("NOT_LOGGED_IN", "does not accept"),
    );
  });

  it("CLI-8 reports an API error in the API's own words", async () => {
    const { url } = await serve(bad(400, "invalid_credentials", "The password is wrong."));
    await expect(clientOf(url).call(login, CREDENTIALS)).rejects.toEqual(
      failure("API_REFUSED", "The password is wrong."),
    );
  });

  it("CLI-8 the token goes with calls that want it, and to no address that the server names", async () => {
    const other = await serve(good(BALANCE));
    const { url, seen } = await serve(
      good(null),
      json(307, null, { location: `${other.url}/audio/api/user/credits/balance` }),
    );
    const { call } = clientOf(url);
    await expect(call(login, CREDENTIALS)).rejects.toEqual(failure("API_UNUSABLE", "as agreed"));
    await expect(call(getBalance, {})).rejects.toEqual(failure("API_UNUSABLE", "sends elsewhere"));
    expect(seen.map(({ headers }) => headers.authorization)).toEqual([undefined, "token-of-mine"]);
    expect(other.seen).toEqual([]);
  });

  it.each<[what: string, answer: Answer]>([
    ["a page", (_, response) => response.end("<!doctype html><title>Fermata</title>")],
    ["a page that says 404", (_, response) => response.writeHead(404).end("<p>Not found")],
    ["another program's JSON", json(200, { ok: true })],
    ["JSON that is cut off", (_, response) => response.end('{"code":100')],
    ["something else than agreed", good({ free_credits: "many" })],
    ["nothing", (_, response) => response.end()],
    ["bytes that are no text", (_, response) => response.end(Buffer.from([0xff, 0xfe, 0]))],
  ])("CLI-8 what answers with %s is not the API", async (_what, answer) => {
    const { url, seen } = await serve(answer);
    await expect(clientOf(url).call(getBalance, {})).rejects.toEqual(failure("API_UNUSABLE", url));
    expect(seen).toHaveLength(1);
  });

  it("CLI-8 an answer without end is left", async () => {
    const { url } = await serve((_, response) => {
      const chunk = "x".repeat(1 << 20);
      const write = (): void => void (response.destroyed || response.write(chunk, write));
      write();
    });
    await expect(clientOf(url).call(getBalance, {})).rejects.toEqual(
      failure("API_UNUSABLE", "no end"),
    );
  });

  it("CLI-8 gives up on a silent server, and reports it", async () => {
    const { url, seen } = await serve(() => {});
    const { call } = clientOf(url, { timeouts: { connect: 1000, answer: 50 } });
    await expect(call(login, CREDENTIALS)).rejects.toEqual(
      failure("API_UNREACHABLE", "did not answer in time"),
    );
    expect(seen).toHaveLength(1);
  });

  it("CLI-8 distinguishes a closed port from an unknown host", async () => {
    const { url } = await serve(() => {});
    await open.splice(0)[0]!.close();
    await expect(clientOf(url).call(getBalance, {})).rejects.toEqual(
      failure("API_UNREACHABLE", "nothing listens"),
    );
    const { call, pauses } = clientOf("https://no-such-name.invalid");
    await expect(call(getBalance, {})).rejects.toEqual(failure("API_UNREACHABLE", "offline"));
    expect(pauses.length).toBeLessThan(TRIES);
  });

  it("CLI-10 an interruption ends a pause, a request and a client at once", async () => {
    const { url } = await serve(bad(503, "unavailable", "", { "retry-after": "15" }));
    const interrupt = new AbortController();
    const { call } = createClient({
      ...plain(url),
      signal: interrupt.signal,
      onPause: () => interrupt.abort(),
    });
    await expect(call(getBalance, {})).rejects.toEqual(failure("CANCELLED", ""));
    await expect(call(getBalance, {})).rejects.toEqual(failure("CANCELLED", ""));
    const silent = await serve(() => void closing.close());
    const closing = createClient(plain(silent.url));
    await expect(closing.call(getBalance, {})).rejects.toEqual(failure("CANCELLED", ""));
  });

  it("CLI-8 the proxy of the environment is used, but for this machine", async () => {
    const connected: string[] = [];
    const proxy = createServer((_, response) => response.writeHead(500).end());
    proxy.on("connect", (request, socket) => {
      connected.push(request.url!);
      socket.end("HTTP/1.1 502 Bad Gateway\r\n\r\n");
    });
    await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
    open.push(proxy);
    const env = { HTTPS_PROXY: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
    const { call } = clientOf("https://fermata.example", { env });
    await expect(call(login, CREDENTIALS)).rejects.toEqual(failure("API_UNREACHABLE", ""));
    expect(connected).toEqual(["fermata.example:443"]);
    const near = await serve(good(BALANCE));
    const own = clientOf(near.url, { env: { HTTP_PROXY: env.HTTPS_PROXY } });
    expect(await own.call(getBalance, {})).toEqual(BALANCE);
    expect(connected).toHaveLength(1);
  });

  it("CLI-8 texts of the API cannot steer the terminal", async () => {
    const evil = "\u001b]0;owned\u0007\u001b[2J\u009b31mred\u001b[0m\r\nnext\u202etxt\u0000";
    const record = { id: "1", tool: evil, seconds: 1, cost: 1, state: "settled", created_at: 1 };
    const { url } = await serve(
      good({ list: [record], total: 1, page: 1, page_size: 100 }),
      bad(400, "x", evil),
    );
    const { call } = clientOf(url);
    const { list } = await call(getUsagePage, { page: 1, page_size: 100 });
    expect(list[0]!.tool).toBe("red nexttxt");
    await expect(call(getBalance, {})).rejects.toEqual(failure("API_REFUSED", "red nexttxt"));
  });
});

const plain = (api: string): ClientOptions => ({
  api,
  token: undefined,
  env: {},
  signal: new AbortController().signal,
});

describe("what may be made again", () => {
  it("CLI-8 is decided for each call of the contract", async () => {
    const folder = path.resolve(import.meta.dirname, "../../core/api");
    const files = fs
      .readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((name) => /^[a-z-]+[\\/][a-z-]+\.ts$/.test(name));
    const modules = await Promise.all(
      files.map((name) => import(path.join(folder, name)) as Promise<Record<string, unknown>>),
    );
    const calls = modules
      .flatMap((module) => Object.values(module))
      .filter(
        (value): value is AnyCall =>
          typeof value === "object" && value !== null && "response" in value,
      );
    const names = (repeatable: boolean) =>
      calls
        .filter((call) => isRepeatable(call) === repeatable)
        .map(({ name }) => name)
        .sort();
    // New calls must be added to one of the two lists.
    expect(names(false)).toEqual([
      "beginTwoFactor",
      "cancelAccount",
      "changePassword",
      "confirmTwoFactor",
      "deletePodcast",
      "drainWorker",
      "endSessions",
      "endTwoFactor",
      "findJobs",
      "getFeed",
      "getPaymentUrl",
      "login",
      "rateTool",
      "readArticle",
      "redriveJobs",
      "register",
      "renewRecoveryCodes",
      "requestReset",
      "resolveDownload",
      "savePodcast",
      "stopJob",
      "translateHosted",
      "updateConfig",
      "verifyCode",
      "verifyReset",
      "writeScriptHosted",
    ]);
    expect(names(true)).toEqual([
      "addPayRecord",
      "cancelCreation",
      "cancelJob",
      "cancelSubscription",
      "claimDaily",
      "createJob",
      "deleteUsage",
      "eraseJobFiles",
      "exportData",
      "getBalance",
      "getConfig",
      "getErasure",
      "getInvoice",
      "getJob",
      "getJobQueue",
      "getJobWait",
      "getPaymentPage",
      "getPaymentResult",
      "getPlans",
      "getPodcast",
      "getRatings",
      "getReviews",
      "getSessions",
      "getTwoFactor",
      "getUsagePage",
      "getUser",
      "listJobs",
      "listWorkers",
      "logout",
      "refund",
      "replenish",
      "reserve",
      "settle",
    ]);
  });
});

describe("pauses", () => {
  it("CLI-8 are spread by chance, grow, and end", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }),
        fc.double({ min: 0, max: 0.999, noNaN: true }),
        (attempt, random) => {
          const pause = pauseBefore(attempt, undefined, random);
          if (attempt >= TRIES) return pause === undefined;
          const whole = 250 * 2 ** (attempt - 1);
          return pause! > whole / 2 - 1 && pause! <= whole;
        },
      ),
    );
    // Never earlier than the server requests.
    expect(pauseBefore(1, 3, 0.9)).toBeGreaterThanOrEqual(3000);
  });

  it("CLI-8 both forms of Retry-After are read", () => {
    const now = Date.UTC(2026, 10, 21, 12);
    expect(readRetryAfter("12", now)).toBe(12);
    expect(readRetryAfter("Sat, 21 Nov 2026 12:00:30 GMT", now)).toBe(30);
    expect(readRetryAfter("Sat, 21 Nov 2026 11:00:00 GMT", now)).toBe(0);
    expect(readRetryAfter("soon", now)).toBeUndefined();
  });
});

describe("addresses and languages", () => {
  it("CLI-8 an API is an origin; passwords travel in the clear on this machine alone", () => {
    expect(parseApiAddress("fermata.example/pricing?x=1")).toBe("https://fermata.example");
    expect(parseApiAddress("http://127.0.0.1:4173/")).toBe("http://127.0.0.1:4173");
    expect(parseApiAddress("http://[::1]:4173")).toBe("http://[::1]:4173");
    expect(parseApiAddress("http://localhost")).toBe("http://localhost");
    for (const wrong of [
      "http://fermata.example",
      "http://127.0.0.1.evil.example",
      "http://localhost.evil.example",
      "ftp://fermata.example",
      "file:///etc/passwd",
      "https://a:b@fermata.example",
      "",
    ])
      expect(() => parseApiAddress(wrong), wrong).toThrow(
        expect.objectContaining({ code: "USAGE" }),
      );
  });

  it("USR-4 codes are sent in the language of the terminal", () => {
    expect(languageOf({ LANG: "de_DE.UTF-8" })).toBe("de-DE, en;q=0.5");
    expect(languageOf({ LANG: "de_DE.UTF-8", LC_ALL: "ja" })).toBe("ja, en;q=0.5");
    for (const LANG of ["C", "C.UTF-8", "POSIX", "", "x\r\ny"])
      expect(languageOf({ LANG })).toBe("en");
  });
});
