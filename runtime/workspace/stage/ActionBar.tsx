import { useCallback } from "react";
import type { BarRegion } from "../../contract/action-bar.ts";
import css from "./action-bar.module.css";

type Regions = Readonly<Record<BarRegion, HTMLElement>>;

/**
 * The bar at the foot of the stage. Panels fill it with `InActionBar`; its height is reserved while
 * a panel is loaded.
 */
export function ActionBar({ onReady }: { readonly onReady: (regions: Regions | null) => void }) {
  const ref = useCallback(
    (bar: HTMLElement | null) => {
      if (!bar) return undefined;
      const [status, actions, primary] = Array.from(bar.children) as HTMLElement[];
      onReady({ status: status!, actions: actions!, primary: primary! });
      return () => onReady(null);
    },
    [onReady],
  );
  return (
    <div ref={ref} className={css["bar"]} data-action-bar="">
      <div className={css["status"]} />
      <div className={css["actions"]} />
      <div className={css["primary"]} />
    </div>
  );
}
