import { useCallback, useEffect, useRef, useState } from "react";

/**
 * What a screen reader is told in the workspace, and the way to tell it something.
 * @param heading told when it changes: the first one has the focus, and says itself
 */
export function useAnnouncement(
  heading: string,
): readonly [said: string, say: (text: string) => void] {
  const [said, setSaid] = useState("");
  const say = useCallback((text: string): void => {
    // The same words twice are said twice.
    setSaid((before) => (before === text ? `${text}\u00a0` : text));
  }, []);
  const announced = useRef(heading);
  useEffect(() => {
    if (announced.current !== heading) say(heading);
    announced.current = heading;
  }, [heading, say]);
  return [said, say];
}
