import { createHash } from "node:crypto";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { signRequest } from "../objects/sign-request.ts";

export const FAKE_KEYS = { id: "AKIDEXAMPLE", secret: "top secret/+", region: "eu-central-1" };
export const FAKE_NOW = Date.UTC(2027, 0, 1, 10, 30);
/** Keys on a page of a list. */
const PAGE = 2;

interface FakeObject {
  readonly bytes: Buffer;
  readonly type: string;
}
interface FakeUpload {
  readonly key: string;
  readonly type: string;
  readonly parts: Map<number, Buffer>;
}

export interface FakeS3 {
  /** URL that `parseS3` reads. */
  readonly addressOf: (secret: string) => string;
  /** Objects by path. */
  readonly objects: ReadonlyMap<string, FakeObject>;
  /** Uploads in parts that were neither completed nor aborted. */
  readonly uploads: ReadonlyMap<string, FakeUpload>;
  /** Makes requests fail for which a function returns true. */
  readonly failWhere: (fails: (request: IncomingMessage, url: URL) => boolean) => void;
  readonly close: () => void;
}

/** Whether a request has the signature of these keys. */
function isSigned(request: IncomingMessage, url: URL, body: Buffer): boolean {
  const { headers } = request;
  const names = /SignedHeaders=([^,]+)/.exec(headers.authorization ?? "")?.[1] ?? "";
  const signed = Object.fromEntries(
    names
      .split(";")
      .filter((name) => !/^(host|x-amz-(date|content-sha256))$/.test(name))
      .map((name) => [name, String(headers[name])]),
  );
  const digest = createHash("sha256").update(body).digest("hex");
  const toSign = { method: request.method!, url, headers: signed };
  return (
    headers.authorization === signRequest(FAKE_KEYS, toSign, digest, FAKE_NOW)["authorization"] &&
    headers["x-amz-content-sha256"] === digest
  );
}

/** A fake of the parts of S3 that are used, which verifies each signature. */
export async function startFakeS3(): Promise<FakeS3> {
  const objects = new Map<string, FakeObject>();
  const uploads = new Map<string, FakeUpload>();
  let fails: (request: IncomingMessage, url: URL) => boolean = () => false;

  function list(url: URL, response: ServerResponse): void {
    const front = `${url.pathname}/${url.searchParams.get("prefix")}`;
    const after = url.searchParams.get("continuation-token") ?? "";
    const keys = [...objects.keys()].filter((key) => key.startsWith(front) && key > after).sort();
    const page = keys.slice(0, PAGE);
    const next =
      keys.length > PAGE ? `<NextContinuationToken>${page.at(-1)}</NextContinuationToken>` : "";
    const contents = page.map(
      (key) => `<Contents><Key>${key.slice(url.pathname.length + 1)}</Key></Contents>`,
    );
    response.end(`<ListBucketResult>${next}${contents.join("")}</ListBucketResult>`);
  }

  /** Handles the requests of an upload in parts. */
  function handleParts(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const url = new URL(request.url!, "http://fake");
    const query = url.searchParams;
    const type = String(request.headers["content-type"]);
    if (query.has("uploads")) {
      const id = `upload/${uploads.size}+&`;
      uploads.set(id, { key: url.pathname, type, parts: new Map() });
      response.end(`<R><UploadId>${id.replace("&", "&amp;")}</UploadId></R>`);
      return;
    }
    const id = query.get("uploadId")!;
    const upload = uploads.get(id);
    if (!upload || upload.key !== url.pathname) return void response.writeHead(404).end("<Error/>");
    if (request.method === "PUT") {
      upload.parts.set(Number(query.get("partNumber")), body);
      response.writeHead(200, { etag: `"${body.length}"` }).end();
      return;
    }
    uploads.delete(id);
    if (request.method === "DELETE") return void response.writeHead(204).end();
    const listed = Array.from(
      String(body).matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>&quot;(\d+)&quot;</g),
      ([, number, size]) => ({ bytes: upload.parts.get(Number(number)), size: Number(size) }),
    );
    const parts = listed.map(({ bytes }) => bytes ?? Buffer.alloc(0));
    const isWhole =
      listed.length === upload.parts.size &&
      listed.every(({ bytes, size }) => bytes?.length === size);
    const isSmall = parts.slice(0, -1).some(({ length }) => length < 5 * 1024 * 1024);
    if (!isWhole || isSmall) return void response.end("<Error><Code>InvalidPart</Code></Error>");
    objects.set(url.pathname, { bytes: Buffer.concat(parts), type: upload.type });
    response.end("<CompleteMultipartUploadResult/>");
  }

  function handle(request: IncomingMessage, response: ServerResponse, body: Buffer): void {
    const url = new URL(request.url!, `http://${request.headers.host}`);
    if (fails(request, url)) return void response.writeHead(500).end();
    if (!isSigned(request, url, body)) return void response.writeHead(403).end();
    const { method } = request;
    const key = url.pathname;
    if (url.searchParams.has("list-type")) return list(url, response);
    if (url.search !== "") return handleParts(request, response, body);
    if (method === "PUT") {
      objects.set(key, { bytes: body, type: request.headers["content-type"]! });
      return void response.end();
    }
    if (method === "DELETE") {
      objects.delete(key);
      return void response.writeHead(204).end();
    }
    const found = objects.get(key);
    if (!found) return void response.writeHead(404).end("<Error/>");
    if (method === "HEAD")
      return void response.writeHead(200, { "content-length": found.bytes.length }).end();
    const [, start, end] = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "") ?? [];
    if (start === undefined) return void response.end(found.bytes);
    response.writeHead(206).end(found.bytes.subarray(Number(start), Number(end) + 1));
  }

  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on("data", (part: Buffer) => parts.push(part));
    request.on("end", () => handle(request, response, Buffer.concat(parts)));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    addressOf: (secret) =>
      `s3://${FAKE_KEYS.id}:${encodeURIComponent(secret)}@127.0.0.1:${port}/some-bucket?region=${FAKE_KEYS.region}&insecure=1`,
    objects,
    uploads,
    failWhere: (condition) => void (fails = condition),
    close: () => void server.close(),
  };
}
