import { useEffect, useState } from "react";
import { createBriefCheck } from "./brief-check.ts";

/** Whether the check in a button is shown, and a function that shows it briefly. */
export function useBriefCheck(): readonly [isShown: boolean, show: () => void] {
  const [isShown, set] = useState(false);
  const [check] = useState(() =>
    createBriefCheck(set, (work, ms) => {
      const timer = setTimeout(work, ms);
      return () => clearTimeout(timer);
    }),
  );
  useEffect(() => check.end, [check]);
  return [isShown, check.show];
}
