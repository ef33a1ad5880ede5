import fs from "node:fs";
import http from "node:http";
import path from "node:path";
import { expect, it } from "vitest";
import { getBalance } from "#core/api/credits/get-balance.ts";
import { getPlans } from "#core/api/payments/plan-list.ts";
import { login } from "#core/api/accounts/login.ts";
import { reserve } from "#core/api/usage/reserve.ts";
import { updateConfig } from "#core/api/accounts/update-config.ts";
import { openStage } from "#tests/fake-api/harness.ts";

const ANN = { email: "ann@example.org", password: "correct horse" };

it.each([
  [{ status: 502, body: "<h1>Bad gateway</h1>" }, 502, "errors:http.other"],
  [{ status: 500, body: "" }, 500, "errors:http.500"],
  [{ status: 401, body: "{}" }, 401, "errors:http.401"],
  [{ status: 200, body: "<!doctype html>" }, 200, "errors:http.other"],
])("ERR-1 ERR-2 %j is reported and logged", async (fault, status, key) => {
  await using stage = await openStage();
  stage.fake.fail(fault);
  const { api, warnings, uncoded } = stage.browse();
  await expect(api(getPlans)).rejects.toMatchObject({ name: "ApiError", status });
  expect(warnings).toEqual([{ key }]);
  expect(uncoded).toEqual([`${stage.url}${getPlans.path}`]);
});

it("ERR-1 a maintenance answer in the way of the contract has its own words", async () => {
  await using stage = await openStage();
  stage.fake.fail({ key: "unavailable", headers: { "Retry-After": "120" } });
  const { api, warnings, uncoded } = stage.browse();
  await expect(api(getPlans)).rejects.toMatchObject({ status: 503, retryAfter: 120 });
  expect(warnings).toEqual([{ key: "errors:api.unavailable", params: {} }]);
  expect(uncoded).toEqual([]);
});

it.each(["before", "after"] as const)(
  "ERR-1 a connection that is cut %s the work is no answer, and the next try is one",
  async (drop) => {
    await using stage = await openStage();
    stage.fake.fail({ drop });
    const { api, warnings } = stage.browse();
    await expect(api(getPlans)).rejects.toMatchObject({ status: 0, key: "offline" });
    expect(warnings).toEqual([{ key: "errors:offline" }]);
    expect((await api(getPlans)).packs.map(({ credits }) => credits)).toEqual([60, 200, 600]);
  },
);

it("ERR-1 an unreachable server causes no crash; the token is retained until it is back", async () => {
  const stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password);
  const { user, items } = stage.browse();
  await user.login(ANN);
  await stage[Symbol.asyncDispose]();
  const later = stage.browse(items);
  await later.user.restore();
  expect(later.user.getState()).toMatchObject({ status: "offline" });
  expect(items.has("toolkit_token")).toBe(true);
});

it("a call has no timeout, and its signal ends it", async () => {
  await using stage = await openStage();
  const { api, warnings } = stage.browse();
  stage.fake.fail({ delay: 60_000, times: 2 });
  const control = new AbortController();
  const calls = [
    api(getPlans, {}, { signal: control.signal }),
    api(login, ANN, { signal: control.signal }),
  ];
  control.abort();
  for (const call of calls) await expect(call).rejects.toMatchObject({ name: "AbortError" });
  expect(warnings).toEqual([]);
});

it("the same question is asked once over the line", async () => {
  await using stage = await openStage();
  const { api } = stage.browse();
  await Promise.all([api(getPlans), api(getPlans), api(getPlans)]);
  expect(stage.fake.requests).toHaveLength(1);
});

it("the XSRF cookie is repeated in its header; without it a POST is refused", async () => {
  await using stage = await openStage();
  stage.fake.addAccount(ANN.email, ANN.password);
  const { user } = stage.browse();
  await user.login(ANN);
  await user.updateConfig(false);
  const { headers } = stage.fake.requests.findLast(({ path: at }) => at === updateConfig.path)!;
  expect(headers["x-xsrf-token"]).toMatch(/^[\w-]{36}$/);
  expect(headers["cookie"]).toContain(`XSRF-TOKEN=${headers["x-xsrf-token"] as string}`);
  const forged = await fetch(stage.url + updateConfig.path, {
    method: "POST",
    headers: {
      Cookie: headers["cookie"] as string,
      Authorization: headers["authorization"] as string,
      "Content-Type": "application/json",
    },
    body: '{"is_send_email":1}',
  });
  expect([forged.status, ((await forged.json()) as { key: string }).key]).toEqual([
    403,
    "forbidden",
  ]);
});

