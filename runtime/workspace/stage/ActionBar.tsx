import { type ReactNode, useCallback, useEffect, useRef } from "react";
import type { BarRegion } from "../../contract/action-bar.ts";
import css from "./action-bar.module.css";

type Regions = Readonly<Record<BarRegion, HTMLElement>>;

/**
 * While the buttons of the bar replace each other (start, cancel, save), the focus moves to the
 * next one, rather than being lost with the one that had it. @returns a function that ends it
 */
function keepFocus(bar: HTMLElement): () => void {
  const enter = (): void => {
    bar.dataset["focused"] = "";
  };
  // After a removed element, nothing else gets the focus.
  const leave = ({ relatedTarget }: FocusEvent): void => {
    if (relatedTarget && !bar.contains(relatedTarget as Node)) delete bar.dataset["focused"];
  };
  const observer = new MutationObserver(() => {
    if (bar.dataset["focused"] === undefined || document.activeElement !== document.body) return;
    Array.from(bar.querySelectorAll<HTMLElement>("button:enabled")).at(-1)?.focus();
  });
  bar.addEventListener("focusin", enter);
  bar.addEventListener("focusout", leave);
  observer.observe(bar, { childList: true, subtree: true });
  return () => {
    bar.removeEventListener("focusin", enter);
    bar.removeEventListener("focusout", leave);
    observer.disconnect();
  };
}

/**
 * The bar at the foot of the stage. Panels fill it with `InActionBar`; its height is reserved while
 * a panel is loaded.
 */
export function ActionBar({
  children,
  onReady,
}: {
  /** Shown while the panel has no status. */
  readonly children: ReactNode;
  readonly onReady: (regions: Regions | null) => void;
}) {
  const element = useRef<HTMLElement>(null);
  useEffect(() => (element.current ? keepFocus(element.current) : undefined), []);
  const ref = useCallback(
    (bar: HTMLElement | null) => {
      element.current = bar;
      if (!bar) return undefined;
      const [status, , actions, primary] = Array.from(bar.children) as HTMLElement[];
      onReady({ status: status!, actions: actions!, primary: primary! });
      return () => onReady(null);
    },
    [onReady],
  );
  return (
    <div ref={ref} className={css["bar"]} data-action-bar="">
      <div className={css["status"]} />
      <div className={css["price"]}>{children}</div>
      <div className={css["actions"]} />
      <div className={css["primary"]} />
    </div>
  );
}
