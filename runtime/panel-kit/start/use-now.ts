import { useEffect, useState } from "react";

/** ms between two looks at the clock. */
const TICK = 60_000;

/** The time that what is shown goes by, in epoch ms: a minute old at most. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK);
    return () => clearInterval(timer);
  }, []);
  return now;
}
