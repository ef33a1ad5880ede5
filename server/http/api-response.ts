import { SUCCESS } from "#core/api/contract/call.ts";
import { type ApiErrorKey, faultOf } from "#core/api/contract/errors.ts";
import type { ApiFailure } from "./api-failure.ts";

/** An answer before it has headers. */
export interface ApiResponse {
  readonly status: number;
  /** JSON of the envelope. */
  readonly body: string;
  /** Seconds. */
  readonly retryAfter?: number | undefined;
  /** The connection ends with it. */
  readonly closes?: boolean;
  /** Given before, to the same idempotency key. */
  readonly replayed?: true;
}

/** An answer that is made while it is sent. */
export interface StreamedResponse extends Omit<ApiResponse, "body"> {
  readonly body: ReadableStream<Uint8Array>;
}

/** English words for an error. */
export type ErrorMessage = (
  key: ApiErrorKey,
  params: Readonly<Record<string, string | number>> | undefined,
) => string;

export const successResponse = (data: unknown): ApiResponse => ({
  status: 200,
  body: JSON.stringify({ code: SUCCESS, data: data ?? null, message: "Operation successful" }),
});

/**
 * The same for data that is too much to hold at once.
 * @param data parts of its JSON; asked for as the client reads them
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
