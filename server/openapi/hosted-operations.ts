import { CHARACTERS_A_SECOND } from "#core/hosted/limits.ts";
import { HOSTED_PARAMETERS, KEY_FAULTS, pending, PREFER, successOf } from "./call-operation.ts";
import { JSON_ONLY } from "./failures.ts";
import { HOSTED_TRANSCRIPT, SPOKEN } from "./hosted-shapes.ts";
import { BYTES, inPath, refused, response, sendingRefused, XSRF } from "./operation-parts.ts";
import type { Json } from "./shapes.ts";

/** Operations of hosted models without an envelope, by method and path of the contract. */
export const HOSTED_OPERATIONS: Readonly<Record<string, Json>> = {
  "POST /audio/api/v1/hosted/transcribe": {
    operationId: "transcribeHosted",
    summary: "Has a piece of a recording written down by a hosted model.",
    description:
      "A WAV file of one channel of 16 kHz, 16 bits, of five minutes at most. Its length is taken from the hosted work that the job has paid for. A job that is refunded is charged for it in proportion.",
    security: [{ token: [] }],
    parameters: [
      { name: "usage_id", in: "query", required: true, schema: { type: "string" } },
      { name: "language", in: "query", required: false, schema: { type: "string" } },
      ...HOSTED_PARAMETERS,
      XSRF,
    ],
    requestBody: { required: true, content: { "audio/wav": BYTES } },
    responses: {
      200: successOf(HOSTED_TRANSCRIPT, false),
      202: pending(),
      ...sendingRefused(
        "not_signed_in",
        "not_found",
        "usage_closed",
        "hosted_unusable",
        ...KEY_FAULTS,
        JSON_ONLY,
      ),
    },
  },
  "POST /audio/api/v1/hosted/speak": {
    operationId: "speakHosted",
    summary: "Has a text spoken by a hosted model.",
    description: `The voice is one that the operator names. The text takes a second of the hosted work that the job has paid for, for every ${CHARACTERS_A_SECOND} characters. A job that is refunded is charged for it in proportion.`,
    security: [{ token: [] }],
    parameters: [...HOSTED_PARAMETERS, XSRF],
    requestBody: {
      required: true,
      content: { "application/json": { schema: SPOKEN } },
    },
    responses: {
      200: response("The text, spoken: one channel, 16 bits", { "audio/wav": BYTES }),
      202: pending(),
      ...sendingRefused(
        "not_signed_in",
        "not_found",
        "usage_closed",
        "hosted_unusable",
        ...KEY_FAULTS,
      ),
    },
  },
  "GET /audio/api/v1/hosted/calls/{key}": {
    operationId: "getHostedCall",
    summary: "Waits for a call of a hosted model, and answers as the request that created it.",
    description:
      "The result can be fetched again until the job that pays for it has ended, and is erased then. The oldest results of an account that has more than 64 MiB of them are erased earlier; the request that created the call then has it run again, which is not counted.",
    security: [{ token: [] }],
    parameters: [inPath("key", "The idempotency key of that request, percent-encoded"), PREFER],
    responses: {
      200: response("The result", {
        "audio/wav": BYTES,
        "application/json": { schema: { type: "object" } },
      }),
      202: pending(),
      ...refused("not_signed_in", "not_found", "hosted_unusable", "key_in_flight"),
    },
  },
  "DELETE /audio/api/v1/hosted/calls/{key}": {
    operationId: "cancelHostedCall",
    summary: "Cancels a call of a hosted model, or erases its result.",
    description:
      "A call that waits for its turn or for its next run is not counted. A run in progress is stopped within seconds; it counts if the model has answered by then. A request with the same key creates no other call.",
    security: [{ token: [] }],
    parameters: [inPath("key", "The idempotency key of its request, percent-encoded"), XSRF],
    responses: {
      204: response("It is canceled, and has no result"),
      ...refused("not_signed_in", "not_found", "forbidden"),
    },
  },
};
