import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import type { Metrics } from "#server/deps/metrics.ts";
import type { Settings } from "#server/deps/settings.ts";
import { mayOperate } from "#server/http/may-operate.ts";

/**
 * Serves the metrics of a worker at `/metrics`, on the terms of the server's: without a token, only
 * programs on this machine may read them.
 * @param port 0 for any that is free
 * @returns the port, and closes it
 */
export async function serveMetrics(
  metrics: Metrics,
  { port, settings }: { readonly port: number; readonly settings: Settings },
): Promise<{ readonly port: number; readonly close: () => void }> {
  const token = settings.metricsToken;
  const server = http.createServer(({ url, headers, socket }, response) => {
    const request = {
      url: `http://${headers.host ?? ""}/metrics`,
      headers: new Headers(Object.entries(headers).map(([name, value]) => [name, String(value)])),
    };
    const peer = socket.remoteAddress ?? "";
    const expected = token === null ? null : `Bearer ${token}`;
    const isAllowed =
      url === "/metrics" && mayOperate({ request, peer, deps: { settings } }, expected);
    if (!isAllowed) return void response.writeHead(404).end();
    response.writeHead(200, { "Content-Type": "text/plain; version=0.0.4" }).end(metrics.print());
  });
  server.listen(port, token === null ? "127.0.0.1" : settings.host);
  await once(server, "listening");
  return { port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
