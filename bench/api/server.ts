// A process that is measured. Arguments: what it serves, and the folder of the site. On a message it
// tells what it has used.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { configSchema } from "#core/site/config.ts";
import { readSettings } from "#server/deps/settings.ts";
import { createLog } from "#server/deps/log.ts";
import { startServer } from "#server/serve.ts";

/** What a process has used. */
export interface Used {
  /** Milliseconds of processor time. */
  readonly cpu: number;
  /** Bytes, after a collection. */
  readonly heap: number;
  readonly rss: number;
}

const [kind = "", root = ""] = process.argv.slice(2);
const BODY = JSON.stringify({ code: 100_000, data: { hello: "world" }, message: "Hello" });
const HEADERS = {
  "Content-Type": "application/json; charset=utf-8",
  "Content-Length": String(BODY.length),
};

function listen(listener: Parameters<typeof createServer>[1]): Promise<number> {
  const server = createServer(listener);
  return new Promise((resolve) =>
    server.listen(0, "127.0.0.1", () => resolve((server.address() as AddressInfo).port)),
  );
}

async function start(): Promise<number> {
  if (kind === "node")
    return await listen((_request, response) => void response.writeHead(200, HEADERS).end(BODY));
  if (kind === "hono") {
    const app = new Hono();
    app.get("/hello", () => new Response(BODY, { headers: HEADERS }));
    return await listen(getRequestListener(app.fetch) as never);
  }
  const { url } = await startServer({
    settings: readSettings(process.env, root),
    config: configSchema.parse({
      site: { name: "Bench", origin: "https://bench.example", contact: "a@bench.example" },
    }),
    home: path.resolve(import.meta.dirname, "../.."),
    log: createLog((line) => process.stderr.write(line)),
  });
  return Number(new URL(url).port);
}

process.send!({ port: await start() });
process.on("message", () => {
  globalThis.gc?.();
  const { user, system } = process.cpuUsage();
  const { heapUsed: heap, rss } = process.memoryUsage();
  process.send!({ cpu: (user + system) / 1000, heap, rss } satisfies Used);
});
process.on("disconnect", () => process.exit());
