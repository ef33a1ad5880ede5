import type { Translate } from "../i18n/translate.ts";
import type { NoticeStore, Text } from "../notices/notices.ts";
import { FaultError, faultKey, type Fault } from "./fault.ts";

/** The text of a fault. */
export const faultText = (fault: Fault): Text => ({ key: faultKey(fault), params: fault.params });

/** The text of any error that was thrown while a file was opened. */
export const thrownText = (error: unknown): Text =>
  error instanceof FaultError ? faultText(error.fault) : "errors:file.unreadable";

/** Shows a notification of a removal with an undo button. */
export function offerUndo(notices: NoticeStore, text: Text, undo: () => void): void {
  notices.notify({ text, action: { label: "workspace:undo", run: undo } });
}

const REMOVED = {
  removed: { one: "workspace:removed.named", several: "workspace:removed.several" },
  jobRemoved: { one: "workspace:jobRemoved.named", several: "workspace:jobRemoved.several" },
} as const;

/** A name, or the number of names if there are several. */
export function namesText(key: keyof typeof REMOVED, names: readonly string[]): Text {
  return names.length === 1
    ? { key: REMOVED[key].one, params: { name: names[0] } }
    : { key: REMOVED[key].several, params: { count: names.length } };
}

/** Facts about a file in one line. */
export const joinFacts = (facts: readonly (string | null)[]): string =>
  facts.filter((fact) => fact !== null && fact !== "").join(" · ");

/** Length of a file name without its extension. */
export function stemLength(name: string): number {
  const dot = name.lastIndexOf(".");
  return dot > 0 ? dot : name.length;
}

/** Announcement of a moved file. */
export const movedText = (t: Translate, name: string, position: number, count: number): string =>
  t("workspace:tray.moved", { name, place: position, count });
