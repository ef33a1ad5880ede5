import type { AnswerCache, AnswerName } from "../deps/answer-cache.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { schedule as scheduleTimer } from "../ports/clock.ts";

/** Milliseconds for which an answer is kept: longer than a client waits before it repeats a request. */
const CACHED_FOR = 120_000;
/** Maximum bytes of the answers of an account, and of all: that of a voice has up to 3.5 MB. */
const ACCOUNT_BYTES = 16 * 1024 * 1024;
const ALL_BYTES = 64 * 1024 * 1024;

interface CachedAnswer {
  readonly userId: string;
  readonly digest: string;
  readonly answer: Promise<unknown>;
  /** Null while the call runs. */
  ended: { readonly bytes: number; readonly cancelTimer: () => void } | null;
}

/** Bytes in memory, approximately. */
const sizeOf = (value: unknown): number =>
  value instanceof Uint8Array ? value.byteLength : 2 * (JSON.stringify(value) ?? "").length;

/**
 * Answers of calls in the memory of this process, so that a request that is repeated because its
 * answer was lost does not ask the model again. What people say and write is not stored for this.
 */
export function createAnswerCache(schedule = scheduleTimer): AnswerCache {
  const cached = new Map<string, CachedAnswer>();
  const idOf = ({ userId, key }: AnswerName): string => `${userId} ${key}`;

  /** Deletes an entry, unless another one has replaced it. */
  function remove(id: string, entry: CachedAnswer): void {
    if (cached.get(id) !== entry) return;
    cached.delete(id);
    entry.ended?.cancelTimer();
  }

  /** Deletes the oldest answers until the others have at most a number of bytes. */
  function shrink(limit: number, isMeant: (entry: CachedAnswer) => boolean): void {
    const finished = [...cached].filter(([, entry]) => entry.ended !== null && isMeant(entry));
    let bytes = finished.reduce((sum, [, { ended }]) => sum + (ended?.bytes ?? 0), 0);
    for (const [id, entry] of finished) {
      if (bytes <= limit) return;
      bytes -= entry.ended?.bytes ?? 0;
      remove(id, entry);
    }
  }

  function keep(id: string, entry: CachedAnswer, bytes: number): void {
    // The account was deleted while the call ran.
    if (cached.get(id) !== entry) return;
    // Entries are deleted in the order in which their calls ended.
    cached.delete(id);
    cached.set(id, entry);
    entry.ended = { bytes, cancelTimer: schedule(() => remove(id, entry), CACHED_FOR) };
    shrink(ACCOUNT_BYTES, ({ userId }) => userId === entry.userId);
    shrink(ALL_BYTES, () => true);
  }

  return {
    has: (name) => cached.has(idOf(name)),
    once: async <T>(
      name: AnswerName & { readonly digest: string },
      work: () => Promise<T>,
    ): Promise<T> => {
      const { userId, digest } = name;
      const id = idOf(name);
      const known = cached.get(id);
      if (known) {
        if (known.digest !== digest) throw new ApiFailure("key_reused");
        return (await known.answer) as T;
      }
      const answer = work();
      const entry: CachedAnswer = { userId, digest, answer, ended: null };
      cached.set(id, entry);
      try {
        const value = await answer;
        keep(id, entry, sizeOf(value));
        return value;
      } catch (error) {
        remove(id, entry);
        throw error;
      }
    },
    forget: (userId) => {
      for (const [id, entry] of cached) if (entry.userId === userId) remove(id, entry);
    },
  };
}
