import type { LocaleValue } from "../i18n/context.tsx";

/** Time in ms that the message stays (ERR-5). */
const SHOWN = 4500;

/** Shows a plain message that there is no connection, before notices are loaded. */
export function sayOffline(document: Document, { t }: LocaleValue): void {
  document.getElementById("toolkit-offline")?.remove();
  const words = document.createElement("p");
  words.id = "toolkit-offline";
  words.role = "status";
  document.body.append(words);
  // Screen readers announce text only in a live region that exists already.
  setTimeout(() => (words.textContent = t("common:zone.offline.title")), 100);
  setTimeout(() => words.remove(), SHOWN);
}
