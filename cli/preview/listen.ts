import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ToolkitError } from "#core/errors/errors.ts";

/** First port of the search for a free one. */
export const DEFAULT_PORT = 4173;
const PORTS_TRIED = 11;

/** @throws USAGE for an invalid port */
export function parsePort(text: string): number {
  const port = Number(text);
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new ToolkitError("USAGE", {
      detail: `--port takes a number from 0 to 65535; found "${text}".`,
    });
  return port;
}

/** The server cannot start. `code` is part of the public interface. */
export class PreviewError extends Error {
  readonly code: "PORT_IN_USE";
  readonly port: number;

  constructor(code: "PORT_IN_USE", port: number, options?: ErrorOptions) {
    super(`Port ${port} is in use: stop the program that listens there, or give another port.`, {
      ...options,
    });
    this.name = "PreviewError";
    this.code = code;
    this.port = port;
  }
}

/**
 * Listens with `listenAt` and returns the port. An explicit port is tried alone (0: any free one);
 * otherwise the default and the ten following ports are tried.
 */
export async function findPort(
  listenAt: (port: number) => Promise<number>,
  given: number | undefined,
): Promise<number> {
  const first = given ?? DEFAULT_PORT;
  const last = given ?? DEFAULT_PORT + PORTS_TRIED - 1;
  for (let port = first; ; port++) {
    try {
      return await listenAt(port);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== "EADDRINUSE") throw error;
      if (port === last) throw new PreviewError("PORT_IN_USE", first, { cause: error });
    }
  }
}

/** Listens and returns the port, which differs from `port` if that is 0. */
export function listen(server: Server, host: string, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      server.off("error", onError);
      server.off("listening", onListening);
      act();
    };
    const onError = (error: Error): void => settle(() => reject(error));
    const onListening = (): void => settle(() => resolve((server.address() as AddressInfo).port));
    server.on("error", onError);
    server.on("listening", onListening);
    server.listen({ host, port });
  });
}
