import type { FakeResponse } from "./outcome.ts";
import { FakeApiError } from "./fake-api-error.ts";

const KEY_LIFETIME = 24 * 3600;
const FORM = /^[\x21-\x7e]{8,128}$/;

interface Entry {
  readonly body: string;
  /** Epoch seconds. */
  readonly since: number;
  /** Null while the first request is being processed. */
  outcome: FakeResponse | null;
}

export type Idempotency = ReturnType<typeof createIdempotency>;

/** Answers a request that comes again under its key as it was answered before, if it was done. */
export function createIdempotency(now: () => number) {
  const entries = new Map<string, Entry>();
  return {
    /**
     * @param owner user and path
     * @param body as it came
     */
    async once(
      owner: string,
      key: string | undefined,
      body: string,
      work: () => Promise<FakeResponse>,
    ): Promise<FakeResponse & { readonly replayed?: true }> {
      if (key === undefined || !FORM.test(key)) throw new FakeApiError("key_missing");
      const name = `${owner} ${key}`;
      const found = entries.get(name);
      if (found && now() - found.since < KEY_LIFETIME) {
        if (!found.outcome) throw new FakeApiError("key_in_flight", { retryAfter: 1 });
        if (found.body !== body) throw new FakeApiError("key_reused");
        return { ...found.outcome, replayed: true };
      }
      const entry: Entry = { body, since: now(), outcome: null };
      entries.set(name, entry);
      try {
        const outcome = await work();
        if (outcome.status === 200) entry.outcome = outcome;
        else entries.delete(name);
        return outcome;
      } catch (error) {
        entries.delete(name);
        throw error;
      }
    },
  };
}
