import { useSyncExternalStore } from "react";
import { canClaim } from "#core/credits/credits.ts";
import type { UserStore } from "./user.ts";

const MINUTE = 60_000;

/** Whether today's credits can be claimed (USR-6); updates when a day has passed. */
export function useClaimable(user: UserStore): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const unsubscribe = user.subscribe(onChange);
      const timer = setInterval(onChange, MINUTE);
      return () => {
        unsubscribe();
        clearInterval(timer);
      };
    },
    () => user.getState().status === "in" && canClaim(user.getState(), Date.now() / 1000),
    () => false,
  );
}
