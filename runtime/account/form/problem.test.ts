import { expect, it } from "vitest";
import { ApiError } from "../../services/api/api-error.ts";
import { type FormField, checkAddress, checkCode, checkNewPassword, problemOf } from "./problem.ts";

const ALL = ["email", "password", "code"] as const;
const of = (error: unknown, fields: readonly FormField[] = ALL, texts = false) =>
  problemOf(error, { fields, texts, durationOf: (seconds) => `${seconds} sec` }, 1_000_000);
const refused = (key: string, facts: object = {}) =>
  new ApiError("words of the server", { status: 400, code: 100_400, key, ...facts });

it.each([
  ["email_invalid", "email"],
  ["invalid_credentials", "password"],
  ["password_common", "password"],
  ["code_wrong", "code"],
  ["code_expired", "code"],
  ["code_used_up", "code"],
  ["internal", null],
])("USR-4 %s is shown at the field %s", (key, field) => {
  expect(of(refused(key, { params: { count: 4 } }))).toEqual({
    field,
    text: { key: `errors:api.${key}`, params: { count: 4 } },
    acceptedFrom: null,
  });
});

it("USR-4 where a phone number is taken, a login that is refused may be about it", () => {
  expect(of(refused("invalid_credentials"), ALL, true)).toMatchObject({
    field: "password",
    text: { key: "account:field.addressOrPasswordWrong" },
  });
});

it("USR-4 an error of a field that the form lacks is shown at the form", () => {
  expect(of(refused("password_common"), ["code"]).field).toBeNull();
});

it("USR-4 too many tries say how long to wait, and from when the next one is accepted", () => {
  expect(of(refused("too_many_tries", { status: 429, retryAfter: 42.2 }))).toEqual({
    field: null,
    text: { key: "errors:tooMany", params: { time: "43 sec" } },
    acceptedFrom: 1_042_200,
  });
});

it("ERR-1 offline, an answer without a key, and an error of our own have words too", () => {
  expect(of(new ApiError("fetch failed", { key: "offline" })).text).toBe("errors:offline");
  expect(of(new ApiError("Out of order", { status: 503 })).text).toEqual({ words: "Out of order" });
  expect(of(new TypeError("x is undefined")).text).toBe("errors:http.other");
});

it.each(["a@b.org", " Jörg.Müller+x@mail.example.co.uk ", "用户@例子.广告"])(
  "USR-4 %j is an address",
  (email) => expect(checkAddress(email, false)).toBeNull(),
);
it.each(["", "  ", "a", "a@b", "a@b.", "a b@c.org", "a@@b.org", "@b.org"])(
  "USR-4 %j is no address",
  (email) => expect(checkAddress(email, false)?.field).toBe("email"),
);

it.each([
  ["+49 (170) 123-45.67", null],
  [" +12025550123 ", null],
  ["a@b.org", null],
  ["", "addressMissing"],
  ["0170 1234567", "addressWrong"],
  ["+0170123456", "addressWrong"],
  ["+4917", "addressWrong"],
  ["+1234567890123456", "addressWrong"],
])("USR-4 where a phone number is taken, %j is %s", (address, wrong) => {
  const text = wrong === null ? null : { key: `account:field.${wrong}` };
  expect(checkAddress(address, true)?.text ?? null).toEqual(text && expect.objectContaining(text));
  if (address.trim().startsWith("+")) expect(checkAddress(address, false)?.field).toBe("email");
});

it("USR-4 a new password has 8 to 128 characters, a code six digits", () => {
  const ok = [8, 9, 128].map((length) => checkNewPassword("x".repeat(length)));
  expect(ok).toEqual([null, null, null]);
  for (const length of [0, 1, 7, 129])
    expect(checkNewPassword("x".repeat(length))?.field).toBe("password");
  expect(checkCode("123456")).toBeNull();
  expect(checkCode("12345")?.field).toBe("code");
});

it("USR-4 unknown errors of a newer server show its own text", () => {
  const error = refused("of_a_newer_server");
  expect(of(error)).toMatchObject({ field: null, text: { words: error.message } });
});
