import type { KeyValue } from "../../services/storage.ts";

const KEY = "toolkit_rated";

/** Tools that this visitor has rated or declined to rate. */
export function readRated(storage: KeyValue): readonly string[] {
  try {
    const stored: unknown = JSON.parse(storage.get(KEY) ?? "[]");
    return Array.isArray(stored) ? stored.filter((tool) => typeof tool === "string") : [];
  } catch {
    return [];
  }
}

export function addRated(storage: KeyValue, tool: string): void {
  storage.set(KEY, JSON.stringify([...new Set([...readRated(storage), tool])]));
}
