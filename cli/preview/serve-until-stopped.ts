import { ToolkitError } from "#core/errors/errors.ts";
import { PreviewError } from "./listen.ts";

/**
 * Starts a server and runs it until the command is interrupted.
 * @param start starts the server, and returns its address
 * @throws PORT_IN_USE
 */
export async function serveUntilStopped(
  signal: AbortSignal,
  start: () => Promise<{ close(): Promise<void> }>,
): Promise<void> {
  try {
    const server = await start();
    await new Promise<void>((resolve) => {
      if (signal.aborted) resolve();
      signal.addEventListener("abort", () => resolve(), { once: true });
    });
    await server.close();
  } catch (error) {
    if (error instanceof PreviewError)
      throw new ToolkitError("PORT_IN_USE", { port: error.port }, { cause: error });
    throw error;
  }
}
