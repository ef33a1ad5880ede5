import { health } from "#core/api/service/health.ts";
import { metrics } from "#core/api/service/metrics.ts";
import { ready } from "#core/api/service/ready.ts";
import type { Lack } from "../deps/readiness.ts";
import { mayOperate } from "../http/may-operate.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RawRoute } from "../http/route.ts";
import type { RequestContext } from "../http/request-context.ts";

const TEXT = { "Content-Type": "text/plain; charset=utf-8" };
const LACKS: Readonly<Record<Lack, string>> = {
  ending: "The server is ending",
  "read-only": "The database can be read, and nothing can be written to it",
  unavailable: "The database does not answer",
};

/** @throws {ApiFailure} not_found: unauthorized clients do not learn that the endpoint exists */
function checkReader(context: RequestContext): void {
  const { metricsToken } = context.deps.settings;
  if (!mayOperate(context, metricsToken === null ? null : `Bearer ${metricsToken}`))
    throw new ApiFailure("not_found");
}

export const PROBE_ROUTES: readonly RawRoute[] = [
  {
    call: health,
    limit: null,
    handle: async () => new Response("ok\n", { headers: TEXT }),
  },
  {
    call: ready,
    limit: null,
    handle: async ({ deps }) => {
      const lack = await deps.readiness.lack();
      return lack === null
        ? new Response("ok\n", { headers: TEXT })
        : new Response(`${LACKS[lack]}\n`, { status: 503, headers: TEXT });
    },
  },
  {
    call: metrics,
    limit: null,
    handle: async (context) => {
      checkReader(context);
      return new Response(context.deps.metrics.print(), { headers: TEXT });
    },
  },
];
