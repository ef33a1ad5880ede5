import { isMailbox, phoneOf } from "#core/api/contract/addresses.ts";
import type { ApiErrorKey } from "#core/api/contract/errors.ts";
import { CODE, PASSWORD } from "#core/api/contract/shapes.ts";
import { ApiError } from "../../services/api/api-error.ts";
import type { Text } from "../../notices/notices.ts";
import { errorText } from "../store/user.ts";

export type FormField = "email" | "oldPassword" | "password" | "code" | "secondCode";

/** An error of a form and the field that shows it; null: the form. */
export interface Problem {
  readonly field: FormField | null;
  readonly text: Text;
  /** Epoch ms from which a retry is accepted; null: at once. */
  readonly acceptedFrom: number | null;
}

/** Field that an API error belongs to. */
const FIELDS: Readonly<Partial<Record<ApiErrorKey, FormField>>> = {
  email_invalid: "email",
  invalid_credentials: "password",
  password_common: "password",
  password_short: "password",
  password_long: "password",
  password_wrong: "oldPassword",
  code_wrong: "code",
  code_expired: "code",
  code_used_up: "code",
  second_code_needed: "secondCode",
  second_code_wrong: "secondCode",
};

const problemAt = (field: FormField, key: string): Problem => ({
  field,
  text: { key: `account:field.${key}`, params: { ...PASSWORD, digits: CODE.digits } },
  acceptedFrom: null,
});

/** Context of a form. */
interface Form {
  /** Its fields; errors of others are shown at the form. */
  readonly fields: readonly FormField[];
  /** Whether accounts may be identified by a phone number. */
  readonly texts: boolean;
  /** Formats seconds in the page's language. */
  readonly durationOf: (seconds: number) => string;
}

/**
 * Text of the error of an action.
 * @param now epoch ms
 */
export function problemOf(
  error: unknown,
  { fields, texts, durationOf }: Form,
  now: number,
): Problem {
  const { key, retryAfter } = error instanceof ApiError ? error : { key: null, retryAfter: null };
  if (texts && key === "invalid_credentials")
    return problemAt("password", "addressOrPasswordWrong");
  const field = key === null ? undefined : FIELDS[key as ApiErrorKey];
  return {
    field: field && fields.includes(field) ? field : null,
    text:
      key === "too_many_tries" && retryAfter !== null
        ? { key: "errors:tooMany", params: { time: durationOf(Math.ceil(retryAfter)) } }
        : errorText(error, "errors:http.other"),
    acceptedFrom: retryAfter === null ? null : now + retryAfter * 1000,
  };
}

/**
 * Validates an address without a request.
 * @param texts whether it may be a phone number
 */
export function checkAddress(address: string, texts: boolean): Problem | null {
  const name = texts ? "address" : "email";
  const text = address.trim();
  if (text === "") return problemAt("email", `${name}Missing`);
  const isOne = isMailbox(text) || (texts && phoneOf(text) !== null);
  return isOne ? null : problemAt("email", `${name}Wrong`);
}

export function checkNewPassword({ length }: string): Problem | null {
  if (length === 0) return problemAt("password", "passwordMissing");
  if (length < PASSWORD.min) return problemAt("password", "passwordShort");
  return length > PASSWORD.max ? problemAt("password", "passwordLong") : null;
}

/** @param field `oldPassword` if a signed-in person repeats it */
export const checkPassword = (
  password: string,
  field: "password" | "oldPassword" = "password",
): Problem | null => (password === "" ? problemAt(field, "passwordMissing") : null);

export const checkSecondCode = (code: string): Problem | null =>
  code.trim() === "" ? problemAt("secondCode", "secondCodeMissing") : null;

/** Whether the account has two-factor authentication. */
export const requiresSecondCode = (error: unknown): boolean =>
  error instanceof ApiError && error.key === "second_code_needed";

/** @param field `secondCode` if only the authenticator's code is accepted */
export const checkCode = (code: string, field: "code" | "secondCode" = "code"): Problem | null =>
  code.length === CODE.digits ? null : problemAt(field, "codeShort");
