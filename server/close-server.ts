import type { Server } from "node:http";
import type { Socket } from "node:net";

/**
 * A function that closes a server: no more requests are taken, the running ones have a time to end. A
 * connection on which nothing is being answered is not waited for: browsers open some in advance, which
 * Node takes for requests that are on their way.
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
