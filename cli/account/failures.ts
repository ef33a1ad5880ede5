import type { Envelope } from "#core/api/contract/call.ts";
import { ToolkitError } from "#core/errors/errors.ts";

/** Descriptions of network errors by the code of Node or undici. */
const NETWORK: Readonly<Record<string, string>> = {
  ENOTFOUND: "no such name is known; perhaps this machine is offline.",
  EAI_AGAIN: "names cannot be looked up; perhaps this machine is offline.",
  ENETUNREACH: "there is no way to it; perhaps this machine is offline.",
  EHOSTUNREACH: "there is no way to it.",
  ECONNREFUSED: "nothing listens there.",
  ECONNRESET: "the connection was cut.",
  EPIPE: "the connection was cut.",
  UND_ERR_SOCKET: "the connection was cut.",
  ETIMEDOUT: "nothing answered in time.",
  UND_ERR_CONNECT_TIMEOUT: "nothing answered in time.",
  UND_ERR_HEADERS_TIMEOUT: "it took the request, and did not answer in time.",
  UND_ERR_BODY_TIMEOUT: "it stopped in the middle of its answer.",
  UND_ERR_PRX_TLS: "the proxy's certificate cannot be trusted.",
};
/** Errors that a retry does not fix. */
const FINAL = new Set(["ENOTFOUND", "UND_ERR_PRX_TLS"]);
const CERTIFICATE = /^(CERT_|ERR_TLS_|ERR_SSL_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO_)/;

function codeOf(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const { code, errors } = at as { code?: unknown; errors?: readonly { code?: unknown }[] };
    const found = code ?? errors?.[0]?.code;
    if (typeof found === "string") return found;
  }
  return "";
}

/** Explains why no response arrived. */
export function networkFailure(
  error: unknown,
  api: string,
): { readonly error: ToolkitError; readonly isFinal: boolean } {
  const code = codeOf(error);
  const isCertificate = CERTIFICATE.test(code);
  const detail = isCertificate
    ? `its certificate cannot be trusted (${code}). NODE_EXTRA_CA_CERTS names a file with further authorities.`
    : (NETWORK[code] ??
      `the connection failed (${code || (error instanceof Error ? error.message : String(error))}).`);
  return {
    error: new ToolkitError("API_UNREACHABLE", { api, detail }, { cause: error }),
    isFinal: isCertificate || FINAL.has(code),
  };
}

/** A response that is not successful. */
export interface Refused {
  readonly api: string;
  readonly status: number;
  /** Undefined if the body is not the API's. */
  readonly envelope: Envelope | undefined;
  readonly requestId: string | undefined;
  /** In seconds. */
  readonly retryAfter: number | undefined;
}

/** Texts for a terminal, where the server's texts suit a web page. */
const WORDS: Readonly<Record<string, string>> = {
  invalid_request: "The API did not understand the request. It may be newer than this program.",
  method_not_allowed: "The API does not know this request. It may be older than this program.",
  key_missing: "The API did not understand the request. It may be newer than this program.",
  forbidden: "Only the operator of the site may read this.",
  email_invalid: "This is not a complete email address. Example: name@example.org.",
};

/** The error shown for a response that is not successful. */
export function refusedFailure({
  api,
  status,
  envelope,
  requestId,
  retryAfter,
}: Refused): ToolkitError {
  if (status === 429) return new ToolkitError("API_BUSY", { seconds: retryAfter });
  if (envelope?.key === "payment_closed")
    return new ToolkitError("API_REFUSED", { detail: envelope.message ?? "", key: envelope.key });
  if (status >= 500) return new ToolkitError("API_FAILED", { status, requestId });
  if (!envelope) {
    const detail =
      status >= 300 && status < 400
        ? `it sends elsewhere (${status}); name the address that it sends to.`
        : `the answer (${status}) is none of the API's.`;
    return new ToolkitError("API_UNUSABLE", { api, detail });
  }
  if (status === 401)
    return new ToolkitError("NOT_LOGGED_IN", {
      detail: `${api} does not accept the token: it has expired, or was revoked.`,
    });
  const { key, message } = envelope;
  const detail =
    (key !== undefined && WORDS[key]) || message || `The API answered ${status} without a reason.`;
  return new ToolkitError("API_REFUSED", { detail, key });
}
