import { type ApiErrorKey, API_ERRORS, faultOf } from "#core/api/contract/errors.ts";
import type { Json } from "./shapes.ts";

/** An error key, with its HTTP status if that differs from the catalog. */
export type FailureKey = ApiErrorKey | readonly [key: ApiErrorKey, status: number];

/** Errors that any call may return. */
export const ANYWHERE: readonly FailureKey[] = [
  "too_many_tries",
  "internal",
  "unavailable",
  "read_only",
];
/** Errors that any call with a body may return. */
export const SENDING: readonly FailureKey[] = [
  ...ANYWHERE,
  "forbidden",
  "too_large",
  "invalid_request",
  ["invalid_request", 408],
];
export const JSON_ONLY: FailureKey = ["invalid_request", 415];

const schemaOf = (key: string): Json => ({ $ref: `#/components/schemas/${key}` });

/** The envelope of each error in the catalog. @param errorMessage English message of an error */
export function describeFaults(errorMessage: (key: ApiErrorKey) => string): Record<string, Json> {
  const keys = Object.keys(API_ERRORS) as ApiErrorKey[];
  return Object.fromEntries(
    keys.map((key) => {
      const { code, params: numbers = [], texts = [] } = faultOf(key);
      const params = [...numbers, ...texts];
      const values = Object.fromEntries([
        ...numbers.map((name) => [name, { type: "number" }]),
        ...texts.map((name) => [name, { type: "string" }]),
      ]) as Json;
      const hasParams = params.length > 0;
      const shape = {
        description: errorMessage(key),
        type: "object",
        required: ["code", "key", "message", "data", ...(hasParams ? ["params"] : [])],
        properties: {
          code: { const: code },
          key: { const: key },
          message: { type: "string", description: "English words for it" },
          data: { type: "null" },
          ...(hasParams && { params: { type: "object", required: params, properties: values } }),
        },
      };
      return [key, shape];
    }),
  );
}

/** Responses by status, each with its possible errors. */
export function describeFailures(refused: readonly FailureKey[]): Record<string, Json> {
  const byStatus = new Map<number, Set<ApiErrorKey>>();
  for (const each of refused) {
    const [key, status] = typeof each === "string" ? [each, faultOf(each).status] : each;
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(key));
  }
  return Object.fromEntries(
    [...byStatus].map(([status, keys]) => [String(status), responseOf([...keys])]),
  );
}

function responseOf(keys: readonly ApiErrorKey[]): Json {
  const waits = keys.some((key) => faultOf(key).waits);
  const schemas = keys.map(schemaOf);
  return {
    description: keys.map((key) => `\`${key}\``).join(", "),
    headers: {
      "X-Request-Id": { $ref: "#/components/headers/RequestId" },
      ...(waits && { "Retry-After": { $ref: "#/components/headers/RetryAfter" } }),
    },
    content: {
      "application/json": { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas } },
    },
  };
}
