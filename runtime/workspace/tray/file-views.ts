import type { StoredFile } from "../session/stored.ts";
import type { TrayFile } from "../../contract/file.ts";

type Live = Pick<TrayFile, "state" | "saved">;

interface ViewDeps {
  /** This tab. */
  readonly tab: string;
  /** Whether bytes are only in memory. */
  readonly isHeld: (id: string) => boolean;
  /** State of a file in this tab that is not stored. */
  readonly live: (id: string) => Live | undefined;
  /** Whether its kind and length are being found out in this tab. */
  readonly isProbing: (id: string) => boolean;
}

/** Files in their displayed form; an unchanged file stays the same object. */
export function createFileViews({ tab, isHeld, live, isProbing }: ViewDeps) {
  const lost = new Set<string>();
  const closedTabs = new Set<string>();
  const views = new Map<string, { readonly record: StoredFile; readonly file: TrayFile }>();

  function stateOf({ id, bytes, stored, tab: own }: StoredFile): Live {
    if (lost.has(id)) return { state: "missing", saved: 0 };
    const now = live(id);
    if (now) return now;
    if (stored) return { state: "ready", saved: 1 };
    if (isHeld(bytes)) return { state: "unsaved", saved: 0 };
    return { state: own === tab || closedTabs.has(own) ? "missing" : "saving", saved: 0 };
  }

  return {
    of(record: StoredFile): TrayFile {
      const { state, saved } = stateOf(record);
      const probing = isProbing(record.id) ? ({ isProbed: false } as const) : {};
      const known = views.get(record.id);
      if (
        known?.record === record &&
        known.file.state === state &&
        known.file.saved === saved &&
        known.file.isProbed === probing.isProbed
      )
        return known.file;
      const { id, name, size, type, kind, origin, added, duration, problem } = record;
      const facts = { id, name, size, type, kind, origin, added, duration, problem };
      const file = { ...facts, ...probing, state, saved };
      views.set(id, { record, file });
      return file;
    },
    /** Marks the bytes of a file as missing. */
    lose(id: string): void {
      lost.add(id);
    },
    /** Marks files as lost that a closed tab was saving. */
    loseTab(closedTab: string): void {
      closedTabs.add(closedTab);
    },
    forget(id: string): void {
      views.delete(id);
      lost.delete(id);
    },
  };
}
