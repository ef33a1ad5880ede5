import { FaultError } from "../../contract/fault.ts";
import type { StoredFile } from "../session/stored.ts";
import type { TrayFile } from "../../contract/file.ts";
import type { FilesDeps } from "./files-deps.ts";

type Live = Pick<TrayFile, "state" | "saved">;

interface SaverDeps extends Pick<FilesDeps, "session" | "probe" | "onEvent" | "report"> {
  readonly record: (id: string) => StoredFile | undefined;
  readonly change: (id: string, patch: Partial<StoredFile>) => void;
  /** Called when the state of a file in this tab has changed. */
  readonly refresh: () => void;
  /** Called when its bytes are not available. */
  readonly lose: (id: string) => void;
  readonly setFull: (full: boolean) => void;
  /** Called when the used space may have changed. */
  readonly measure: () => Promise<void>;
}

/** Number of files that are inspected at the same time. */
const PROBES = 2;

/** Detects the kind and length of files, of few at the same time. */
function createProbes(
  { session: { bytes }, record, change, refresh, report, probe }: SaverDeps,
  signalOf: (id: string) => AbortSignal,
) {
  const waiting: string[] = [];
  /** Files that wait for it, or are being probed. */
  const unprobed = new Set<string>();
  let probing = 0;

  async function look(id: string): Promise<void> {
    const signal = signalOf(id);
    const found = record(id);
    if (!found) return;
    const blob = await bytes.open(found.bytes);
    const file = new File([blob], found.name, { type: found.type });
    const { kind, duration, problem } = await probe(file, { signal });
    // A problem found while saving is more specific.
    if (!signal.aborted && !record(id)?.problem) change(id, { kind, duration, problem });
  }
  function next(): void {
    const id = probing < PROBES ? waiting.shift() : undefined;
    if (id === undefined) return;
    probing++;
    look(id)
      .catch((error: unknown) => {
        if (!signalOf(id).aborted && !(error instanceof FaultError)) report(error);
      })
      .finally(() => {
        unprobed.delete(id);
        refresh();
        probing--;
        next();
      });
    next();
  }
  return {
    has: (id: string): boolean => unprobed.has(id),
    start: (id: string): void => {
      waiting.push(id);
      unprobed.add(id);
      refresh();
      next();
    },
  };
}

/** Copies files to the device, and detects their kind and length. */
export function createFileSaver(deps: SaverDeps) {
  const { session, record, change, refresh, lose, setFull, measure, onEvent, report } = deps;
  const { bytes } = session;
  const live = new Map<string, Live>();
  const ends = new Map<string, AbortController>();
  let hasReportedBlocked = false;

  const signalOf = (id: string): AbortSignal => {
    const end = ends.get(id) ?? new AbortController();
    ends.set(id, end);
    return end.signal;
  };
  const probes = createProbes(deps, signalOf);
  const set = (id: string, next: Live | null): void => {
    if (next) live.set(id, next);
    else live.delete(id);
    refresh();
  };

  async function reportUnsaved(): Promise<void> {
    const { kind } = await session.open();
    if (kind !== "memory") {
      setFull(true);
      onEvent({ kind: "storageFull" });
    } else if (!hasReportedBlocked) {
      hasReportedBlocked = true;
      onEvent({ kind: "storageBlocked" });
    }
  }
  async function save(id: string): Promise<void> {
    const file = record(id);
    if (!file) return;
    const signal = signalOf(id);
    set(id, { state: "saving", saved: 0 });
    try {
      const onProgress = (saved: number): void => set(id, { state: "saving", saved });
      const stored = await bytes.save(file.bytes, { signal, onProgress });
      if (signal.aborted) return;
      live.delete(id);
      if (stored) change(id, { stored: true });
      else {
        set(id, { state: "unsaved", saved: 0 });
        await reportUnsaved();
      }
      await measure();
    } catch (error) {
      if (signal.aborted) return;
      live.delete(id);
      if (error instanceof FaultError) {
        lose(id);
        change(id, { problem: error.fault });
      } else {
        set(id, { state: "unsaved", saved: 0 });
        report(error);
      }
    }
  }

  return {
    /** State of a file that is not stored. */
    live: (id: string): Live | undefined => live.get(id),
    isProbing: probes.has,
    start(id: string): void {
      live.set(id, { state: "saving", saved: 0 });
      void save(id).catch(report);
      probes.start(id);
    },
    probe: probes.start,
    save,
    /** Stops all work on a file. */
    stop(id: string): void {
      ends.get(id)?.abort();
      ends.delete(id);
      live.delete(id);
    },
  };
}
