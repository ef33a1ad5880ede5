import { createHash, createHmac } from "node:crypto";

export interface S3Keys {
  readonly id: string;
  readonly secret: string;
  readonly region: string;
}

const hash = (text: string): string => createHash("sha256").update(text).digest("hex");
const mac = (key: string | Buffer, text: string): Buffer =>
  createHmac("sha256", key).update(text).digest();

/** As in URLs (RFC 3986), with the four characters that `encodeURIComponent` leaves. */
const encode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/** The query in the form in which it is signed: encoded and sorted. */
const canonicalQuery = ({ searchParams }: URL): string =>
  [...searchParams]
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join("&");

/**
 * Signature headers of a request to S3 (AWS Signature Version 4).
 * @param digest SHA-256 of the body, in hexadecimal
 * @param now epoch milliseconds
 */
export function signRequest(
  { id, secret, region }: S3Keys,
  { method, url, headers }: { method: string; url: URL; headers: Readonly<Record<string, string>> },
  digest: string,
  now: number,
): Record<string, string> {
  const stamp = new Date(now).toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
  const day = stamp.slice(0, 8);
  const all: Record<string, string> = {
    ...headers,
    host: url.host,
    "x-amz-content-sha256": digest,
    "x-amz-date": stamp,
  };
  const names = Object.keys(all).sort();
  const signed = names.join(";");
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url),
    ...names.map((name) => `${name}:${all[name]!.trim()}`),
    "",
    signed,
    digest,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", stamp, scope, hash(canonical)].join("\n");
  const key = ["s3", "aws4_request"].reduce(
    (from, part) => mac(from, part),
    mac(mac(`AWS4${secret}`, day), region),
  );
  const signature = mac(key, toSign).toString("hex");
  const { host: _host, ...rest } = all;
  return {
    ...rest,
    authorization: `AWS4-HMAC-SHA256 Credential=${id}/${scope}, SignedHeaders=${signed}, Signature=${signature}`,
  };
}
