import type { KeyValue } from "../../services/storage.ts";
import type { StartRequest } from "../../contract/start.ts";

/** A start that waits for an account or for credits. */
export interface PendingStart {
  readonly request: StartRequest;
  /** Path of the page on which it was requested. */
  readonly path: string;
  /** Epoch ms. */
  readonly time: number;
}

const KEY = "toolkit_start";
/** Maximum age in milliseconds. */
const LASTS = 2 * 3600 * 1000;

function isRequest(value: Partial<StartRequest> | undefined): value is StartRequest {
  return (
    Array.isArray(value?.jobs) &&
    value.jobs.length > 0 &&
    value.jobs.every(
      ({ fileIds, tool, panel }) => Array.isArray(fileIds) && tool !== "" && panel !== "",
    ) &&
    typeof value.due === "number" &&
    Array.isArray(value.dues) &&
    value.dues.length === value.jobs.length &&
    (value.shorter === undefined || Array.isArray(value.shorter)) &&
    (value.cost === "free" || [1, 2, 3].includes(value.cost!))
  );
}

/** The pending start of this tab; null if there is none. @param now epoch ms */
export function readPendingStart(storage: KeyValue, now: number): PendingStart | null {
  try {
    const pending = JSON.parse(storage.get(KEY) ?? "null") as Partial<PendingStart> | null;
    if (!pending || typeof pending.path !== "string" || !isRequest(pending.request)) return null;
    return now - Number(pending.time) < LASTS ? (pending as PendingStart) : null;
  } catch {
    return null;
  }
}

export const storePendingStart = (storage: KeyValue, pending: PendingStart): void =>
  storage.set(KEY, JSON.stringify(pending));
export const clearPendingStart = (storage: KeyValue): void => storage.set(KEY, null);
