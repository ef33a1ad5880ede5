import { type AnyCall, ignored, SUCCESS } from "#core/api/contract/call.ts";
import { pendingCall } from "#core/api/contract/pending-call.ts";
import { type FailureKey, ANYWHERE, describeFailures, JSON_ONLY, SENDING } from "./failures.ts";
import { type Json, type Shapes, createShapes } from "./shapes.ts";

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
/** Parameters of a request that creates a call of a hosted model, and of one that waits for it. */
export const PREFER: Json = { $ref: "#/components/parameters/Prefer" };
export const HOSTED_PARAMETERS: readonly Json[] = [
  { $ref: "#/components/parameters/HostedKey" },
  PREFER,
];
/** Errors of a key. */
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

/** Response of a call of a hosted model that has no result yet. */
export const pending = (): Json => {
  const { headers, ...accepted } = successOf(createShapes().answered(pendingCall), false);
  return {
    ...accepted,
    description: "There is no result yet: `getHostedCall` waits for it",
    headers: { ...(headers as Json), "Retry-After": { $ref: "#/components/headers/RetryAfter" } },
  };
};

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
    ...(idempotent === true ? [KEY] : idempotent === "call" ? HOSTED_PARAMETERS : []),
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
      ...(idempotent === "call" && { 202: pending() }),
      ...describeFailures([...faultsOf(call, request)]),
    },
  };
}
