import type { BlockList } from "node:net";
import { timingSafeEqual } from "node:crypto";
import { Hono } from "hono";
import { bestLocale } from "#core/site/locales.ts";
import { TooBusy } from "./deps/passwords.ts";
import { DatabaseReadOnly, DatabaseUnavailable } from "./db/db.ts";
import type { Deps } from "./deps/deps.ts";
import { acceptedLanguages } from "./http/accept-language.ts";
import { clientAddress, createProxies, networksOf } from "./http/client-address.ts";
import { createRateLimit } from "./http/rate-limit.ts";
import { preflightHeaders, sharedHeaders } from "./http/headers.ts";
import { type ApiResponse, type StreamedResponse, failureResponse } from "./http/api-response.ts";
import { ApiFailure } from "./http/api-failure.ts";
import type { RawRoute, Route } from "./http/route.ts";
import type { Bindings, RequestContext } from "./http/request-context.ts";
import { describeError } from "./deps/log.ts";
import { createOpenApiRoute } from "./openapi/route.ts";
import { episodePageRoutes } from "./podcasts/episode-page.ts";
import { ACCOUNT_ROUTES } from "./routes/accounts.ts";
import { CREDIT_ROUTES } from "./routes/credits.ts";
import { DOWNLOAD_RAW_ROUTES, DOWNLOAD_ROUTES } from "./routes/download.ts";
import { HOSTED_RAW_ROUTES, HOSTED_ROUTES } from "./routes/hosted.ts";
import { HISTORY_ROUTES } from "./routes/history.ts";
import { health } from "#core/api/service/health.ts";
import { ready } from "#core/api/service/ready.ts";
import { PROBE_ROUTES } from "./routes/health.ts";
import { JOB_RAW_ROUTES, JOB_ROUTES } from "./routes/jobs.ts";
import { PAYMENT_RAW_ROUTES, PAYMENT_ROUTES } from "./routes/payments.ts";
import { PLAN_ROUTES } from "./routes/plans.ts";
import { PODCAST_RAW_ROUTES, PODCAST_ROUTES } from "./routes/podcasts.ts";
import { RATING_ROUTES } from "./routes/ratings.ts";
import { TRACKING_ROUTES } from "./routes/tracking.ts";
import { UPLOAD_RAW_ROUTES, UPLOAD_ROUTES } from "./routes/uploads.ts";
import { USAGE_ROUTES } from "./routes/usage.ts";

export const ROUTES: readonly Route[] = [
  ...ACCOUNT_ROUTES,
  ...CREDIT_ROUTES,
  ...USAGE_ROUTES,
  ...PLAN_ROUTES,
  ...PAYMENT_ROUTES,
  ...HISTORY_ROUTES,
  ...PODCAST_ROUTES,
  ...DOWNLOAD_ROUTES,
  ...RATING_ROUTES,
  ...HOSTED_ROUTES,
  ...JOB_ROUTES,
  ...UPLOAD_ROUTES,
];
export const RAW_ROUTES: readonly RawRoute[] = [
  ...PROBE_ROUTES,
  ...PAYMENT_RAW_ROUTES,
  ...PODCAST_RAW_ROUTES,
  ...TRACKING_ROUTES,
  ...DOWNLOAD_RAW_ROUTES,
  ...HOSTED_RAW_ROUTES,
  ...JOB_RAW_ROUTES,
  ...UPLOAD_RAW_ROUTES,
];

/** Path prefixes that belong to the API, whether or not a route matches. */
const PREFIXES = ["/audio/api/", "/igweb/api/"];
const patternOf = ({ call }: Route | RawRoute): string => call.path.replaceAll(/\{(\w+)\}/g, ":$1");

export function isOwnPath(path: string): boolean {
  if (PREFIXES.some((prefix) => path.startsWith(prefix))) return true;
  return RAW_ROUTES.some(({ call }) => {
    const front = call.path.split("{")[0]!;
    return front === call.path ? path === front : path.startsWith(front);
  });
}

type Env = { Bindings: Bindings };
export type App = Hono<Env>;

/** An incoming request with the data that its response and its access log line need. */
interface IncomingCall {
  readonly context: RequestContext;
  readonly headers: Record<string, string>;
  /** Path pattern of the contract, for metrics. */
  readonly path: string;
  readonly started: number;
}

type Answer = (context: RequestContext) => Promise<ApiResponse | StreamedResponse | Response>;

