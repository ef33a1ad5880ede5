import { useEffect, useState } from "react";

/**
 * Whole seconds until a moment, counting down to 0 by the clock: correct after a tab was suspended.
 * @param moment epoch ms
 */
export function useSecondsUntil(moment: number): number {
  const [now, setNow] = useState(Date.now);
  const left = Math.max(0, Math.ceil((moment - now) / 1000));
  useEffect(() => {
    const tick = (): void => setNow(Date.now());
    tick();
    if (moment <= Date.now()) return;
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [moment]);
  return left;
}
