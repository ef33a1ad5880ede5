import fs from "node:fs";
import { type IncomingMessage, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import type { Network } from "#server/download/net/fetch-public.ts";
import { makeMedia } from "./made-media.ts";

type Answer = (request: IncomingMessage, response: ServerResponse, url: URL) => void;

export interface FixtureServer {
  /** Address of a path, under a name that leads nowhere but here. */
  readonly at: (pathname: string) => string;
  /** Requests of a path so far. */
  readonly hits: (pathname: string) => number;
  /** Connections that are open. */
  readonly open: () => number;
  /** A network in which every name leads here. */
  readonly network: Network;
  readonly folder: string;
  /** Answers a path in a way of its own. */
  readonly on: (pathname: string, answer: Answer) => void;
  readonly close: () => void;
}

const TYPES: Readonly<Record<string, string>> = {
  mp3: "audio/mpeg",
  m4a: "audio/mp4",
  mp4: "video/mp4",
  webm: "audio/webm",
  wav: "audio/wav",
  jpg: "image/jpeg",
  m3u8: "application/vnd.apple.mpegurl",
  ts: "video/mp2t",
  m4s: "video/iso.segment",
  mpd: "application/dash+xml",
};

/** Sends a file, whole or the part that is asked for. */
export function sendFile(
  file: string,
  request: IncomingMessage,
  response: ServerResponse,
  headers: Readonly<Record<string, string>> = {},
): void {
  const bytes = fs.readFileSync(file);
  const type = TYPES[path.extname(file).slice(1)] ?? "application/octet-stream";
  const etag = `"${bytes.length}"`;
  const same = request.headers["if-range"];
  const range = /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? "");
  const own = { "content-type": type, etag, "accept-ranges": "bytes", ...headers };
  if (!range || (same !== undefined && same !== (own.etag as string))) {
    response.writeHead(200, { ...own, "content-length": bytes.length });
    return void response.end(bytes);
  }
  const [from, to] = [Number(range[1]), range[2] === "" ? bytes.length - 1 : Number(range[2])];
  if (from >= bytes.length) return void response.writeHead(416).end();
  const part = bytes.subarray(from, to + 1);
  response.writeHead(206, {
    ...own,
    "content-length": part.length,
    "content-range": `bytes ${from}-${from + part.length - 1}/${bytes.length}`,
  });
  response.end(part);
}

/**
 * Serves media of all kinds, and answers as bad servers do.
 * @param folder of its files; those that are made here where it is missing
 */
export async function startFixtures(folder: string = makeMedia()): Promise<FixtureServer> {
  const counts = new Map<string, number>();
  const own = new Map<string, Answer>();
  const server = createServer((request, response) => {
    const url = new URL(request.url!, "http://media.example");
    counts.set(url.pathname, (counts.get(url.pathname) ?? 0) + 1);
    const answer = own.get(url.pathname);
    if (answer) return answer(request, response, url);
    const file = path.join(folder, path.normalize(url.pathname));
    if (fs.statSync(file, { throwIfNoEntry: false })?.isFile() !== true)
      return void response.writeHead(404).end();
    sendFile(file, request, response);
  });
  let connections = 0;
  server.on("connection", (socket) => {
    connections++;
    socket.on("close", () => connections--);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    at: (pathname) => `http://media.example:${port}${pathname}`,
    hits: (pathname) => counts.get(pathname) ?? 0,
    open: () => connections,
    folder,
    on: (pathname, answer) => void own.set(pathname, answer),
    network: {
      lookUp: async () => [{ address: "127.0.0.1", family: 4 }],
      isAllowed: (address) => address === "127.0.0.1",
    },
    close() {
      server.closeAllConnections();
      server.close();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
