import { expect, it } from "vitest";
import { claimDaily } from "#core/api/credits/claim-daily.ts";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { getInvoice } from "#core/api/payments/invoice.ts";
import { login } from "#core/api/accounts/login.ts";
import { type ApiOptions, createApi } from "./api.ts";

const ok = (data: unknown) => ({ code: 100_000, message: "Operation successful", data });
const BALANCE = { free_credits: 1, buy_credits: 2 };

function setUp(answer: () => Response | Promise<Response>, over: Partial<ApiOptions> = {}) {
  const warnings: unknown[] = [];
  const uncoded: unknown[] = [];
  const requests: { url: string; init: RequestInit }[] = [];
  let unauthorized = 0;
  let keys = 0;
  const api = createApi({
    baseUrl: "https://api.example",
    fetch: async (url, init) => {
      requests.push({ url: url as string, init: init! });
      return answer();
    },
    token: () => "t0k",
    cookie: (name) => (name === "XSRF-TOKEN" ? "x5" : null),
    uuid: () => `k${++keys}`,
    onWarning: (warning) => warnings.push(warning),
    onUnauthorized: () => (unauthorized += 1),
    onUncoded: (...uncodedAnswer) => uncoded.push(uncodedAnswer),
    ...over,
  });
  const headers = (at = 0) => requests[at]!.init.headers as Record<string, string>;
  return { api, warnings, uncoded, asked: requests, headers, unauthorized: () => unauthorized };
}
const json = (body: unknown, status = 200, headers = {}) =>
  new Response(JSON.stringify(body), { status, headers });

it("API-9 a GET sends its request as a query and the token in a header", async () => {
  const { api, asked: requests, headers } = setUp(() => json(ok({ receipt_url: "https://r" })));
  expect(await api(getInvoice, { order_id: "a b" })).toEqual({ receipt_url: "https://r" });
  expect(requests[0]!.url).toBe(
    "https://api.example/audio/api/v1/plan/payment/invoice/get?order_id=a+b",
  );
  expect(headers()).toMatchObject({ Authorization: "t0k" });
  expect(headers()["X-XSRF-TOKEN"]).toBeUndefined();
});

it("USR-4 the server receives the language of the page, in which it writes to the visitor", async () => {
  const { api, headers } = setUp(() => json(ok(BALANCE)), { language: () => "pt-BR" });
  await api(getInvoice, { order_id: "a" }).catch(() => {});
  expect(headers()["Accept-Language"]).toBe("pt-BR");
});

it("API-10 a POST that moves credits carries the XSRF value and a key that is retained for retries", async () => {
  const { api, headers, asked: requests } = setUp(() => json(ok(BALANCE)));
  await api(claimDaily);
  await api(claimDaily, {}, { idempotencyKey: "same" });
  await api(claimDaily, {}, { idempotencyKey: "same" });
  expect(headers(0)).toMatchObject({ "Idempotency-Key": "k1", "X-XSRF-TOKEN": "x5" });
  expect([headers(1), headers(2)].map((h) => h["Idempotency-Key"])).toEqual(["same", "same"]);
  expect(requests[0]!.init.body).toBe("{}");
});

it.each([
  [401, "errors:http.401"],
  [500, "errors:http.500"],
  [418, "errors:http.other"],
  [503, "errors:http.other"],
])("ERR-1 status %i warns with %s and is rejected", async (status, key) => {
  const { api, warnings } = setUp(() => json({ code: 1, message: "no" }, status));
  await expect(api(getBalance)).rejects.toMatchObject({ status, message: "no", code: 1 });
  expect(warnings).toEqual([{ key }]);
});

it("ERR-1 an expired session is reported for every call, with a way to sign in; a login's own 401 is not", async () => {
  const { api, warnings, unauthorized } = setUp(() => json({ code: 100_420 }, 401), {
    onWarning: (warning, isEnd) => warnings.push([warning, isEnd]),
  });
  await expect(api(getBalance, {}, { quiet: "all" })).rejects.toMatchObject({ status: 401 });
  expect([warnings, unauthorized()]).toEqual([[[{ key: "errors:http.401" }, true]], 1]);
  await expect(api(login, { email: "a@b.c", password: "x" }, { quiet: "all" })).rejects.toThrow();
  expect([warnings.length, unauthorized()]).toEqual([1, 1]);
});

it("ERR-1 a token that was given up meanwhile has not ended", async () => {
  let token = "old";
  const { api, warnings, unauthorized } = setUp(
    () => {
      token = "new";
      return json({ code: 100_420 }, 401);
    },
    { token: () => token },
  );
  await expect(api(getBalance)).rejects.toMatchObject({ status: 401, isReported: false });
  expect([warnings, unauthorized()]).toEqual([[], 0]);
});

