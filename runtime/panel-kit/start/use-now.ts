import { useEffect, useState } from "react";

/** Interval in ms at which the time is updated. */
const UPDATE_INTERVAL = 60_000;

/** The current time in epoch ms, at most a minute old. */
export function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), UPDATE_INTERVAL);
    return () => clearInterval(timer);
  }, []);
  return now;
}
