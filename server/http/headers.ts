const SHARED = {
  "Cache-Control": "no-store",
  "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'",
  "Cross-Origin-Resource-Policy": "cross-origin",
  "Referrer-Policy": "no-referrer",
  "X-Content-Type-Options": "nosniff",
} as const;
const CORS_REQUEST =
  "Authorization, Content-Type, Idempotency-Key, Last-Event-ID, Traceparent, Range, If-Range, Prefer, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Checksum, Upload-Metadata";
const CORS_EXPOSED =
  "Retry-After, Idempotent-Replayed, X-Request-Id, Content-Length, Content-Range, ETag, Location, Tus-Resumable, Upload-Length, Upload-Offset, Upload-Expires";

export interface HeaderSettings {
  readonly corsOrigins: readonly string[];
  readonly publicUrl: string | null;
  readonly hstsSubdomains: boolean;
}

/** Headers of every response. @param origin the request's `Origin` */
export function sharedHeaders(
  { corsOrigins, publicUrl, hstsSubdomains }: HeaderSettings,
  origin: string | null,
  requestId: string,
): Record<string, string> {
  return {
    ...SHARED,
    "X-Request-Id": requestId,
    ...(publicUrl?.startsWith("https:") && {
      "Strict-Transport-Security": `max-age=63072000${hstsSubdomains ? "; includeSubDomains" : ""}`,
    }),
    ...(corsOrigins.length > 0 && { Vary: "Origin" }),
    ...(origin !== null &&
      corsOrigins.includes(origin) && {
        "Access-Control-Allow-Origin": origin,
        "Access-Control-Expose-Headers": CORS_EXPOSED,
      }),
  };
}

/** Response headers of a CORS preflight request. */
export const preflightHeaders = (
  methods: readonly string[],
  xsrf: { readonly header: string },
): Record<string, string> => ({
  Allow: methods.join(", "),
  "Access-Control-Allow-Methods": methods.join(", "),
  "Access-Control-Allow-Headers": `${CORS_REQUEST}, ${xsrf.header}`,
  "Access-Control-Max-Age": "600",
});
