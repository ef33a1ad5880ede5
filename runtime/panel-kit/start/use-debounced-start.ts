import { useEffect, useRef } from "react";

/** Time without a change of the settings after which a result follows them, in ms. */
const DEBOUNCE_MS = 500;

/**
 * Starts something after it has been requested for a while. The same request is not started twice
 * in a row, so that failures are not repeated.
 * @param request identifies the request; null for none
 */
export function useDebouncedStart(request: string | null, start: () => void): void {
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  const started = useRef<string | null>(null);
  useEffect(() => {
    if (request === null || started.current === request) return undefined;
    const timer = setTimeout(() => {
      started.current = request;
      latest.current();
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [request]);
}
