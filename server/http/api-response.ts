import { SUCCESS } from "#core/api/contract/call.ts";
import { type ApiErrorKey, faultOf } from "#core/api/contract/errors.ts";
import type { ApiFailure } from "./api-failure.ts";

/** A response without headers. */
export interface ApiResponse {
  readonly status: number;
  /** JSON of the envelope. */
  readonly body: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** Closes the connection after the response. */
  readonly closes?: boolean;
  /** The stored response of an earlier request with the same idempotency key. */
  readonly replayed?: true;
}

/** A response that is generated while it is sent. */
export interface StreamedResponse extends Omit<ApiResponse, "body"> {
  readonly body: ReadableStream<Uint8Array>;
}

/** English message of an error. */
export type ErrorMessage = (
  key: ApiErrorKey,
  params: Readonly<Record<string, string | number>> | undefined,
) => string;

export const successResponse = (data: unknown): ApiResponse => ({
  status: 200,
  body: JSON.stringify({ code: SUCCESS, data: data ?? null, message: "Operation successful" }),
});

/**
 * Envelope for data that is too large to hold in memory.
 * @param data chunks of its JSON, generated as the client reads them
 */
export function streamedResponse(data: AsyncIterable<string>): StreamedResponse {
  async function* envelope(): AsyncGenerator<string> {
    yield `{"code":${SUCCESS},"data":`;
    yield* data;
    yield ',"message":"Operation successful"}';
  }
  const body = ReadableStream.from(envelope()).pipeThrough(new TextEncoderStream());
  return { status: 200, body };
}

export const failureResponse = (
  { key, params, retryAfter, status, closes }: ApiFailure,
  errorMessage: ErrorMessage,
): ApiResponse => ({
  status,
  body: JSON.stringify({
    code: faultOf(key).code,
    data: null,
    message: errorMessage(key, params),
    key,
    ...(params && { params }),
  }),
  retryAfter,
  closes,
});
