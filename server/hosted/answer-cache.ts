import { ApiFailure } from "../http/api-failure.ts";
import { type Clock, schedule as scheduleTimer } from "../ports/clock.ts";
import type { AnswerCache } from "../deps/answer-cache.ts";

/** Milliseconds for which an answer is kept: longer than a client waits before it repeats a request. */
const CACHED_FOR = 120_000;
/** Maximum number of finished answers: that of a voice has up to 3.5 MB. */
const MAX_CACHED = 32;

interface CachedAnswer {
  readonly digest: string;
  readonly answer: Promise<unknown>;
  /** Null while the call runs. */
  until: number | null;
}

/**
 * Answers of calls in the memory of this process, so that a request that is repeated because its
 * answer was lost does not ask the model again. What people say and write is not stored for this.
 */
export function createAnswerCache(clock: Clock, schedule = scheduleTimer): AnswerCache {
  const cached = new Map<string, CachedAnswer>();

  function forget(): void {
    const now = clock();
    const finished = [...cached].filter(([, { until }]) => until !== null);
    const surplus = finished.length - MAX_CACHED;
    for (const [at, [id, { until }]] of finished.entries())
      if (at < surplus || (until ?? now) <= now) cached.delete(id);
  }

  return {
    once: async <T>(
      { id, digest }: { readonly id: string; readonly digest: string },
      work: () => Promise<T>,
    ): Promise<T> => {
      forget();
      const known = cached.get(id);
      if (known) {
        if (known.digest !== digest) throw new ApiFailure("key_reused");
        return (await known.answer) as T;
      }
      const answer = work();
      const entry: CachedAnswer = { digest, answer, until: null };
      cached.set(id, entry);
      try {
        const value = await answer;
        entry.until = clock() + CACHED_FOR;
        schedule(forget, CACHED_FOR);
        return value;
      } catch (error) {
        cached.delete(id);
        throw error;
      }
    },
  };
}
