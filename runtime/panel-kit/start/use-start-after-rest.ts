import { useEffect, useRef } from "react";

/** Time without a change of the settings after which a result follows them, in ms. */
const REST_MS = 500;

/**
 * Starts something after it has been requested for a while. The same request is not started twice
 * in a row, so that failures are not repeated.
 * @param wanted identifies the request; null for none
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
