import { useCallback, useEffect, useRef, useState } from "react";

/**
 * The text of the live region of the workspace, and a function that announces one.
 * @param heading announced when it changes, except the first one, which has the focus
 */
export function useAnnouncement(
  heading: string,
): readonly [said: string, say: (text: string) => void] {
  const [announcement, setAnnouncement] = useState("");
  const say = useCallback((text: string): void => {
    // The text has to change to be announced again.
    setAnnouncement((before) => (before === text ? `${text}\u00a0` : text));
  }, []);
  const announced = useRef(heading);
  useEffect(() => {
    if (announced.current !== heading) say(heading);
    announced.current = heading;
  }, [heading, say]);
  return [announcement, say];
}
