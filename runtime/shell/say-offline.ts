import type { LocaleValue } from "../i18n/context.tsx";

/** Milliseconds that the words stay (ERR-5). */
const SHOWN = 4500;

/** Says in plain words that there is no connection; notices do it better, but have not been loaded. */
export function sayOffline(document: Document, { t }: LocaleValue): void {
  document.getElementById("toolkit-offline")?.remove();
  const words = document.createElement("p");
  words.id = "toolkit-offline";
  words.role = "status";
  document.body.append(words);
  // Heard only when it comes into a region that is there.
  setTimeout(() => (words.textContent = t("common:zone.offline.title")), 100);
  setTimeout(() => words.remove(), SHOWN);
}
