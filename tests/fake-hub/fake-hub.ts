import { createHash } from "node:crypto";
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";

export const sha256Of = (bytes: Uint8Array): string =>
  createHash("sha256").update(bytes).digest("hex");

interface HubRequest {
  readonly server: "hub" | "storage";
  readonly method: string;
  readonly path: string;
  readonly range: string | undefined;
  readonly ifRange: string | undefined;
}

export interface FakeRepo {
  commit: string;
  /** Of the commit; others are not there. */
  readonly files: Record<string, { readonly bytes: Buffer; readonly large: boolean }>;
  /** Another name, as a renamed repository has it. */
  movedTo?: string;
  gated?: boolean;
}

interface Cut {
  /** Bytes that are sent before. */
  readonly after: number;
  /** Until then the line stays open, so that what was sent can arrive. */
  readonly when: () => Promise<unknown>;
}

/** What a hub answers in the ways of the Hugging Face hub, over a storage of another origin. */
export interface FakeHub {
  readonly url: string;
  /** Origin that it sends on to. */
  readonly storage: string;
  readonly repos: Record<string, FakeRepo>;
  readonly requests: HubRequest[];
  /** Where the storage cuts the line, one for each answer to come. */
  readonly cuts: Cut[];
  /** Answers to come that say when to come again, in seconds. */
  readonly busy: (number | null)[];
  /** What the storage sends in place of a file. */
  altered: Buffer | null;
  close(): Promise<void>;
}

const EXPOSED =
  "X-Repo-Commit,X-Linked-Size,X-Linked-ETag,X-Error-Code,ETag,Accept-Ranges,Content-Range";

function listen(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createServer((request, response) => {
    response.setHeader("access-control-allow-origin", "*");
    response.setHeader("access-control-expose-headers", EXPOSED);
    answer(request, response);
  });
  return new Promise<{ readonly server: Server; readonly url: string }>((resolve) =>
    server.listen(0, "127.0.0.1", () =>
      resolve({ server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }),
    ),
  );
}

/** The part that is asked for, or all of it where the mark is another one, see RFC 9110, 13.1.5. */
function sendPart(
  request: IncomingMessage,
  response: ServerResponse,
  { bytes, cut }: { readonly bytes: Buffer; readonly cut: Cut | undefined },
): void {
  const etag = `"${sha256Of(bytes)}"`;
  const { range, "if-range": mark } = request.headers;
  const rangeMatch = /^bytes=(\d+)-$/.exec(range ?? "");
  const from = rangeMatch && (mark === undefined || mark === etag) ? Number(rangeMatch[1]) : 0;
  if (from >= bytes.length) {
    response.writeHead(416, { "content-range": `bytes */${bytes.length}` }).end();
    return;
  }
  response.setHeader("etag", etag);
  response.setHeader("accept-ranges", "bytes");
  response.setHeader("content-length", bytes.length - from);
  if (from > 0)
    response.writeHead(206, {
      "content-range": `bytes ${from}-${bytes.length - 1}/${bytes.length}`,
    });
  const rest = bytes.subarray(from);
  if (cut === undefined) return void response.end(rest);
  const end = (): void => void response.destroy();
  response.write(rest.subarray(0, cut.after), () => void cut.when().then(end, end));
}

export async function createFakeHub(repos: Record<string, FakeRepo>): Promise<FakeHub> {
  const requests: HubRequest[] = [];
  const note = (server: HubRequest["server"], { method, url, headers }: IncomingMessage): void =>
    void requests.push({
      server,
      method: method!,
      path: url!,
      range: headers.range,
      ifRange: headers["if-range"] as string | undefined,
    });
  const storage = await listen((request, response) => {
    note("storage", request);
    const all = Object.values(repos).flatMap(({ files }) => Object.values(files));
    const found = all.find(({ bytes }) => request.url === `/${sha256Of(bytes)}`);
    if (!found) return void response.writeHead(403).end();
    sendPart(request, response, { bytes: hub.altered ?? found.bytes, cut: hub.cuts.shift() });
  });
  const main = await listen((request, response) => {
    note("hub", request);
    const refuse = (status: number, code: string, message: string): void =>
      void response.writeHead(status, { "x-error-code": code, "x-error-message": message }).end();
    const wait = hub.busy.shift();
    if (wait !== undefined) {
      if (wait !== null) response.setHeader("retry-after", wait);
      return void response.writeHead(429).end();
    }
    const parts = /^\/([^/]+\/[^/]+)\/resolve\/([^/]+)\/(.+)$/.exec(
      decodeURIComponent(request.url!),
    );
    const repo = repos[parts?.[1] ?? ""];
    if (!parts || !repo) return refuse(401, "RepoNotFound", "Repository not found");
    if (repo.movedTo !== undefined) {
      const location = request.url!.replace(parts[1]!, repo.movedTo);
      return void response.writeHead(307, { location }).end();
    }
    if (repo.gated) return refuse(401, "GatedRepo", "Access to this model is restricted");
    const [, , revision, path] = parts;
    if (revision !== "main" && revision !== repo.commit)
      return refuse(404, "RevisionNotFound", "Invalid rev id");
    const file = repo.files[path!];
    if (!file) return refuse(404, "EntryNotFound", "Entry not found");
    response.setHeader("x-repo-commit", repo.commit);
    const sha256 = sha256Of(file.bytes);
    if (file.large)
      return void response
        .writeHead(302, {
          location: `${storage.url}/${sha256}`,
          "x-linked-etag": `"${sha256}"`,
          "x-linked-size": file.bytes.length,
        })
        .end();
    // Of small files the mark is git's.
    const git = createHash("sha1").update(file.bytes).digest("hex");
    response.writeHead(200, { etag: `"${git}"`, "content-length": file.bytes.length });
    response.end(request.method === "HEAD" ? undefined : file.bytes);
  });
  const hub: FakeHub = {
    url: main.url,
    storage: storage.url,
    repos,
    requests,
    cuts: [],
    busy: [],
    altered: null,
    async close() {
      for (const { server } of [main, storage]) {
        server.closeAllConnections();
        await new Promise((resolve) => server.close(resolve));
      }
    },
  };
  return hub;
}
