import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * Creates a function that closes a server: new requests are rejected, and running ones get a grace
 * period. Idle connections are not waited for, because browsers open connections in advance, which
 * Node treats as pending requests.
 * @param grace milliseconds
 */
export function createClose(server: Server, grace: number): () => Promise<void> {
  const idle = new Set<Socket>();
  let isClosing = false;
  server.on("connection", (socket) => {
    idle.add(socket);
    socket.once("close", () => idle.delete(socket));
  });
  server.on("request", ({ socket }, response) => {
    idle.delete(socket);
    response.once("close", () => {
      if (isClosing) socket.destroySoon();
      else if (!socket.destroyed) idle.add(socket);
    });
  });
  return () =>
    new Promise((resolve) => {
      isClosing = true;
      const cut = setTimeout(() => server.closeAllConnections(), grace);
      server.close(() => {
        clearTimeout(cut);
        resolve();
      });
      for (const socket of idle) socket.destroy();
    });
}
