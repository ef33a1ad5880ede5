import type { S3Keys } from "./sign-request.ts";

export interface S3Location extends S3Keys {
  /** Origin of the service. */
  readonly endpoint: string;
  readonly bucket: string;
}

/**
 * Parses `s3://<key id>:<secret>@<host>[:<port>]/<bucket>[?region=<region>&insecure=1]`.
 * @throws {RangeError} without the URL, because it contains the secret
 */
export function parseS3(address: string): S3Location {
  const url = URL.parse(address.replace(/^s3:/, "https:"));
  const bucket = /^\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])\/?$/.exec(url?.pathname ?? "")?.[1];
  if (!url || url.username === "" || url.password === "" || bucket === undefined)
    throw new RangeError("OBJECT_STORE: s3://<key id>:<secret>@<host>/<bucket>?region=<region>");
  const scheme = url.searchParams.get("insecure") === "1" ? "http" : "https";
  return {
    id: decodeURIComponent(url.username),
    secret: decodeURIComponent(url.password),
    region: url.searchParams.get("region") ?? "us-east-1",
    endpoint: `${scheme}://${url.host}`,
    bucket,
  };
}
