import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { validationError } from "#core/api/contract/validation-error.ts";
import { ACCOUNT_ROUTES } from "./accounts.ts";
import { parseBody, readBody } from "./body.ts";
import { CREDIT_ROUTES, releaseOld } from "./credits.ts";
import { EXPORT_ROUTES } from "./export.ts";
import { type Fault, type Faults, sitOut } from "./faults.ts";
import { HOSTED_ROUTES } from "./hosted.ts";
import { JOB_ROUTES } from "./jobs.ts";
import type { Idempotency } from "./idempotency.ts";
import { type FakeResponse, refused, sendJson, success } from "./outcome.ts";
import { passPeriods, PURCHASE_ROUTES } from "./purchases.ts";
import { RATING_ROUTES } from "./ratings.ts";
import { RECORD_ROUTES } from "./records.ts";
import { FakeApiError } from "./fake-api-error.ts";
import { type Route, visitOf } from "./route.ts";
import type { World } from "./world.ts";

export const ROUTES: readonly Route[] = [
  ...ACCOUNT_ROUTES,
  ...CREDIT_ROUTES,
  ...PURCHASE_ROUTES,
  ...RECORD_ROUTES,
  ...EXPORT_ROUTES,
  ...RATING_ROUTES,
  ...HOSTED_ROUTES,
  ...JOB_ROUTES,
];
const HEADERS = "Authorization, Content-Type, Idempotency-Key, X-XSRF-TOKEN";
const EXPOSED = "Retry-After, Idempotent-Replayed";
const COOKIE = /(?:^|; )XSRF-TOKEN=([^;]+)/;

/** A request that was answered. */
export interface Seen {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** 0 where the connection was cut. */
  readonly status: number;
}

export interface Server {
  readonly world: World;
  readonly faults: Faults;
  readonly idempotency: Idempotency;
  readonly requests: Seen[];
}

function findRoute(method: string, path: string): Route {
  const there = ROUTES.filter(({ call }) => call.path === path);
  const route = there.find(({ call }) => call.method === method);
  if (route) return route;
  throw new FakeApiError(there.length > 0 ? "method_not_allowed" : "not_found");
}

/** Does what a request asks for. */
function work(world: World, { headers, method = "" }: IncomingMessage, url: URL, body: string) {
  const { call, answer } = findRoute(method, url.pathname);
  const xsrf = COOKIE.exec(headers.cookie ?? "")?.[1];
  if (method === "POST" && xsrf !== undefined && headers["x-xsrf-token"] !== xsrf)
    throw new FakeApiError("forbidden");
  const visit = visitOf(world, headers.authorization ?? null, url.origin);
  if (call.signedIn) {
    const account = visit.account();
    releaseOld(world, account);
    passPeriods(world, account);
  }
  const requested =
    method === "GET"
      ? Object.fromEntries(url.searchParams)
      : parseBody(headers["content-type"], body);
  const parsed = call.request.safeParse(requested);
  if (!parsed.success) {
    const { key, params } = validationError(parsed.error.issues);
    throw new FakeApiError(key, params && { params });
  }
  return success(call.response.parse(answer(parsed.data as never, visit)));
}

async function orRefused<T>(attempt: () => T | Promise<T>): Promise<T | FakeResponse> {
  try {
    return await attempt();
  } catch (error) {
    if (error instanceof FakeApiError) return refused(error);
    throw error;
  }
}

function outcomeOf(
  { world, idempotency }: Server,
  request: IncomingMessage,
  url: URL,
  { body, fault }: { readonly body: string; readonly fault: Fault | null },
): Promise<FakeResponse & { readonly replayed?: true }> {
  const attempt = (): Promise<FakeResponse> =>
    orRefused(async () => {
      // The delay is part of the work: the same request meanwhile finds it under way.
      await sitOut(fault);
      if (fault?.key) throw new FakeApiError(fault.key);
      return work(world, request, url, body);
    });
  const call = ROUTES.find(({ call: { path } }) => path === url.pathname)?.call;
  const email = world.tokens.get(request.headers.authorization ?? "");
  if (call?.idempotent !== true || email === undefined) return attempt();
  const key = request.headers["idempotency-key"] as string | undefined;
  return orRefused(() => idempotency.once(`${email} ${url.pathname}`, key, body, attempt));
}

function headersFor({ headers }: IncomingMessage, url: URL): Record<string, string> {
  const { origin } = headers;
  const isForeign = origin !== undefined && origin !== url.origin;
  return {
    ...(!COOKIE.test(headers.cookie ?? "") && {
      "Set-Cookie": `XSRF-TOKEN=${randomUUID()}; Path=/; SameSite=Lax`,
    }),
    ...(isForeign && {
      "Access-Control-Allow-Origin": origin,
      "Access-Control-Allow-Headers": HEADERS,
      "Access-Control-Expose-Headers": EXPOSED,
      Vary: "Origin",
    }),
  };
}

/** Answers a call of the contract, or lets it go wrong. */
export async function answerCall(
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  url: URL,
): Promise<void> {
  const own = headersFor(request, url);
  if (request.method === "OPTIONS") {
    response.writeHead(204, own).end();
    return;
  }
  const body = await orRefused(() => readBody(request));
  const seen = (status: number): void => {
    const { method = "", headers } = request;
    const text = typeof body === "string" ? body : "";
    server.requests.push({ method, path: url.pathname, headers, body: text, status });
  };
  const fault = server.faults.meet(url.pathname);
  if (fault?.drop === "before" || fault?.status !== undefined) {
    await sitOut(fault);
    seen(fault.status ?? 0);
    if (fault.status === undefined) response.destroy();
    else response.writeHead(fault.status, { ...own, ...fault.headers }).end(fault.body ?? "");
    return;
  }
  const outcome =
    typeof body === "string" ? await outcomeOf(server, request, url, { body, fault }) : body;
  seen(fault?.drop ? 0 : outcome.status);
  if (fault?.drop) response.destroy();
  else
    sendJson(response, outcome, {
      ...own,
      ...("replayed" in outcome && { "Idempotent-Replayed": "true" }),
      ...fault?.headers,
    });
}
