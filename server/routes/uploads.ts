import { appendUpload } from "#core/api/uploads/append-upload.ts";
import { createUpload as createUploadCall } from "#core/api/uploads/create-upload.ts";
import { describeUpload as describeUploadCall } from "#core/api/uploads/describe-upload.ts";
import { eraseUpload } from "#core/api/uploads/erase-upload.ts";
import { getErasure } from "#core/api/uploads/get-erasure.ts";
import { getFile } from "#core/api/uploads/get-file.ts";
import { receiptKeys } from "#core/api/uploads/receipt-keys.ts";
import type { RawCall } from "#core/api/contract/call.ts";
import { publicKeys } from "../files/receipts.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { failureResponse } from "../http/api-response.ts";
import type { RequestContext, UserContext } from "../http/request-context.ts";
import { type RawRoute, type Route, authenticate, openRoute } from "../http/route.ts";
import { sendFile } from "../uploads/send-file.ts";
import { TUS_VERSION, tusOptions } from "../uploads/tus-headers.ts";
import {
  appendToUpload,
  createUpload,
  describeUpload,
  terminateUpload,
} from "../uploads/uploads.ts";

/** @throws {ApiFailure} not_found: the site offers no jobs */
function requireJobs({ deps }: RequestContext): void {
  if (!deps.jobRules.enabled) throw new ApiFailure("not_found");
}

const lastSegment = ({ request }: RequestContext): string =>
  new URL(request.url).pathname.split("/").at(-1)!;

/**
 * A request of the tus protocol. Every response names the protocol's version, and a request of
 * another version changes nothing.
 */
async function handleTus(
  context: RequestContext,
  handle: (context: UserContext, id: string) => Promise<Response>,
): Promise<Response> {
  const version = { "Tus-Resumable": TUS_VERSION };
  try {
    requireJobs(context);
    if (context.request.headers.get("tus-resumable") !== TUS_VERSION)
      return new Response(null, {
        status: 412,
        headers: { ...version, "Tus-Version": TUS_VERSION },
      });
    const response = await handle(await authenticate(context), lastSegment(context));
    response.headers.set("Tus-Resumable", TUS_VERSION);
    return response;
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { status, body, retryAfter, closes } = failureResponse(error, context.deps.errorMessage);
    return new Response(body, {
      status,
      headers: {
        ...version,
        "Content-Type": "application/json; charset=utf-8",
        ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
        ...(closes && { Connection: "close" }),
      },
    });
  }
}

const tusRoute = (
  call: RawCall,
  handle: (context: UserContext, id: string) => Promise<Response>,
): RawRoute => ({
  call,
  limit: null,
  options: ({ settings }) => tusOptions(settings.fileBytesOfAccount),
  handle: (context) => handleTus(context, handle),
});

export const UPLOAD_ROUTES: readonly Route[] = [
  openRoute(getErasure, async ({ file }, { deps }) => {
    const erasure = await deps.db.read((queries) =>
      queries
        .selectFrom("job_erasures")
        .select(["receipt", "removed_at"])
        .where("id", "=", file)
        .executeTakeFirst(),
    );
    if (!erasure) throw new ApiFailure("not_found");
    const { receipt, removed_at: at } = erasure;
    return { receipt, removed_at: at === null ? null : Math.floor(at / 1000) };
  }),
];

export const UPLOAD_RAW_ROUTES: readonly RawRoute[] = [
  tusRoute(createUploadCall, createUpload),
  tusRoute(describeUploadCall, describeUpload),
  tusRoute(appendUpload, appendToUpload),
  tusRoute(eraseUpload, terminateUpload),
  {
    call: getFile,
    limit: null,
    handle: async (context) => {
      requireJobs(context);
      return await sendFile(await authenticate(context), lastSegment(context));
    },
  },
  {
    call: receiptKeys,
    limit: null,
    handle: async ({ deps }) =>
      new Response(JSON.stringify(publicKeys(deps.settings.fileKeys)), {
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Cache-Control": "public, max-age=300",
        },
      }),
  },
];
