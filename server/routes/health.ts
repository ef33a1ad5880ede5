import { timingSafeEqual } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { health } from "../../core/api/service/health.ts";
import { metrics } from "../../core/api/service/metrics.ts";
import { isLoopback } from "../http/client-address.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RawRoute } from "../http/route.ts";
import type { RequestContext } from "../http/request-context.ts";

/** Milliseconds in which a working database answers. */
const DATABASE_TIME = 3000;
const TEXT = { "Content-Type": "text/plain; charset=utf-8" };

async function answersInTime({ deps }: RequestContext): Promise<boolean> {
  const probe = deps.db.read((queries) => sql`select 1`.execute(queries));
  const stop = new AbortController();
  try {
    return await Promise.race([
      probe.then(() => true),
      pause(DATABASE_TIME, false, { signal: stop.signal }),
    ]);
  } catch {
    return false;
  } finally {
    stop.abort();
    // The one that came too late.
    probe.catch(() => {});
  }
}

/** @throws {ApiFailure} not_found: who may not read them does not learn that they are there */
function checkReader({ deps, request, peer }: RequestContext): void {
  const { metricsToken } = deps.settings;
  if (metricsToken === null) {
    if (isLoopback(peer) && !request.headers.has("x-forwarded-for")) return;
    throw new ApiFailure("not_found");
  }
  const given = Buffer.from(request.headers.get("authorization") ?? "");
  const wanted = Buffer.from(`Bearer ${metricsToken}`);
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    throw new ApiFailure("not_found");
}

export const PROBE_ROUTES: readonly RawRoute[] = [
  {
    call: health,
    limit: null,
    answer: async (context) =>
      (await answersInTime(context))
        ? new Response("ok\n", { headers: TEXT })
        : new Response("The database does not answer\n", { status: 503, headers: TEXT }),
  },
  {
    call: metrics,
    limit: null,
    answer: async (context) => {
      checkReader(context);
      return new Response(context.deps.metrics.print(), { headers: TEXT });
    },
  },
];
