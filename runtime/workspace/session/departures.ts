import type { Session } from "./session.ts";

/**
 * Waits for other tabs to close.
 * @param onClosed called once for each
 * @returns a function that starts to watch a tab
 */
export function watchDepartures(
  session: Session,
  onClosed: (tab: string) => Promise<void> | void,
  report: (error: unknown) => void,
): (tab: string) => void {
  const watched = new Set([session.tab]);
  return (tab) => {
    if (watched.has(tab)) return;
    watched.add(tab);
    session
      .open()
      .then(({ presence }) => presence.whenClosed(tab))
      .then(() => onClosed(tab))
      .catch(report);
  };
}
