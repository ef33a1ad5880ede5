import type { Server } from "node:http";
import type { BlockList, Socket } from "node:net";
import { isProxy, networksOf, plain } from "./http/client-address.ts";

/** Factor by which networks with many clients may have more connections. */
const SITE = 4;
const WIDE = 16;

/**
 * Closes connections above the limit of a client, of its IPv6 site or of its wide network, so that
 * no client uses up all connections. Trusted proxies are not limited, because their connections
 * belong to all their clients.
 * @param max maximum number of connections of a client; 0: unlimited
 */
export function limitConnections(
  server: Server,
  {
    max: maxConnections,
    proxies,
    onRefused,
  }: {
    readonly max: number;
    readonly proxies: BlockList;
    readonly onRefused: () => void;
  },
): void {
  if (maxConnections === 0) return;
  const counts = new Map<string, number>();
  const add = (key: string, by: 1 | -1): void => {
    const count = (counts.get(key) ?? 0) + by;
    if (count === 0) counts.delete(key);
    else counts.set(key, count);
  };
  server.on("connection", (socket: Socket) => {
    const address = plain(socket.remoteAddress ?? "");
    if (isProxy(proxies, address)) return;
    const { client, site, wide } = networksOf(address);
    const counted = [
      { key: `client ${client}`, limit: maxConnections },
      ...(site === null ? [] : [{ key: `site ${site}`, limit: maxConnections * SITE }]),
      { key: `wide ${wide}`, limit: maxConnections * WIDE },
    ];
    if (counted.some(({ key, limit }) => (counts.get(key) ?? 0) >= limit)) {
      onRefused();
      socket.destroy();
      return;
    }
    for (const { key } of counted) add(key, 1);
    socket.once("close", () => {
      for (const { key } of counted) add(key, -1);
    });
  });
}
