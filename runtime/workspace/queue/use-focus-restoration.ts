import { type RefObject, useEffect, useRef } from "react";

/**
 * When the focused element is removed, moves the focus to a button of the same item (`data-job`), or to
 * the region itself.
 */
export function useFocusRestoration(region: RefObject<HTMLElement | null>): void {
  const last = useRef<{ readonly element: Element; readonly job: string | undefined } | null>(null);
  useEffect(() => {
    const onFocus = ({ target }: FocusEvent): void => {
      const element =
        target instanceof HTMLElement && region.current?.contains(target) ? target : null;
      const job = element?.closest<HTMLElement>("[data-job]")?.dataset["job"];
      last.current = element && { element, job };
    };
    document.addEventListener("focusin", onFocus);
    return () => document.removeEventListener("focusin", onFocus);
  }, [region]);
  // Without dependencies: any render may remove the focused element.
  useEffect(() => {
    const { current } = last;
    const { activeElement } = document;
    if (!current || current.element.isConnected) return;
    if (activeElement && activeElement !== document.body) return;
    const item = Array.from(region.current?.querySelectorAll<HTMLElement>("[data-job]") ?? []).find(
      ({ dataset }) => dataset["job"] === current.job,
    );
    (item?.querySelector("button") ?? region.current)?.focus();
  });
}
