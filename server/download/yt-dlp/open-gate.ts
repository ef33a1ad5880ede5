import { randomBytes, timingSafeEqual } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import net, { type AddressInfo, type Socket, isIP } from "node:net";
import { type Network, checkUrl, lookUpPublic } from "../net/fetch-public.ts";
import { openTunnel } from "../net/tunnel.ts";

/** A local proxy for one program, which is its only network access. */
export interface Gate {
  /** URL of the proxy, with its credentials. */
  readonly url: string;
  readonly close: () => void;
}

/**
 * Opens a proxy that connects only to public addresses, so that requests of the program are checked
 * like links of visitors.
 * @param limit bytes to and from other hosts, after which all connections are closed
 */
export async function openGate(network: Network, limit: number): Promise<Gate> {
  const key = randomBytes(24).toString("hex");
  const expected = Buffer.from(`Basic ${Buffer.from(`gate:${key}`).toString("base64")}`);
  const clients = new Set<Socket>();
  const targets = new Set<Socket>();
  const leaving = new AbortController();
  /** Bytes of closed connections. */
  let ended = 0;
  const isKnown = ({ headers }: IncomingMessage): boolean => {
    const given = Buffer.from(headers["proxy-authorization"] ?? "");
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  const bytesOf = ({ bytesRead, bytesWritten }: Socket): number => bytesRead + bytesWritten;
  const count = (): void => {
    const open = [...targets].reduce((sum, target) => sum + bytesOf(target), 0);
    if (ended + open > limit) close();
  };
  /** Opens a connection to another host whose bytes are counted. */
  async function reach(target: string): Promise<Socket> {
    const socket = await connect(target, network, leaving.signal);
    if (leaving.signal.aborted) socket.destroy();
    targets.add(socket);
    socket.on("close", () => {
      ended += bytesOf(socket);
      targets.delete(socket);
    });
    socket.on("error", () => socket.destroy());
    socket.on("data", count);
    return socket;
  }
  const server = http.createServer((request, response) => {
    if (!isKnown(request)) return void response.writeHead(407).end();
    request.on("data", count);
    forward(request, response, reach).then(count, () => response.writeHead(403).end());
  });
  server.on("connect", (request, socket: Socket) => {
    if (!isKnown(request))
      return void socket.end("HTTP/1.1 407 Proxy Authentication Required\r\n\r\n");
    reach(request.url ?? "").then(
      (target) => {
        socket.write("HTTP/1.1 200 Connection established\r\n\r\n");
        target.pipe(socket);
        socket.pipe(target);
        socket.on("data", count);
        socket.on("error", () => target.destroy());
        socket.on("close", () => target.destroy());
        target.on("close", () => socket.destroy());
      },
      () => socket.end("HTTP/1.1 403 Forbidden\r\n\r\n"),
    );
  });
  server.on("connection", (socket) => {
    clients.add(socket);
    socket.on("close", () => clients.delete(socket));
  });
  function close(): void {
    leaving.abort();
    server.close();
    for (const socket of [...clients, ...targets]) socket.destroy();
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return { url: `http://gate:${key}@127.0.0.1:${port}`, close };
}

/** Connects to `host:port`. @throws if the host is not public */
async function connect(target: string, network: Network, signal: AbortSignal): Promise<Socket> {
  const url = new URL(`https://${target}`);
  checkUrl(url, network);
  const name = url.hostname.replace(/^\[|\]$/g, "");
  const address = isIP(name) === 0 ? (await lookUpPublic(name, network))[0].address : name;
  const port = Number(url.port) || 443;
  if (network.proxy) return openTunnel(network.proxy, { address, port }, signal);
  return new Promise((resolve, reject) => {
    const socket = net.connect({ host: address, port, signal }, () => resolve(socket));
    socket.on("error", reject);
  });
}

/** Forwards a plain HTTP request. @param reach connects to `host:port` */
async function forward(
  request: IncomingMessage,
  response: ServerResponse,
  reach: (target: string) => Promise<Socket>,
): Promise<void> {
  const url = new URL(request.url ?? "");
  if (url.protocol !== "http:") throw new TypeError("Not for a proxy");
  const socket = await reach(`${url.hostname}:${url.port || 80}`);
  const { "proxy-authorization": _key, "proxy-connection": _way, ...headers } = request.headers;
  const onward = http.request({
    createConnection: () => socket,
    method: request.method,
    path: url.pathname + url.search,
    headers: { ...headers, connection: "close" },
  });
  onward.on("response", (message) => {
    response.writeHead(message.statusCode ?? 502, message.headers);
    message.pipe(response);
    message.on("error", () => response.destroy());
  });
  onward.on("error", () => response.destroy());
  response.on("close", () => socket.destroy());
  request.pipe(onward);
}
