import { useEffect, useRef } from "react";

/** ms for which settings have to rest before a result follows them. */
const REST_MS = 500;

/**
 * Starts something once it has been wanted for a while; the same is not started twice in a row, so that
 * what fails is not tried again and again.
 * @param wanted names it; null: nothing is wanted
 */
export function useStartAfterRest(wanted: string | null, start: () => void): void {
  const latest = useRef(start);
  useEffect(() => {
    latest.current = start;
  });
  const started = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null || started.current === wanted) return undefined;
    const timer = setTimeout(() => {
      started.current = wanted;
      latest.current();
    }, REST_MS);
    return () => clearTimeout(timer);
  }, [wanted]);
}
