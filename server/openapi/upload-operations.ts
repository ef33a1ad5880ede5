import { type FailureKey, ANYWHERE, describeFailures, SENDING } from "./failures.ts";
import type { Json } from "./shapes.ts";

const BYTES = { "application/octet-stream": {} };
const RECEIVED: Json = { "X-Request-Id": { $ref: "#/components/headers/RequestId" } };
const text = { schema: { type: "string" } };
const integer = { schema: { type: "integer", minimum: 0 } };
const VERSION: Json = { "Tus-Resumable": { required: true, ...text } };
const STATE: Json = {
  ...VERSION,
  "Upload-Offset": { required: true, ...integer },
  "Upload-Length": { required: true, ...integer },
  "Upload-Expires": { required: true, ...text },
};
const response = (description: string, headers: Json, content?: Json): Json => ({
  description,
  headers: { ...RECEIVED, ...headers },
  ...(content && { content }),
});
const inPath = (name: string, description: string): Json => ({
  name,
  in: "path",
  required: true,
  description,
  schema: { type: "string" },
});
const header = (name: string, { required = true, schema = {}, description = "" }): Json => ({
  name,
  in: "header",
  required,
  ...(description !== "" && { description }),
  schema: { type: "string", ...schema },
});
const INTEGER = { type: "integer", minimum: 0 };
const TUS = header("Tus-Resumable", { schema: { const: "1.0.0" } });
const XSRF: Json = { $ref: "#/components/parameters/Xsrf" };
const UPLOAD = inPath("upload", "The end of `Location` of the response to the upload's creation");
const OTHER_VERSION = {
  412: response("The client has another version of the protocol", {
    ...VERSION,
    "Tus-Version": { required: true, ...text },
  }),
};
const refused = (...keys: readonly FailureKey[]): Json =>
  describeFailures([...ANYWHERE, "forbidden", "not_signed_in", "not_found", ...keys]);

/** Operations on uploads and files of jobs, by method and path of the contract. */
export const UPLOAD_OPERATIONS: Readonly<Record<string, Json>> = {
  "POST /audio/api/v1/uploads": {
    operationId: "createUpload",
    summary: "Creates a resumable upload (tus 1.0).",
    description:
      "The response to OPTIONS names the protocol's extensions and the maximum length. An upload that no job uses is erased after a day. `Upload-Metadata` is ignored.",
    security: [{ token: [] }],
    parameters: [TUS, header("Upload-Length", { schema: INTEGER }), XSRF],
    responses: {
      201: response("It is created, and empty", {
        ...STATE,
        Location: { required: true, ...text },
      }),
      ...OTHER_VERSION,
      ...refused("invalid_request", "too_large", "quota_used", "storage_full"),
    },
  },
  "HEAD /audio/api/v1/uploads/{upload}": {
    operationId: "describeUpload",
    summary: "Reports how many bytes of an upload have arrived.",
    security: [{ token: [] }],
    parameters: [UPLOAD, TUS],
    responses: {
      200: response("Its state", STATE),
      ...OTHER_VERSION,
      ...refused(),
    },
  },
  "PATCH /audio/api/v1/uploads/{upload}": {
    operationId: "appendUpload",
    summary: "Appends the body to an upload.",
    description:
      "With `Upload-Checksum`, the body has 8 MiB at most and is stored whole or not at all; without it, everything that arrives is stored. Of two requests with the same offset, one succeeds.",
    security: [{ token: [] }],
    parameters: [
      UPLOAD,
      TUS,
      header("Upload-Offset", { schema: INTEGER }),
      header("Upload-Checksum", {
        required: false,
        description: "`sha256` or `sha1`, a space, and the digest of the body in Base64",
      }),
      XSRF,
    ],
    requestBody: { required: true, content: { "application/offset+octet-stream": {} } },
    responses: {
      204: response("It is stored", STATE),
      ...OTHER_VERSION,
      ...describeFailures([
        ...SENDING,
        "not_signed_in",
        "not_found",
        "storage_full",
        ["invalid_request", 409],
        ["invalid_request", 415],
        ["invalid_request", 460],
      ]),
    },
  },
  "DELETE /audio/api/v1/uploads/{upload}": {
    operationId: "eraseUpload",
    summary: "Erases an upload.",
    description: "`getErasure` has the receipt.",
    security: [{ token: [] }],
    parameters: [UPLOAD, TUS, XSRF],
    responses: {
      204: response("It is erased", VERSION),
      ...OTHER_VERSION,
      ...refused(),
    },
  },
  "GET /audio/api/v1/files/{file}": {
    operationId: "getFile",
    summary: "Downloads a complete file of a job, or a range of it.",
    security: [{ token: [] }],
    parameters: [inPath("file", "Id of the file"), header("Range", { required: false })],
    responses: {
      200: response("All of it", {}, BYTES),
      206: response("A part of it", {}, BYTES),
      416: response("There is no such part", {}, BYTES),
      ...refused(),
    },
  },
  "GET /.well-known/toolkit-receipts.json": {
    operationId: "getReceiptKeys",
    summary: "Public keys that verify receipts of erased files: a JSON Web Key Set.",
    responses: {
      200: response(
        "Ed25519 keys, the current one first",
        {},
        {
          "application/json": {
            schema: {
              type: "object",
              required: ["keys"],
              properties: {
                keys: {
                  type: "array",
                  items: {
                    type: "object",
                    required: ["kty", "crv", "x", "kid", "alg", "use"],
                    properties: {
                      kty: { const: "OKP" },
                      crv: { const: "Ed25519" },
                      x: { type: "string" },
                      kid: { type: "string" },
                      alg: { const: "EdDSA" },
                      use: { const: "sig" },
                    },
                  },
                },
              },
            },
          },
        },
      ),
      ...describeFailures(ANYWHERE),
    },
  },
};
