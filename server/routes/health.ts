import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { health } from "../../core/api/service/health.ts";
import { metrics } from "../../core/api/service/metrics.ts";
import { mayOperate } from "../http/may-operate.ts";
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
function checkReader(context: RequestContext): void {
  const { metricsToken } = context.deps.settings;
  if (!mayOperate(context, metricsToken === null ? null : `Bearer ${metricsToken}`))
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
