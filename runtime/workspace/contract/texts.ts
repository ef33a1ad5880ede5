import type { Translate } from "../../i18n/translate.ts";
import type { NoticeStore, Text } from "../../notices/notices.ts";
import { FaultError, faultKey, type Fault } from "./fault.ts";

/** What to say of a fault. */
export const faultText = (fault: Fault): Text => ({ key: faultKey(fault), params: fault.params });

/** What to say of whatever was thrown when a file was opened. */
export const thrownText = (error: unknown): Text =>
  error instanceof FaultError ? faultText(error.fault) : "errors:file.unreadable";

/** Tells that something has been removed, and offers to take that back. */
export function offerUndo(notices: NoticeStore, text: Text, undo: () => void): void {
  notices.notify({ text, action: { label: "workspace:undo", run: undo } });
}

const REMOVED = {
  removed: { one: "workspace:removed.named", several: "workspace:removed.several" },
  jobRemoved: { one: "workspace:jobRemoved.named", several: "workspace:jobRemoved.several" },
} as const;

/** One name, or how many there are. */
export function namesText(key: keyof typeof REMOVED, names: readonly string[]): Text {
  return names.length === 1
    ? { key: REMOVED[key].one, params: { name: names[0] } }
    : { key: REMOVED[key].several, params: { count: names.length } };
}

/** Facts of a file in a line. */
export const joinFacts = (facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== "").join(" · ");

/** Where a name's ending begins; its length where it has none. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? dot : name.length;
}

/** Said when a file has been moved. */
export const movedText = (t: Translate, name: string, place: number, count: number): string =>
  t("workspace:tray.moved", { name, place, count });
