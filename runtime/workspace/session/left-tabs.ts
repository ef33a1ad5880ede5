import type { KeyValue } from "../../services/storage.ts";

const KEY = "toolkit_left";
const SEPARATOR = " ";
/** Maximum number of tabs that are remembered. */
const MAX_TABS = 20;

/**
 * Tabs that were closed or reloaded while a job ran, so that a crash can be distinguished. Only
 * this storage is written before the document is gone.
 */
export function createLeftTabs(storage: KeyValue) {
  const read = (): string[] => (storage.get(KEY) ?? "").split(SEPARATOR).filter(Boolean);
  const write = (tabs: readonly string[]): void =>
    storage.set(KEY, tabs.length === 0 ? null : tabs.slice(-MAX_TABS).join(SEPARATOR));
  return {
    add: (tab: string): void => write([...read(), tab]),
    /** Whether a tab was left, which is forgotten then. */
    take(tab: string): boolean {
      const tabs = read();
      const others = tabs.filter((one) => one !== tab);
      if (others.length === tabs.length) return false;
      write(others);
      return true;
    },
  };
}
