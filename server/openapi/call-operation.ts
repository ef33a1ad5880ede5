import { type AnyCall, ignored, SUCCESS } from "#core/api/contract/call.ts";
import { type FailureKey, ANYWHERE, describeFailures, JSON_ONLY, SENDING } from "./failures.ts";
import type { Json, Shapes } from "./shapes.ts";

interface Field {
  readonly minLength?: number;
  readonly maxLength?: number;
}
interface ObjectShape extends Json {
  readonly properties: Readonly<Record<string, Field>>;
  readonly required?: readonly string[];
}

/** Validation errors that refer to a form field. */
function* requestFaults({ properties: { email, password } }: ObjectShape): Generator<FailureKey> {
  yield "invalid_request";
  if (email) yield "email_invalid";
  if (password?.minLength !== undefined) yield "password_short";
  if (password?.maxLength !== undefined) yield "password_long";
}

function* faultsOf(call: AnyCall, request: ObjectShape): Generator<FailureKey> {
  yield* requestFaults(request);
  yield* call.errors ?? [];
  if (call.signedIn) yield "not_signed_in";
  if (call.idempotent) yield* KEY_FAULTS;
  if (call.method === "GET") yield* ANYWHERE;
  else yield* [...SENDING, JSON_ONLY];
}

const KEY: Json = { $ref: "#/components/parameters/IdempotencyKey" };
/** A call of a hosted model is counted once for each key. */
export const OPTIONAL_KEY: Json = { $ref: "#/components/parameters/HostedKey" };
/** Errors of an optional key. */
export const KEY_FAULTS = ["key_missing", "key_in_flight", "key_reused"] as const;

export const successOf = (data: Json, isReplayed: boolean): Json => ({
  description: "Operation successful",
  headers: {
    "X-Request-Id": { $ref: "#/components/headers/RequestId" },
    ...(isReplayed && {
      "Idempotent-Replayed": { $ref: "#/components/headers/IdempotentReplayed" },
    }),
  },
  content: {
    "application/json": {
      schema: {
        type: "object",
        required: ["code", "message", "data"],
        properties: { code: { const: SUCCESS }, message: { type: "string" }, data },
      },
    },
  },
});

/** Describes a call of the contract as an OpenAPI operation. */
export function describeCall(call: AnyCall, { sent, answered }: Shapes): Json {
  const { name, summary, description, method, signedIn, operator, idempotent } = call;
  const request = sent(call.request) as ObjectShape;
  const required = request.required ?? [];
  const fields = Object.entries(request.properties);
  const isGet = method === "GET";
  const parameters = [
    ...(isGet
      ? fields.map(([field, schema]) => ({
          name: field,
          in: "query",
          required: required.includes(field),
          schema,
        }))
      : [{ $ref: "#/components/parameters/Xsrf" }]),
    ...(idempotent === undefined ? [] : [idempotent === true ? KEY : OPTIONAL_KEY]),
  ];
  return {
    operationId: name,
    summary,
    ...(description !== undefined && { description }),
    security: signedIn ? [{ token: [] }] : operator ? [{ operator: [] }] : [],
    parameters,
    ...(!isGet && {
      requestBody: {
        required: required.length > 0,
        content: { "application/json": { schema: request } },
      },
    }),
    responses: {
      200: successOf(
        call.response === ignored ? { type: "null" } : answered(call.response),
        idempotent === true,
      ),
      ...describeFailures([...faultsOf(call, request)]),
    },
  };
}