it.each([
  [{ code: 100_500, key: "internal", message: "m" }, 500, "errors:http.500"],
  [{ code: 100_500 }, 502, "errors:http.other"],
  [{}, 404, "errors:http.other"],
  [{ code: 100_430, key: "not_enough_credits", message: "m" }, 402, null],
  [{ code: 100_503, key: "unavailable", message: "m" }, 503, null],
  [{ code: 7, message: "Closed on Sundays" }, 200, null],
])(
  "ERR-1 of %j with %i, a caller that shows errors itself leaves to the popup %s",
  async (body, status, key) => {
    const { api, warnings } = setUp(() => json(body, status));
    await expect(api(getBalance, {}, { quiet: "refusals" })).rejects.toMatchObject({
      status,
      isReported: key !== null,
    });
    expect(warnings).toEqual(key === null ? [] : [{ key }]);
  },
);

it("ERR-1 nothing is reported for a call that is repeated", async () => {
  const { api, warnings } = setUp(() => json({ code: 100_500 }, 500));
  await expect(api(getBalance, {}, { quiet: "all" })).rejects.toMatchObject({ isReported: false });
  expect(warnings).toEqual([]);
});

it("ERR-1 an answer with a code that is no success is an error with its name", async () => {
  const { api, warnings } = setUp(() =>
    json({ code: 100_430, message: "m", key: "not_enough_credits", params: { needed: 3 } }, 402),
  );
  await expect(api(getBalance)).rejects.toMatchObject({
    key: "not_enough_credits",
    params: { needed: 3 },
  });
  expect(warnings).toEqual([{ key: "errors:api.not_enough_credits", params: { needed: 3 } }]);
});

it.each([
  ["no code", () => json({ data: 1 })],
  ["no JSON", () => new Response("<!doctype html>")],
  ["nothing", () => new Response("")],
  ["null", () => json(null)],
])("ERR-2 an answer with %s is logged", async (_name, answer) => {
  const { api, uncoded } = setUp(answer);
  await expect(api(getBalance)).rejects.toMatchObject({ name: "ApiError" });
  expect(uncoded).toHaveLength(1);
});

it("ERR-2 data of another shape than agreed is logged and rejected", async () => {
  const { api, uncoded } = setUp(() => json(ok({ free_credits: "many" })));
  await expect(api(getBalance)).rejects.toMatchObject({ status: 200, code: 0 });
  expect(uncoded).toHaveLength(1);
});

it("ERR-1 no answer at all says that the visitor is offline", async () => {
  const { api, warnings } = setUp(() => Promise.reject(new TypeError("Failed to fetch")));
  await expect(api(getBalance)).rejects.toMatchObject({ status: 0, key: "offline" });
  expect(warnings).toEqual([{ key: "errors:offline" }]);
});

it("USR-4 too many tries say how long to wait", async () => {
  const { api, warnings } = setUp(() =>
    json({ code: 100_451, key: "too_many_tries" }, 429, { "Retry-After": "31" }),
  );
  await expect(api(login, { email: "a@b.c", password: "x" })).rejects.toMatchObject({
    retryAfter: 31,
  });
  expect(warnings).toEqual([{ key: "errors:tooManySeconds", params: { count: 31 } }]);
});

it.each([
  [99.5, { key: "errors:tooManySeconds", params: { count: 100 } }],
  [100, { key: "errors:tooManyMinutes", params: { count: 2 } }],
  [3600, { key: "errors:tooManyMinutes", params: { count: 60 } }],
])(
  "USR-4 a wait of %d s is told in seconds or minutes, by a proxy without a code too",
  async (wait, text) => {
    const { api, warnings } = setUp(
      () => new Response("Slow down", { status: 429, headers: { "Retry-After": String(wait) } }),
    );
    await expect(api(getBalance)).rejects.toMatchObject({
      key: "too_many_tries",
      retryAfter: wait,
    });
    expect(warnings).toEqual([text]);
  },
);

it("ERR-1 a key that is not in the catalogue falls back to the status", async () => {
  const { api, warnings } = setUp(() =>
    json({ code: 5, key: "from_the_future", message: "m" }, 400),
  );
  await expect(api(getBalance)).rejects.toMatchObject({ key: "from_the_future" });
  expect(warnings).toEqual([{ key: "errors:http.other" }]);
});

it("ERR-1 a server that cannot be reached is not the same as no network", async () => {
  for (const online of [true, false]) {
    const { api, warnings } = setUp(() => Promise.reject(new TypeError("Failed to fetch")), {
      online: () => online,
    });
    await expect(api(getBalance)).rejects.toMatchObject({ status: 0, message: "" });
    expect(warnings).toEqual([{ key: online ? "errors:unreachable" : "errors:offline" }]);
  }
});

