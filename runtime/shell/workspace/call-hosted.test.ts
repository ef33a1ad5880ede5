import { expect, it } from "vitest";
import { PREFER_ASYNC } from "#core/api/contract/pending-call.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { type HostedRequest, type HostedResponse, callHosted } from "./call-hosted.ts";

const CALL = { address: "/hosted/translate", body: '{"usage_id":"7"}', type: "application/json" };
const RESULT = new TextEncoder().encode("answered").buffer;

const pending = (retryAfter: number | null = null): HostedResponse => ({
  status: 202,
  body: new ArrayBuffer(),
  retryAfter,
});
const done: HostedResponse = { status: 200, body: RESULT, retryAfter: null };
const error = (status: number, key = "", retryAfter: number | null = null) =>
  new ApiError("", { status, key, retryAfter });
const lost = () => error(0, "unreachable");

/** Makes a call whose requests are answered in turn. */
async function call(
  answers: readonly unknown[],
  {
    signal = new AbortController().signal,
    request = CALL,
    onSend = () => {},
    isTracing = false,
  } = {},
) {
  const left = [...answers];
  const sent: HostedRequest[] = [];
  const waited: number[] = [];
  const reported: (number | null)[] = [];
  const end = await callHosted(request, {
    signal,
    isTracing,
    onWait: (retryAt) => reported.push(retryAt),
    send: (one) => {
      sent.push(one);
      onSend();
      const answer = one.method === "DELETE" ? done : left.shift();
      return answer !== null && typeof answer === "object" && "body" in answer
        ? Promise.resolve(answer as HostedResponse)
        : Promise.reject(answer as Error);
    },
    wait: (seconds) => Promise.resolve(void waited.push(seconds)),
  }).catch((fault: unknown) => fault);
  return { end, sent, waited, reported, methods: sent.map(({ method }) => method) };
}
const keyOf = ({ headers }: HostedRequest) => headers["Idempotency-Key"];

it("TLS-8 a call is created once, and waited for by requests without its input", async () => {
  const { end, sent, methods, reported } = await call([pending(), pending(), done]);
  expect(end).toBe(RESULT);
  expect(methods).toEqual(["POST", "GET", "GET"]);
  const key = keyOf(sent[0]!)!;
  expect(sent[1]).toMatchObject({
    address: `/audio/api/v1/hosted/calls/${key}`,
    headers: { Prefer: PREFER_ASYNC },
  });
  expect([sent[1]!.body, reported]).toEqual([undefined, []]);
});

it("TLS-8 USR-10 its key is the same after a reload, and another one for another request", async () => {
  const keys = [];
  for (const request of [CALL, CALL, { ...CALL, body: '{"usage_id":"8"}' }])
    keys.push(keyOf((await call([done], { request })).sent[0]!));
  expect(keys[0]).toMatch(/^[0-9a-f]{64}$/);
  expect([keys[1] === keys[0], keys[2] === keys[0]]).toEqual([true, false]);
});

it("CLI-16 requests of a call have one trace, the same after a reload, if the site traces", async () => {
  const tracesOf = ({ sent }: Awaited<ReturnType<typeof call>>) =>
    sent.map(({ headers }) => headers["traceparent"]);
  const [trace, ...others] = tracesOf(await call([pending(), done], { isTracing: true }));
  expect(trace).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(others).toEqual([trace]);
  const reloaded = await call([done], { isTracing: true });
  expect(tracesOf(reloaded)).toEqual([trace]);
  // The trace does not disclose the key.
  expect(trace).not.toContain(keyOf(reloaded.sent[0]!)!.slice(0, 16));
  expect(tracesOf(await call([done]))).toEqual([undefined]);
});

it("TLS-8 a model that is busy is waited for as long as the server says, which is reported", async () => {
  const start = Date.now();
  const { waited, reported, end } = await call([pending(40), done]);
  expect([waited, end]).toEqual([[40], RESULT]);
  expect(reported).toEqual([expect.any(Number), null]);
  expect(reported[0]).toBeGreaterThanOrEqual(start + 40_000);
});

it("TLS-8 lost connections and outages of minutes are waited for at growing intervals, and not for ever", async () => {
  const brief = await call([lost(), lost(), pending(), error(502), error(429, "", 7), done]);
  expect([brief.end, brief.methods]).toEqual([
    RESULT,
    ["POST", "POST", "POST", "GET", "GET", "GET"],
  ]);
  expect(brief.waited.filter((seconds) => seconds > 1)).toEqual([2, 4, 2, 7]);
  expect(new Set(brief.sent.map(keyOf)).size).toBe(2);
  const long = await call(Array.from({ length: 100 }, lost));
  expect(long.end).toMatchObject({ key: "unreachable" });
  const total = long.waited.reduce((sum, seconds) => sum + seconds, 0);
  expect(long.waited.slice(0, 6)).toEqual([2, 4, 8, 16, 20, 20]);
  expect(total).toBeGreaterThan(240);
  expect(total).toBeLessThanOrEqual(300);
});

it("TLS-8 a call that has failed for good is not repeated, nor one whose delay is long", async () => {
  for (const fault of [
    error(502, "hosted_unusable"),
    error(503, "unavailable"),
    error(429, "too_many_tries", 3600),
    error(409, "usage_closed"),
    error(404, "not_found"),
    new TypeError("a bug"),
  ])
    expect(await call([fault, done])).toMatchObject({ end: fault, methods: ["POST"], waited: [] });
  // A server that is at capacity names a time.
  expect((await call([error(503, "unavailable", 10), done])).end).toBe(RESULT);
});

it("TLS-8 USR-10 a process of an earlier version does not know the call: it gets the request again, under its key", async () => {
  const { end, methods, sent } = await call([
    pending(),
    error(404, "not_found"),
    error(409, "key_in_flight", 2),
    done,
  ]);
  expect([end, methods]).toEqual([RESULT, ["POST", "GET", "POST", "POST"]]);
  expect(new Set([sent[0], sent[2], sent[3]].map((one) => keyOf(one!))).size).toBe(1);
  const unknown = Array.from({ length: 9 }, (_, at) =>
    at % 2 === 0 ? pending() : error(404, "not_found"),
  );
  expect((await call(unknown)).end).toMatchObject({ status: 404 });
});

it("TLS-8 a job that is canceled has the server cancel its call, with a request that outlives the page", async () => {
  const own = new AbortController();
  const { end, sent } = await call([pending(), pending()], {
    signal: own.signal,
    onSend: () => own.abort(),
  });
  expect(end).toMatchObject({ name: "AbortError" });
  expect(sent.map(({ method, signal }) => [method, signal === undefined])).toEqual([
    ["POST", false],
    ["DELETE", true],
  ]);
  const never = await call([done], { signal: AbortSignal.abort() });
  expect([never.end, never.sent]).toMatchObject([{ name: "AbortError" }, []]);
});
