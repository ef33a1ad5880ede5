import { type RefObject, useEffect, useRef } from "react";

/**
 * Where what has the focus goes away, it stays near: with another button of the same item (`data-job`),
 * else with the whole part.
 */
export function useKeptFocus(part: RefObject<HTMLElement | null>): void {
  const last = useRef<{ readonly element: Element; readonly job: string | undefined } | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const element =
        target instanceof HTMLElement && part.current?.contains(target) ? target : null;
      const job = element?.closest<HTMLElement>("[data-job]")?.dataset["job"];
      last.current = element && { element, job };
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [part]);
  // After each rendering: any may take it away.
  useEffect(() => {
    const { current } = last;
    const { activeElement } = document;
    if (!current || current.element.isConnected) return;
    if (activeElement && activeElement !== document.body) return;
    const item = Array.from(part.current?.querySelectorAll<HTMLElement>("[data-job]") ?? []).find(
      ({ dataset }) => dataset["job"] === current.job,
    );
    (item?.querySelector("button") ?? part.current)?.focus();
  });
}
