import { DECLARATION } from "./declaration-shape.ts";
import { HOSTED_OPERATIONS } from "./hosted-operations.ts";
import { BATCH } from "../tracking/batch.ts";
import { successOf } from "./call-operation.ts";
import { JSON_ONLY } from "./failures.ts";
import { JOB_OPERATIONS } from "./job-operations.ts";
import {
  BYTES,
  inPath,
  page,
  RANGE,
  refused,
  response,
  sendingRefused,
  TEXT,
  text,
  XSRF,
} from "./operation-parts.ts";
import type { Json } from "./shapes.ts";
import { UPLOAD_OPERATIONS } from "./upload-operations.ts";

const AUDIO = [
  "audio/mpeg",
  "audio/mp4",
  "audio/aac",
  "audio/ogg",
  "audio/webm",
  "audio/wav",
  "audio/flac",
];

const FORM = {
  type: "object",
  required: ["action"],
  properties: {
    action: { enum: ["pay", "step", "decline", "refund", "renewals-pay", "renewals-decline"] },
    consent: { enum: ["on"] },
    report: { enum: ["now", "delayed", "twice", "reversed"] },
  },
};
const declaration = inPath("declaration", "`withdraw` or `cancel`");
const LANG: Json = { name: "lang", in: "query", required: false, schema: { type: "string" } };
const checkout = inPath("checkout", "The end of `payment_url`");

