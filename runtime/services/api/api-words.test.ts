import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { API_ERRORS } from "#core/api/contract/errors.ts";
import type { MessageTree } from "#core/page/render.ts";
import { createTranslate } from "../../i18n/translate.ts";
import { ApiError } from "./api-error.ts";
import { describeApiError, errorText, warningOf } from "./api-words.ts";

const file = path.join(import.meta.dirname, "../../../locales/en/errors.json");
const errors = JSON.parse(fs.readFileSync(file, "utf8")) as MessageTree;
const t = createTranslate("en-US", { errors });
const error = (facts: ConstructorParameters<typeof ApiError>[1], message = "") =>
  new ApiError(message, facts);
const textOf = (given: ApiError): string => {
  const text = errorText(given, "errors:http.other");
  if (typeof text === "string") return t(text);
  return "words" in text ? text.words : t(text.key, text.params);
};

it.each(Object.entries(API_ERRORS))(
  "ERR-1 %s has words in every place",
  (key, { status, code }) => {
    const given = error({ key, status, code, params: { count: 3, needed: 9, available: 2 } });
    const warning = warningOf(given);
    const fault = describeApiError(given);
    for (const text of [
      textOf(given),
      t(warning.key, warning.params),
      t(`errors:${fault.code}`, fault.params),
    ])
      expect(text).toMatch(/^[A-Z][^{}]+$/);
  },
);

it("USR-4 a wrong code shows the remaining attempts, if the server reports them", () => {
  const of = (params: Record<string, number>) =>
    textOf(error({ key: "code_wrong", status: 400, params }));
  expect(of({ count: 4 })).toContain("4 attempts are left");
  expect(of({ count: 1 })).toContain("1 attempt is left");
  expect(of({})).toBe("This code is wrong. Compare it with the latest message.");
});

it("USR-4 a wait is described in a text", () => {
  const of = (retryAfter: number) =>
    textOf(error({ key: "too_many_tries", status: 429, retryAfter }));
  expect(of(0.4)).toBe("Too many attempts. Wait 1 second and try again.");
  expect(of(3600)).toBe("Too many attempts. Wait 60 minutes and try again.");
  expect(of(0)).toBe("Too many attempts. Wait a while and try again.");
});

it("ERR-3 an unknown error shows the server's text, or else the given one", () => {
  expect(textOf(error({ key: "of_a_newer_server", status: 400 }, "Come back on Monday"))).toBe(
    "Come back on Monday",
  );
  expect(textOf(error({ status: 502 }))).toBe("Request failed");
  expect(errorText(new TypeError("x is undefined"), "errors:credits.balance")).toBe(
    "errors:credits.balance",
  );
});

it("TLS-4 the error stored with a job is a key of the catalog", () => {
  expect(describeApiError(error({ key: "offline" }))).toEqual({ code: "offline", params: {} });
  expect(describeApiError(error({ status: 500 }))).toEqual({ code: "http.500", params: {} });
  expect(describeApiError(error({ status: 418 }, "Teapot"))).toEqual({
    code: "http.other",
    params: {},
  });
});
