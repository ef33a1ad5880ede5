import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { AnyCall, RawCall } from "./contract/call.ts";
import { API_ERRORS, faultOf, isApiErrorKey } from "./contract/errors.ts";
import { validationError } from "./contract/validation-error.ts";
import { verifyReset } from "./accounts/verify-reset.ts";

const FILES = fs
  .readdirSync(import.meta.dirname, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".ts") && !/\.test\.ts$|^contract\b/.test(name));

const calls = await Promise.all(
  FILES.map(async (file) => {
    const module = (await import(path.join(import.meta.dirname, file))) as Record<
      string,
      AnyCall | RawCall
    >;
    const [[name, call] = [], ...others] = Object.entries(module);
    if (!call || others.length > 0) throw new Error(`${file} must export one call`);
    if ("name" in call && call.name !== name) throw new Error(`${file} calls it ${call.name}`);
    return call;
  }),
);

/** Method and path of each row of the requirements, in order. */
const ROWS: readonly [row: string, calls: readonly string[]][] = [
  ["API-1", ["POST /audio/api/user/register"]],
  ["API-2", ["POST /audio/api/user/register/code/verify"]],
  ["API-3", ["POST /audio/api/user/login/password"]],
  ["API-4", ["POST /audio/api/user/password/reset/request"]],
  ["API-5", ["POST /audio/api/user/password/reset/verify"]],
  ["API-6", ["GET /audio/api/user/info"]],
  ["API-7", ["GET /audio/api/user/config/get", "POST /audio/api/user/config/update"]],
  ["API-8", ["POST /audio/api/user/account/cancel"]],
  ["API-9", ["GET /audio/api/user/credits/balance"]],
  ["API-10", ["POST /audio/api/user/daily/credits/add"]],
  ["API-11", ["POST /audio/api/user/credits/replenish"]],
  [
    "API-12",
    [
      "POST /audio/api/v1/history/usage-record/page",
      "POST /audio/api/v1/history/usage-record/delete",
    ],
  ],
  ["API-13", ["POST /audio/api/v1/history/payment-record/page"]],
  ["API-14", ["POST /igweb/api/user/add-pay-record"]],
  [
    "API-15",
    [
      "GET /audio/api/v1/plan/payment/url/get",
      "GET /audio/api/v1/plan/payment/result/get",
      "GET /audio/api/v1/plan/payment/invoice/get",
    ],
  ],
  ["API-16", ["POST /audio/api/v1/plan/subscription/cancel"]],
  [
    "API-17",
    [
      "POST /audio/api/user/logout",
      "GET /audio/api/user/sessions",
      "POST /audio/api/user/sessions/end",
      "POST /audio/api/user/password/change",
      "GET /audio/api/user/export",
      "GET /audio/api/v1/plan/list",
      "POST /audio/api/v1/usage/reserve",
      "POST /audio/api/v1/usage/settle",
      "POST /audio/api/v1/usage/refund",
      "POST /audio/api/v1/podcast/audio",
      "POST /audio/api/v1/podcast/save",
      "GET /audio/api/v1/podcast/get",
      "POST /audio/api/v1/podcast/delete",
      "POST /audio/api/v1/podcast/feed",
      "POST /audio/api/v1/download/resolve",
      "GET /audio/api/v1/download/stream",
      "POST /audio/api/v1/article/read",
      "POST /audio/api/v1/hosted/transcribe",
      "POST /audio/api/v1/hosted/translate",
      "POST /audio/api/v1/hosted/script",
      "POST /audio/api/v1/hosted/speak",
      "GET /audio/api/v1/hosted/calls/{key}",
      "DELETE /audio/api/v1/hosted/calls/{key}",
      "POST /audio/api/v1/rating/save",
      "GET /audio/api/v1/rating/summary",
      "POST /audio/api/v1/rating/page",
      "POST /logstores/{logstore}/track",
      "GET /languages.json",
      "GET /healthz",
      "GET /readyz",
      "GET /metrics",
      "GET /audio/api/openapi.json",
    ],
  ],
  [
    "JOB-1",
    [
      "POST /audio/api/v1/job/create",
      "GET /audio/api/v1/job/get",
      "GET /audio/api/v1/job/list",
      "POST /audio/api/v1/job/cancel",
      "POST /audio/api/v1/job/cancel-creation",
      "GET /audio/api/v1/job/events",
      "GET /audio/api/v1/job/result/{id}/{output}",
    ],
  ],
  ["JOB-6", ["GET /audio/api/v1/job/wait"]],
  [
    "CLI-16",
    [
      "GET /audio/api/v1/job/queue",
      "POST /audio/api/v1/job/find",
      "POST /audio/api/v1/job/stop",
      "POST /audio/api/v1/job/redrive",
      "GET /audio/api/v1/job/workers",
      "POST /audio/api/v1/job/drain",
    ],
  ],
  [
    "JOB-5",
    [
      "POST /audio/api/v1/uploads",
      "HEAD /audio/api/v1/uploads/{upload}",
      "PATCH /audio/api/v1/uploads/{upload}",
      "DELETE /audio/api/v1/uploads/{upload}",
      "GET /audio/api/v1/files/{file}",
      "GET /audio/api/v1/file/erasure",
      "POST /audio/api/v1/job/erase",
      "GET /.well-known/toolkit-receipts.json",
    ],
  ],
  [
    "API-18",
    [
      "GET /audio/api/user/two-factor",
      "POST /audio/api/user/two-factor/begin",
      "POST /audio/api/user/two-factor/confirm",
      "POST /audio/api/user/two-factor/end",
      "POST /audio/api/user/two-factor/recovery-codes",
    ],
  ],
];