/** Operations without an envelope, by method and path of the contract. */
export const RAW_OPERATIONS: Readonly<Record<string, Json>> = {
  ...UPLOAD_OPERATIONS,
  ...HOSTED_OPERATIONS,
  "GET /audio/api/openapi.json": {
    operationId: "getOpenApi",
    summary: "This document.",
    responses: { 200: response("OpenAPI 3.1", { "application/json": {} }), ...refused() },
  },
  "GET /healthz": {
    operationId: "getHealth",
    summary: "Whether the process answers, whatever is the matter with what it needs.",
    responses: { ...refused(), 200: text("It does") },
  },
  "GET /readyz": {
    operationId: "getReadiness",
    summary: "Whether the server takes requests: it is not ending, and can write to its database.",
    responses: {
      ...refused(),
      200: text("It does"),
      503: text("It does not, and may do so later; the text says why"),
    },
  },
  "GET /metrics": {
    operationId: "getMetrics",
    summary: "What the server counts, in the text format of Prometheus.",
    description:
      "Told to who has the operator's token; without such a token, to the server's own machine.",
    security: [{ metrics: [] }, {}],
    responses: { 200: text("Counters and histograms"), ...refused("not_found") },
  },
  "GET /languages.json": {
    operationId: "getLanguages",
    summary: "The languages of spoken audio.",
    responses: {
      200: response("A list", {
        "application/json": {
          schema: {
            type: "array",
            items: {
              type: "object",
              required: ["extname", "name_en", "name_zh"],
              properties: {
                extname: { type: "string" },
                name_en: { type: "string" },
                name_zh: { type: "string" },
              },
            },
          },
        },
      }),
      ...refused("not_found"),
    },
  },
  "POST /logstores/{logstore}/track": {
    operationId: "track",
    summary: "Takes usage events.",
    description: "The content type says nothing: beacons have none of their own.",
    parameters: [inPath("logstore", "Lower-case letters, digits, `-` and `_`"), XSRF],
    requestBody: {
      required: true,
      content: { "application/json": { schema: BATCH }, "text/plain": { schema: BATCH } },
    },
    responses: { 200: text("Nothing"), ...sendingRefused("invalid_request", "not_found") },
  },
  "GET /audio/api/v1/download/stream": {
    operationId: "streamDownload",
    summary: "The media behind a resolved link.",
    description: "`stream` of `resolveDownload` is this path with its ticket, good for an hour.",
    parameters: [
      { name: "ticket", in: "query", required: true, schema: { type: "string" } },
      {
        name: "part",
        in: "query",
        required: false,
        description: "The part to begin with, of a format that is `parted`; 0 is the list of parts",
        schema: { type: "integer", minimum: 0 },
      },
      RANGE,
    ],
    responses: {
      200: response("All of it, to be saved", { "*/*": BYTES }),
      206: response("A part of it", { "*/*": BYTES }),
      ...refused(
        "not_found",
        "source_blocked",
        "source_unsupported",
        "source_unavailable",
        "source_too_large",
        "source_not_found",
        "source_login",
        "source_region",
        "source_protected",
        "source_live",
        "source_refused",
        "source_limited",
        "source_paywall",
        "invalid_request",
      ),
    },
  },
  ...JOB_OPERATIONS,
  "POST /audio/api/v1/podcast/audio": {
    operationId: "uploadPodcastAudio",
    summary: "Takes the audio of a podcast that is to be shared.",
    description: "`savePodcast` takes `audio_url`; what it does not take is gone after a day.",
    security: [{ token: [] }],
    parameters: [XSRF],
    requestBody: {
      required: true,
      content: Object.fromEntries(AUDIO.map((type) => [type, BYTES])),
    },
    responses: {
      200: successOf(
        {
          type: "object",
          required: ["audio_url"],
          properties: { audio_url: { type: "string" } },
        },
        false,
      ),
      ...sendingRefused("not_signed_in", "quota_used", "storage_full", JSON_ONLY),
    },
  },
  "GET /audio/podcasts/{audio}": {
    operationId: "getPodcastAudio",
    summary: "The audio of a shared podcast, or its transcript.",
    parameters: [
      inPath(
        "audio",
        "The end of `audio_url`, with or without the extension of the file (`.mp3`); with `.vtt`, the transcript",
      ),
      RANGE,
    ],
    responses: {
      200: response("All of it", { "audio/*": BYTES, "text/vtt": TEXT }),
      206: response("A part of it", { "audio/*": BYTES }),
      416: response("There is no such part", { "audio/*": BYTES }),
      ...refused("not_found"),
    },
  },
  "GET /audio/podcast-feeds/{feed}": {
    operationId: "getPodcastFeed",
    summary: "A feed of somebody's podcasts.",
    parameters: [inPath("feed", "The end of `url` of `getFeed`")],
    responses: {
      200: response("RSS 2.0", { "application/rss+xml": TEXT }),
      ...refused("not_found"),
    },
  },
  "GET /audio/receipts/{receipt}": {
    operationId: "showReceipt",
    summary: "A receipt, for reading and printing.",
    parameters: [inPath("receipt", "The end of `receipt_url`")],
    responses: { ...refused(), 200: page("The receipt"), 404: page("There is none") },
  },
  "GET /audio/contract/{declaration}": {
    operationId: "showContractForm",
    summary: "The form that withdraws from a purchase, or cancels a plan, without an account.",
    parameters: [declaration, LANG],
    responses: { 200: page("A page with a form"), ...refused("not_found") },
  },
  "POST /audio/contract/{declaration}": {
    operationId: "takeDeclaration",
    summary: "Declares a withdrawal or a cancellation, which is confirmed by email.",
    parameters: [declaration, LANG, XSRF],
    requestBody: {
      required: true,
      content: { "application/x-www-form-urlencoded": { schema: DECLARATION } },
    },
    responses: {
      ...sendingRefused("invalid_request", JSON_ONLY, "not_found", "too_many_tries"),
      200: page("The declaration was received"),
      400: response("A field is missing or invalid: the form again; JSON for an unreadable body", {
        "text/html": TEXT,
        "application/json": { schema: { $ref: "#/components/schemas/invalid_request" } },
      }),
    },
  },
  "GET /audio/sandbox/{checkout}": {
    operationId: "showCheckout",
    summary: "The page of a payment in the sandbox.",
    parameters: [checkout],
    responses: {
      200: page("A page with forms"),
      ...refused(),
      404: response("There is none; JSON where the sandbox is not in use", {
        "text/html": TEXT,
        "application/json": { schema: { $ref: "#/components/schemas/not_found" } },
      }),
    },
  },
  "POST /audio/sandbox/{checkout}": {
    operationId: "useCheckout",
    summary: "Presses a button of the page of a payment in the sandbox.",
    parameters: [checkout, XSRF],
    requestBody: {
      required: true,
      content: { "application/x-www-form-urlencoded": { schema: FORM } },
    },
    responses: {
      303: {
        ...response("Leads back to the site, or to the page again"),
        headers: { Location: { required: true, schema: { type: "string" } } },
      },
      ...sendingRefused("invalid_request", JSON_ONLY, "not_found"),
    },
  },
  "POST /audio/webhooks/{provider}": {
    operationId: "receiveWebhook",
    summary: "Hears of payments from their provider.",
    description: "The provider signs what it sends: docs/payments.md.",
    parameters: [inPath("provider", "Name of the provider in use"), XSRF],
    requestBody: { required: true, content: { "application/json": {} } },
    responses: {
      ...sendingRefused("invalid_request", "not_found"),
      200: response("It is known"),
      409: response("It is to come again later"),
    },
  },
};
