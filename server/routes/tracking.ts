import { languages } from "#core/api/service/languages.ts";
import { track } from "#core/api/service/track.ts";
import { ApiFailure } from "../http/api-failure.ts";
import type { RawRoute } from "../http/route.ts";
import { describeError } from "../deps/log.ts";
import { readBatch, TRACK_LIMIT } from "../tracking/batch.ts";

const LOGSTORE = /^[a-z0-9][a-z0-9_-]{0,62}$/;

export const TRACKING_ROUTES: readonly RawRoute[] = [
  {
    call: track,
    limit: TRACK_LIMIT,
    handle: async ({ deps, request }) => {
      const logstore = new URL(request.url).pathname.split("/")[2]!;
      if (!LOGSTORE.test(logstore)) throw new ApiFailure("not_found");
      const { text, count } = await readBatch({ deps, request });
      deps.metrics.count("toolkit_events_total", {}, count);
      // The response does not wait for the events to be stored.
      void deps.track
        ?.take(logstore, text)
        .catch((error: unknown) => deps.log("warn", "events_lost", describeError(error)));
      return new Response("", { headers: { "Content-Type": "text/plain; charset=utf-8" } });
    },
  },
  {
    call: languages,
    limit: null,
    handle: async ({ deps }) => {
      if (deps.languages === null) throw new ApiFailure("not_found");
      return new Response(deps.languages, {
        headers: {
          "Content-Type": "application/json; charset=utf-8",
          "Cache-Control": "public, max-age=3600",
        },
      });
    },
  },
];
