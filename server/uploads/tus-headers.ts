import { createHash } from "node:crypto";
import { ApiFailure } from "../http/api-failure.ts";

/** The only version of the protocol (tus.io), and the extensions that the server has. */
export const TUS_VERSION = "1.0.0";
const EXTENSIONS = "creation,expiration,checksum,termination";
/** Algorithms of `Upload-Checksum`; the protocol requires SHA-1. */
const ALGORITHMS = ["sha1", "sha256"] as const;
/** Status of a body whose checksum is wrong, defined by the protocol. */
const CHECKSUM_MISMATCH = 460;

/** Headers of the response to OPTIONS, by which clients discover what the server supports. */
export const tusOptions = (maxBytes: number): Record<string, string> => ({
  "Tus-Resumable": TUS_VERSION,
  "Tus-Version": TUS_VERSION,
  "Tus-Extension": EXTENSIONS,
  "Tus-Checksum-Algorithm": ALGORITHMS.join(","),
  ...(maxBytes > 0 && { "Tus-Max-Size": String(maxBytes) }),
});

/** A number of bytes in a header. @throws {ApiFailure} invalid_request */
export function readBytes(headers: Headers, name: "Upload-Length" | "Upload-Offset"): number {
  const value = headers.get(name) ?? "";
  if (!/^(?:0|[1-9]\d{0,14})$/.test(value)) throw new ApiFailure("invalid_request");
  return Number(value);
}

/**
 * A function that checks the bytes of a body against `Upload-Checksum`; null without that header.
 * @throws {ApiFailure} invalid_request: the header is malformed, or the algorithm unknown
 */
export function readChecksum(headers: Headers): ((bytes: Uint8Array) => void) | null {
  const header = headers.get("Upload-Checksum");
  if (header === null) return null;
  const [, name, digest] = /^([a-z0-9-]{1,16}) ([A-Za-z0-9+/]{20,100}={0,2})$/.exec(header) ?? [];
  const algorithm = ALGORITHMS.find((known) => known === name);
  if (algorithm === undefined) throw new ApiFailure("invalid_request");
  return (bytes) => {
    if (createHash(algorithm).update(bytes).digest("base64") === digest) return;
    throw new ApiFailure("invalid_request", { status: CHECKSUM_MISMATCH });
  };
}
