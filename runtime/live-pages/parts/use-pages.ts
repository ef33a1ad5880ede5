import { useEffect, useMemo, useState } from "react";
import type { Text } from "../../notices/notices.ts";
import { errorText } from "../../account/store/user.ts";

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
  readonly request: object;
  readonly total: number | null;
  readonly problem: Text | null;
}

/** A paginated list. If the current page becomes empty, the last page is shown. */
export function usePages(load: Load, size: number): Pages {
  const [{ page, attempt }, setPosition] = useState({ page: 1, attempt: 0 });
  const [answer, setAnswer] = useState<Answer | null>(null);
  const request = useMemo(() => ({ load, page, attempt }), [load, page, attempt]);
  useEffect(() => {
    const control = new AbortController();
    request.load(request.page, control.signal).then(
      (total) => {
        if (control.signal.aborted) return;
        const last = Math.max(1, Math.ceil(total / size));
        setAnswer({ request, total, problem: null });
        if (request.page > last) setPosition((position) => ({ ...position, page: last }));
      },
      (error: unknown) => {
        if (control.signal.aborted) return;
        const problem = errorText(error, "errors:http.other");
        setAnswer((before) => ({ request, total: before?.total ?? null, problem }));
      },
    );
    return () => control.abort();
  }, [request, size]);
  const total = answer?.total ?? null;
  const busy = answer?.request !== request;
  return {
    page,
    last: Math.max(1, Math.ceil((total ?? 0) / size)),
    total,
    busy,
    problem: busy ? null : answer.problem,
    go: (next) => setPosition((position) => ({ ...position, page: next })),
    again: () => setPosition((position) => ({ ...position, attempt: position.attempt + 1 })),
  };
}