it.each([
  ["GET", login.path, undefined, 405, "method_not_allowed"],
  ["GET", "/audio/api/user/nothing", undefined, 404, "not_found"],
  ["POST", login.path, "{", 400, "invalid_request"],
  ["POST", login.path, "null", 400, "invalid_request"],
  ["POST", login.path, "x".repeat(1_000_001), 413, "too_large"],
  ["GET", getBalance.path, undefined, 401, "not_signed_in"],
  ["POST", reserve.path, '{"tool":"a","seconds":-1}', 401, "not_signed_in"],
])("%s %s is refused in the way of the contract", async (method, at, body, status, key) => {
  await using stage = await openStage();
  const response = await fetch(stage.url + at, {
    method,
    headers: { "Content-Type": "application/json" },
    ...(body !== undefined && { body }),
  });
  expect(response.status).toBe(status);
  expect(await response.json()).toMatchObject({ key, data: null });
});

it("an API on another origin lets the browser read what it needs", async () => {
  await using stage = await openStage();
  const response = await fetch(stage.url + getPlans.path, {
    method: "OPTIONS",
    headers: { Origin: "https://site.example", "Access-Control-Request-Method": "GET" },
  });
  expect(response.status).toBe(204);
  expect(response.headers.get("Access-Control-Allow-Headers")).toContain("Idempotency-Key");
  const answer = await fetch(stage.url + getPlans.path, {
    headers: { Origin: "https://site.example" },
  });
  expect(answer.headers.get("Access-Control-Allow-Origin")).toBe("https://site.example");
  expect(answer.headers.get("Access-Control-Expose-Headers")).toContain("Retry-After");
});

it("API-17 events are taken from a beacon and from a POST", async () => {
  await using stage = await openStage();
  const logs = [{ event_type: "332001", path_name: "/" }];
  for (const type of ["text/plain", "application/json"])
    await fetch(`${stage.url}/logstores/events/track?APIVersion=0.6.0`, {
      method: "POST",
      headers: { "Content-Type": type },
      body: JSON.stringify({ __logs__: logs, __source__: "site.example" }),
    });
  expect(stage.fake.batches).toEqual([
    { logstore: "events", logs },
    { logstore: "events", logs },
  ]);
});

it("API-17 probes answer, the site's own files are served, languages come from either", async () => {
  await using stage = await openStage();
  const get = async (at: string) => (await fetch(stage.url + at)).text();
  expect(await get("/healthz")).toBe("ok\n");
  expect(await get("/metrics")).toContain("requests_total 0");
  expect(await get("/")).toContain("Site");
  expect((await fetch(`${stage.url}/languages.json`)).status).toBe(404);
  const list = [{ extname: "en", name_en: "English", name_zh: "英语" }];
  await using own = await openStage({ languages: list });
  expect(await (await fetch(`${own.url}/languages.json`)).json()).toEqual(list);
});

it("a request with an endless body does not affect others", async () => {
  await using stage = await openStage();
  const { port } = new URL(stage.url);
  const request = http.request({ port, path: login.path, method: "POST", host: "127.0.0.1" });
  request.on("error", () => {});
  request.write('{"email":');
  request.destroy();
  const { api } = stage.browse();
  expect((await api(getPlans)).currency).toBe("USD");
});

it("the client's words for every HTTP status and every error are there in English", () => {
  const file = path.join(import.meta.dirname, "../../../locales/en/errors.json");
  const texts = JSON.parse(fs.readFileSync(file, "utf8")) as Record<string, unknown>;
  expect(texts).toMatchObject({
    warning: "Warning",
    http: {
      200: "Operation successful",
      401: "No permission to operate",
      500: "Internal system error",
      other: "Request failed",
    },
    credits: { balance: "get credits error" },
    invoice: "Failed to get invoice",
    setting: {
      openSuccess: "setting open success",
      closeSuccess: "setting close success",
      openFailed: "setting open failed",
      closeFailed: "setting close failed",
    },
  });
  for (const key of ["offline", "unreachable", "tooManySeconds_other", "tooManyMinutes_other"])
    expect(texts[key]).toEqual(expect.any(String));
});