/** The API as a request handler, without a listener. */
export function createApp(deps: Deps): App {
  const app: App = new Hono();
  const readCall = createCallReader(deps, createProxies(deps.settings.trustedProxies));
  const rateLimit = createRateLimit(deps.clock, deps.settings.requestsPerSecond);

  async function handle(
    request: Request,
    bindings: Bindings | undefined,
    { path, handle: answer }: { readonly path: string; readonly handle: Answer },
  ): Promise<Response> {
    const call = readCall(request, bindings, path);
    if (QUIET.has(path)) return await answerCall(call, answer);
    const method = request.method in METHODS ? request.method : "other";
    const attributes = { "http.request.method": method, "http.route": path };
    const parent = request.headers.get("traceparent");
    return await deps.tracer.span("request", { parent, attributes }, async (span) => {
      const response = await answerCall(call, answer);
      span.set({ "http.response.status_code": response.status });
      return response;
    });
  }

  async function answerCall(call: IncomingCall, answer: Answer): Promise<Response> {
    const { request } = call.context;
    try {
      const wait = rateLimit(networksOf(call.context.address));
      if (wait > 0) throw new ApiFailure("too_many_tries", { retryAfter: wait });
      checkForgery(request, deps.xsrf);
      const response = await answer(call.context);
      return response instanceof Response
        ? withSharedHeaders(response, call)
        : respond(response, call);
    } catch (error) {
      return respond(failureResponse(failureOf(error, call), deps.errorMessage), call);
    }
  }

  const methods = new Map<string, string[]>();
  const options = new Map<string, Readonly<Record<string, string>>>();
  const openApi = createOpenApiRoute(deps, ROUTES, RAW_ROUTES);
  const pages = episodePageRoutes(deps.site);
  for (const route of [...ROUTES, ...RAW_ROUTES, openApi, ...pages]) {
    const pattern = patternOf(route);
    const { method, path } = route.call;
    methods.set(pattern, [...(methods.get(pattern) ?? []), method]);
    if ("options" in route && route.options) options.set(pattern, route.options(deps));
    // Hono answers HEAD with the response to GET, without its body.
    app.on(method === "HEAD" ? "GET" : method, pattern, (context, next) =>
      method === "HEAD" && context.req.raw.method === "GET"
        ? next()
        : handle(context.req.raw, context.env, { path, handle: route.handle }),
    );
  }
  for (const [pattern, known] of methods) {
    app.all(pattern, (context) => {
      const request = context.req.raw;
      const isPreflight = request.method === "OPTIONS";
      return handle(request, context.env, {
        path: pattern,
        handle: async () => {
          if (isPreflight)
            return new Response(null, {
              status: 204,
              headers: { ...preflightHeaders(known, deps.xsrf), ...options.get(pattern) },
            });
          throw new ApiFailure("method_not_allowed");
        },
      });
    });
  }
  app.notFound((context) =>
    handle(context.req.raw, context.env, {
      path: "unknown",
      handle: () => Promise.reject(new ApiFailure("not_found")),
    }),
  );
  return app;
}

function createCallReader(deps: Deps, proxies: BlockList) {
  return (request: Request, bindings: Bindings | undefined, path: string): IncomingCall => {
    const requestId = deps.ids();
    const peer = bindings?.incoming?.socket.remoteAddress;
    const languages = acceptedLanguages(request.headers.get("accept-language"));
    const context: RequestContext = {
      deps,
      request,
      requestId,
      peer,
      address: clientAddress(peer, request.headers.get("x-forwarded-for"), proxies),
      locale: bestLocale(languages, deps.locales) ?? deps.locales[0]!.code,
    };
    const headers = sharedHeaders(deps.settings, request.headers.get("origin"), requestId);
    return { context, headers, path, started: performance.now() };
  };
}

/**
 * CSRF protection: a browser with our cookie has to repeat its value in a header, because other
 * sites cannot read the cookie.
 * @throws {ApiFailure} forbidden
 */
function checkForgery({ method, headers }: Request, names: Deps["xsrf"]): void {
  if (!CHANGING.has(method)) return;
  const front = `${names.cookie}=`;
  const cookie = (headers.get("cookie") ?? "").split(/;\s*/).find((pair) => pair.startsWith(front));
  if (cookie === undefined) return;
  const repeated = Buffer.from(headers.get(names.header) ?? "");
  const expected = Buffer.from(safelyDecode(cookie.slice(front.length)));
  if (repeated.length !== expected.length || !timingSafeEqual(repeated, expected))
    throw new ApiFailure("forbidden");
}

const CHANGING = new Set(["POST", "PATCH", "DELETE"]);

function safelyDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function respond(
  { status, body, retryAfter, replayed, closes }: ApiResponse | StreamedResponse,
  call: IncomingCall,
): Response {
  logRequest(call, status);
  return new Response(body, {
    status,
    headers: {
      ...call.headers,
      "Content-Type": "application/json; charset=utf-8",
      ...(retryAfter !== undefined && { "Retry-After": String(retryAfter) }),
      ...(closes && { Connection: "close" }),
      ...(replayed && { "Idempotent-Replayed": "true" }),
    },
  });
}

/** Adds the shared headers, except those that the response already has. */
function withSharedHeaders(response: Response, call: IncomingCall): Response {
  logRequest(call, response.status);
  for (const [name, value] of Object.entries(call.headers))
    if (!response.headers.has(name)) response.headers.set(name, value);
  return response;
}

function logRequest(
  { context: { deps, request, requestId }, path, started }: IncomingCall,
  status: number,
) {
  const seconds = (performance.now() - started) / 1000;
  const labels = { method: request.method in METHODS ? request.method : "other", path };
  deps.metrics.count("toolkit_requests_total", { ...labels, status });
  deps.metrics.observe("toolkit_request_seconds", seconds, labels);
  const ms = Math.round(seconds * 1e4) / 10;
  if (!QUIET.has(path)) deps.log("info", "request", { ...labels, status, ms, requestId });
}
/** Polled constantly by monitoring, so not logged. */
const QUIET = new Set<string>([health.path, ready.path]);
const METHODS = { GET: 1, POST: 1, PATCH: 1, DELETE: 1, OPTIONS: 1, HEAD: 1 };

/** Maps an error to the error that the client receives; other details go to the log. */
function failureOf(error: unknown, { context: { deps, requestId } }: IncomingCall): ApiFailure {
  if (error instanceof ApiFailure) return error;
  if (error instanceof TooBusy) return new ApiFailure("unavailable", { retryAfter: 2 });
  const isDatabase = error instanceof DatabaseUnavailable;
  deps.log("error", "request_failed", { requestId, ...describeError(error) });
  if (error instanceof DatabaseReadOnly) return new ApiFailure("read_only", { retryAfter: 30 });
  return isDatabase ? new ApiFailure("unavailable", { retryAfter: 5 }) : new ApiFailure("internal");
}
