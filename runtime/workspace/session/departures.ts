import type { Session } from "./session.ts";

/**
 * Waits for the end of other tabs.
 * @param onGone told once of each
 * @returns begins to wait for a tab
 */
export function watchDepartures(
  session: Session,
  onGone: (tab: string) => Promise<void> | void,
  report: (error: unknown) => void,
): (tab: string) => void {
  const watched = new Set([session.tab]);
  return (tab) => {
    if (watched.has(tab)) return;
    watched.add(tab);
    session
      .open()
      .then(({ presence }) => presence.whenGone(tab))
      .then(() => onGone(tab))
      .catch(report);
  };
}