it("ERR-1 a connection that breaks within the answer is no answer", async () => {
  const broken = new ReadableStream({
    start: (stream) => {
      stream.enqueue(new TextEncoder().encode('{"code":'));
      stream.error(new TypeError("terminated"));
    },
  });
  const { api, uncoded } = setUp(() => new Response(broken));
  await expect(api(getBalance)).rejects.toMatchObject({ key: "offline" });
  expect(uncoded).toEqual([]);
});

it("ERR-1 a token that was replaced during its call is not reported", async () => {
  let token = "old";
  const { api, unauthorized } = setUp(
    () => {
      token = "new";
      return json({ code: 100_420 }, 401);
    },
    { token: () => token },
  );
  await expect(api(getBalance)).rejects.toMatchObject({ status: 401 });
  expect(unauthorized()).toBe(0);
});

it("callers of a shared response may abort; it is canceled when all have", async () => {
  const controls = [new AbortController(), new AbortController()];
  let answer: (response: Response) => void = () => {};
  const { api, asked: requests } = setUp(() => new Promise((resolve) => (answer = resolve)));
  const both = () => controls.map(({ signal }) => api(getBalance, {}, { signal }));
  const [first, second] = both();
  controls[0]!.abort();
  await expect(first).rejects.toMatchObject({ name: "AbortError" });
  expect(requests[0]!.init.signal!.aborted).toBe(false);
  answer(json(ok(BALANCE)));
  expect(await second).toEqual(BALANCE);
  expect(requests).toHaveLength(1);

  controls[0] = new AbortController();
  const [third, fourth] = both();
  controls[0].abort();
  controls[1]!.abort();
  await expect(third).rejects.toMatchObject({ name: "AbortError" });
  await expect(fourth).rejects.toMatchObject({ name: "AbortError" });
  expect(requests[1]!.init.signal!.aborted).toBe(true);
});

it("another user's question is another one", async () => {
  let token = "a";
  const { api, asked: requests } = setUp(() => json(ok(BALANCE)), { token: () => token });
  const first = api(getBalance);
  token = "b";
  await Promise.all([first, api(getBalance)]);
  expect(
    requests.map(({ init }) => (init.headers as Record<string, string>)["Authorization"]),
  ).toEqual(["a", "b"]);
});

it("the same question is asked once while it is under way, and again after", async () => {
  const { api, asked: requests } = setUp(() => json(ok(BALANCE)));
  await Promise.all([api(getBalance), api(getBalance)]);
  expect(requests).toHaveLength(1);
  await api(getBalance);
  expect(requests).toHaveLength(2);
});

it("an aborted call is not reported as a failure", async () => {
  const control = new AbortController();
  const { api, warnings } = setUp(() => json({}), {
    fetch: (_url, init) => {
      control.abort();
      return Promise.reject(init!.signal!.reason as Error);
    },
  });
  await expect(api(getBalance, {}, { signal: control.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
  expect(warnings).toEqual([]);
});

const needed = (challenge: string) =>
  json({ code: 100_452, data: null, key: "proof_needed", params: { challenge, bits: 16 } }, 428);
const CREDENTIALS = { email: "a@b.org", password: "a password" };

it("USR-4 a call is sent again with the proof of work that the server asks for", async () => {
  const answers = [needed("one"), needed("two"), json(ok(BALANCE))];
  const {
    api,
    asked: requests,
    warnings,
  } = setUp(() => answers.shift()!, {
    solve: async ({ challenge, bits }) => `${challenge}~${bits}`,
  });
  await api(login, CREDENTIALS).catch(() => {});
  expect(requests.map(({ init }) => JSON.parse(init.body as string) as unknown)).toEqual([
    CREDENTIALS,
    { ...CREDENTIALS, proof: "one~16" },
    { ...CREDENTIALS, proof: "two~16" },
  ]);
  expect(warnings).toHaveLength(1);
});

it("USR-4 without a solution, or if it never suffices, the caller gets the error", async () => {
  const error = { status: 428, key: "proof_needed" };
  await expect(setUp(() => needed("one")).api(login, CREDENTIALS)).rejects.toMatchObject(error);
  const endless = setUp(() => needed("one"), { solve: async () => "x" });
  await expect(endless.api(login, CREDENTIALS)).rejects.toMatchObject(error);
  expect(endless.asked).toHaveLength(4);
  const broken = setUp(() => needed("one"), { solve: () => Promise.reject(new Error("broken")) });
  await expect(broken.api(login, CREDENTIALS)).rejects.toMatchObject(error);
  const control = new AbortController();
  const left = setUp(() => needed("one"), {
    solve: async () => {
      control.abort();
      throw new Error("left");
    },
  });
  await expect(left.api(login, CREDENTIALS, { signal: control.signal })).rejects.toMatchObject({
    name: "AbortError",
  });
});
