import type { IncomingMessage, ServerResponse } from "node:http";
import { downloadStream } from "#core/api/downloads/download-stream.ts";
import { health } from "#core/api/service/health.ts";
import { languages } from "#core/api/service/languages.ts";
import { metrics } from "#core/api/service/metrics.ts";
import { track } from "#core/api/service/track.ts";
import { readBody } from "./body.ts";
import { completeOrder } from "./purchases.ts";
import type { World } from "./world.ts";

/** A batch of usage events. */
export interface Batch {
  readonly logstore: string;
  readonly logs: readonly Readonly<Record<string, string>>[];
}

export interface RawState {
  readonly world: World;
  readonly batches: Batch[];
  /** The list of languages; null leaves it to the site's own file. */
  readonly languages: unknown;
  readonly served: () => number;
}

const TRACK = new RegExp(`^${track.path.replace("{logstore}", "([\\w-]+)")}$`);

const send = (response: ServerResponse, status: number, type: string, body: string | Buffer) => {
  response.writeHead(status, { "Content-Type": type, "Cache-Control": "no-store" });
  response.end(body);
  return true;
};

const page = (text: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>Fake</title>${text}`;

function findOrder({ accounts }: World, id: string) {
  for (const account of accounts.values()) {
    const order = account.orders.find((known) => known.id === id);
    if (order) return { account, order };
  }
  return null;
}

/** Answers what has no envelope. False: it is none of these. */
export async function answerRaw(
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
  state: RawState,
): Promise<boolean> {
  const { world } = state;
  const isGet = request.method === "GET";
  const at = url.pathname;
  const logstore = TRACK.exec(at)?.[1];
  if (logstore !== undefined && request.method === "POST") {
    const { __logs__: logs } = JSON.parse(await readBody(request)) as { __logs__: Batch["logs"] };
    state.batches.push({ logstore, logs });
    return send(response, 200, "text/plain", "");
  }
  if (isGet && at === health.path) return send(response, 200, "text/plain", "ok\n");
  if (isGet && at === metrics.path)
    return send(
      response,
      200,
      "text/plain; version=0.0.4",
      `# TYPE requests_total counter\nrequests_total ${state.served()}\n`,
    );
  if (isGet && at === languages.path && state.languages !== null)
    return send(response, 200, "application/json", JSON.stringify(state.languages));
  if (isGet && at === downloadStream.path) {
    const ticket = world.tickets.get(url.searchParams.get("ticket") ?? "");
    const format = ticket?.source.formats.find(({ id }) => id === ticket.format);
    if (!format || world.now() > ticket!.until) return send(response, 404, "text/plain", "");
    return send(response, 200, format.type, format.body);
  }
  return answerPayment(request, response, url, world);
}

/** The pages of a payment provider that takes no money. */
function answerPayment(
  { method }: IncomingMessage,
  response: ServerResponse,
  { pathname, searchParams }: URL,
  world: World,
): boolean {
  if (pathname !== "/fake-payment" && pathname !== "/fake-receipt") return false;
  const found = findOrder(world, searchParams.get("order_id") ?? "");
  if (!found) return send(response, 404, "text/html", page("<h1>No such order</h1>"));
  const { account, order } = found;
  if (pathname === "/fake-receipt")
    return send(response, 200, "text/html", page(`<h1>Receipt ${order.id}</h1>`));
  if (method === "POST")
    completeOrder(world, account, order.id, searchParams.get("outcome") === "paid");
  const form = (outcome: string): string =>
    `<form method="post" action="?order_id=${order.id}&outcome=${outcome}"><button>${outcome}</button></form>`;
  const rest = order.status === "pending" ? form("paid") + form("failed") : "";
  return send(response, 200, "text/html", page(`<h1>${order.status}</h1>${rest}`));
}
