import http from "node:http";
import { type Socket, isIPv6 } from "node:net";
import { ApiFailure } from "../../http/api-failure.ts";

/**
 * Connects to an address through a proxy with CONNECT (RFC 9110, 9.3.6). The target is a checked IP
 * address, so the proxy resolves no names.
 * @throws {ApiFailure} source_unavailable
 */
export function openTunnel(
  proxy: URL,
  { address, port }: { readonly address: string; readonly port: number },
  signal: AbortSignal,
): Promise<Socket> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>();
  const target = `${isIPv6(address) ? `[${address}]` : address}:${port}`;
  const login = [proxy.username, proxy.password].map(decodeURIComponent).join(":");
  const request = http.request({
    host: proxy.hostname.replace(/^\[|\]$/g, ""),
    port: proxy.port || 80,
    method: "CONNECT",
    path: target,
    agent: false,
    signal,
    headers: {
      host: target,
      ...(login !== ":" && {
        "proxy-authorization": `Basic ${Buffer.from(login).toString("base64")}`,
      }),
    },
  });
  request.on("connect", ({ statusCode }, socket: Socket) => {
    if (statusCode === 200) return resolve(socket);
    socket.destroy();
    reject(new ApiFailure("source_unavailable"));
  });
  request.on("response", (message) => {
    message.destroy();
    reject(new ApiFailure("source_unavailable"));
  });
  request.on("error", reject);
  request.end();
  return promise;
}
