import { useEffect, useMemo, useState } from "react";
import type { Text } from "../../notices/notices.ts";
import { sayingOf } from "../../account/store/user.ts";

/** @param load fetches a page, from 1, and resolves to the number of entries on all pages */
type Load = (page: number, signal: AbortSignal) => Promise<number>;

export interface Pages {
  /** From 1. */
  readonly page: number;
  /** Number of the last known page, at least 1. */
  readonly last: number;
  /** Entries on all pages; null before the first response. */
  readonly total: number | null;
  readonly busy: boolean;
  readonly problem: Text | null;
  readonly go: (page: number) => void;
  /** Reloads the page. */
  readonly again: () => void;
}

interface Answer {
  readonly asked: object;
  readonly total: number | null;
  readonly problem: Text | null;
}

/** A paginated list. If the current page becomes empty, the last page is shown. */
export function usePages(load: Load, size: number): Pages {
  const [{ page, attempt }, setPlace] = useState({ page: 1, attempt: 0 });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const asked = useMemo(() => ({ load, page, attempt }), [load, page, attempt]);
  useEffect(() => {
    const control = new AbortController();
    asked.load(asked.page, control.signal).then(
      (total) => {
        if (control.signal.aborted) return;
        const last = Math.max(1, Math.ceil(total / size));
        setAnswer({ asked, total, problem: null });
        if (asked.page > last) setPlace((place) => ({ ...place, page: last }));
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const problem = sayingOf(error, "errors:http.other");
        setAnswer((before) => ({ asked, total: before?.total ?? null, problem }));
      },
    );
    return () => control.abort();
  }, [asked, size]);
  const total = answer?.total ?? null;
  const busy = answer?.asked !== asked;
  return {
    page,
    last: Math.max(1, Math.ceil((total ?? 0) / size)),
    total,
    busy,
    problem: busy ? null : answer.problem,
    go: (next) => setPlace((place) => ({ ...place, page: next })),
    again: () => setPlace((place) => ({ ...place, attempt: place.attempt + 1 })),
  };
}
