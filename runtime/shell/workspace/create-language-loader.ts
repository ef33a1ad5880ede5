import { createLanguageList } from "../../services/language-list.ts";
import type { WorkspaceDeps } from "../../contract/context.ts";
import type { Application } from "../../application/application.ts";

/** Loads the language list of recordings. */
export function createLanguageLoader(
  { data, storage }: Pick<Application, "data" | "storage">,
  window: Pick<Window & typeof globalThis, "fetch">,
): Pick<WorkspaceDeps, "loadLanguages"> {
  const list = createLanguageList({
    url: data.services.languages.url,
    fetch: (url, init) => window.fetch(url, init),
    storage,
    now: Date.now,
  });
  return { loadLanguages: () => list.load() };
}