it.each(ROWS)("%s has its calls in the contract", (_row, expected) => {
  const known = calls.map(({ method, path: at }) => `${method} ${at}`);
  for (const call of expected) expect(known).toContain(call);
});

it("the contract has no other calls, and none twice", () => {
  const known = calls.map(({ method, path: at }) => `${method} ${at}`).sort();
  expect(known).toEqual(ROWS.flatMap(([, row]) => row).sort());
});

it("every POST that moves credits or money wants an idempotency key", () => {
  const moving = calls
    .filter((call) => "idempotent" in call && call.idempotent === true)
    .map(({ path: at }) => at);
  expect(moving.sort()).toEqual([
    "/audio/api/user/credits/replenish",
    "/audio/api/user/daily/credits/add",
    "/audio/api/v1/job/cancel",
    "/audio/api/v1/job/cancel-creation",
    "/audio/api/v1/job/create",
    "/audio/api/v1/job/erase",
    "/audio/api/v1/plan/subscription/cancel",
    "/audio/api/v1/usage/refund",
    "/audio/api/v1/usage/reserve",
    "/audio/api/v1/usage/settle",
    "/igweb/api/user/add-pay-record",
  ]);
});

it("errors have codes of their own, and words", () => {
  const codes = Object.values(API_ERRORS).map(({ code }) => code);
  expect(new Set(codes).size).toBe(codes.length);
  const file = path.join(import.meta.dirname, "../../locales/en/errors.json");
  const { api } = JSON.parse(fs.readFileSync(file, "utf8")) as { api: Record<string, string> };
  const names = Object.keys(api).map((name) => name.replace(/_(one|other)$/, ""));
  expect([...new Set(names)].sort()).toEqual(Object.keys(API_ERRORS).sort());
});

it("the words of an error use no value that it does not carry", () => {
  const file = path.join(import.meta.dirname, "../../locales/en/errors.json");
  const { api } = JSON.parse(fs.readFileSync(file, "utf8")) as { api: Record<string, string> };
  for (const [name, text] of Object.entries(api)) {
    const key = isApiErrorKey(name) ? name : name.replace(/_(one|other)$/, "");
    if (!isApiErrorKey(key)) throw new Error(name);
    const values = Array.from(text.matchAll(/\{\{(\w+)/g), ([, value]) => value);
    // Words without a plural are for servers that do not tell the values.
    const carried =
      name === key && faultOf(key).params?.includes("count") ? [] : faultOf(key).params;
    for (const value of values) expect(carried ?? [], name).toContain(value);
  }
});

it.each([
  [{ email: "nobody", password: "longenough", code: "123456" }, "email_invalid"],
  [{ email: "a@b.c", password: "short", code: "123456" }, "password_short"],
  [{ email: "a@b.c", password: "x".repeat(129), code: "123456" }, "password_long"],
  [{ email: "a@b.c", password: 5, code: "123456" }, "invalid_request"],
  [{ email: "a@b.c", password: "longenough", code: "12345" }, "invalid_request"],
])("USR-4 a request that is not as agreed names the field: %j", (request, key) => {
  const parsed = verifyReset.request.safeParse(request);
  expect(validationError(parsed.error!.issues).key).toBe(key);
});

it("USR-4 a password of invalid length is answered with the required one", () => {
  const keyOf = (password: string) =>
    validationError(
      verifyReset.request.safeParse({ email: "a@b.c", password, code: "123456" }).error!.issues,
    );
  expect(keyOf("short")).toEqual({ key: "password_short", params: { min: 8 } });
  expect(keyOf("x".repeat(129))).toEqual({ key: "password_long", params: { max: 128 } });
});
