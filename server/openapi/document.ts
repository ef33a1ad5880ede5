import type { AnyCall, RawCall } from "#core/api/contract/call.ts";
import type { ApiErrorKey } from "#core/api/contract/errors.ts";
import { describeCall } from "./call-operation.ts";
import { RAW_OPERATIONS } from "./raw-operations.ts";
import { describeFaults } from "./failures.ts";
import { type Json, createShapes } from "./shapes.ts";

/** Incremented when a client of the old document may fail with the new one. */
const VERSION = "1.0.0";

const GUIDE = `Answers of calls are JSON: \`code\` is 100000 and \`data\` what was asked for, or \`key\` says what was wrong and \`data\` is null. \`key\` is stable; \`message\` is English and may change. Take fields that you do not know as absent.

The token of \`UserInfo\` is the whole value of \`Authorization\`, without a scheme. Times are epoch seconds, unless a field says otherwise; amounts of money are in the currency's smallest unit, prices of what is for sale in its main unit.

Calls that move credits or money want an \`Idempotency-Key\`, made once for an action and kept when it is tried again. For 24 hours the same key gives the same answer, with \`Idempotent-Replayed: true\`.

After an answer with \`Retry-After\`, wait for so many seconds. A browser that has the XSRF cookie repeats it in the header of every POST.`;

export interface ApiToDescribe {
  readonly title: string;
  /** URL of the API; null: relative to the document. */
  readonly publicUrl: string | null;
  /** Names of the CSRF cookie and of the header that repeats its value. */
  readonly xsrf: { readonly cookie: string; readonly header: string };
  readonly calls: readonly AnyCall[];
  /** Routes without an envelope: each is described in `RAW_OPERATIONS`. */
  readonly raw: readonly RawCall[];
  /** English message of an error. */
  readonly errorMessage: (key: ApiErrorKey) => string;
}

/** Generates the OpenAPI 3.1 document of an API from its contract. */
export function describeApi({
  title,
  publicUrl,
  xsrf,
  calls,
  raw,
  errorMessage,
}: ApiToDescribe): Json {
  const shapes = createShapes();
  const paths: Record<string, Record<string, Json>> = {};
  const add = ({ method, path }: AnyCall | RawCall, operation: Json): void => {
    paths[path] = { ...paths[path], [method.toLowerCase()]: operation };
  };
  for (const call of calls) add(call, describeCall(call, shapes));
  for (const call of raw) {
    const operation = RAW_OPERATIONS[`${call.method} ${call.path}`];
    if (!operation) throw new Error(`${call.method} ${call.path} has no description`);
    add(call, { security: [], ...operation });
  }
  return {
    openapi: "3.1.1",
    info: { title, version: VERSION, description: GUIDE },
    servers: [{ url: publicUrl ?? "/" }],
    paths,
    components: {
      schemas: { ...Object.fromEntries(shapes.named), ...describeFaults(errorMessage) },
      securitySchemes: {
        token: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description: "The token alone, without a scheme",
        },
        operator: {
          type: "apiKey",
          in: "header",
          name: "Authorization",
          description:
            "The server's `OPERATOR_TOKEN` alone; without one only who asks from its machine is let in",
        },
        metrics: { type: "http", scheme: "bearer" },
      },
      parameters: {
        IdempotencyKey: {
          name: "Idempotency-Key",
          in: "header",
          required: true,
          schema: { type: "string", pattern: "^[\\x21-\\x7e]{8,128}$" },
        },
        HostedKey: {
          name: "Idempotency-Key",
          in: "header",
          required: true,
          description:
            "Names the call: a repeated request with the same key and body continues with it, also after it has ended, until the job that pays for it ends.",
          schema: { type: "string", pattern: "^[\\x21-\\x7e]{8,128}$" },
        },
        Prefer: {
          name: "Prefer",
          in: "header",
          required: false,
          description:
            "RFC 7240. With `respond-async`, the response has status 202 while there is no result; without it, the error `key_in_flight`. `wait` has the seconds for which the request waits for the result, 20 at most and by default.",
          schema: { type: "string" },
        },
        Xsrf: {
          name: xsrf.header,
          in: "header",
          required: false,
          description: `The cookie \`${xsrf.cookie}\`, wanted from who sends it`,
          schema: { type: "string" },
        },
      },
      headers: {
        RequestId: {
          required: true,
          description: "Names the request in the server's log",
          schema: { type: "string" },
        },
        RetryAfter: {
          description: "Seconds after which it may be tried again",
          schema: { type: "integer", minimum: 1 },
        },
        IdempotentReplayed: {
          description: "`true`: given before, to the same key",
          schema: { const: "true" },
        },
      },
    },
  };
}
