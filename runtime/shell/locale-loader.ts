import type { AppData } from "#core/page/app-data.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { MessageLoader } from "../i18n/messages.ts";
import type { SiteData } from "../page-scripts/site-data.ts";

/** Message files of pages. */
const PAGE_FILES = ["common", "pages"];

/** Memoizes by name; failures are retried. */
function once<T>(make: (name: string) => Promise<T>): (name: string) => Promise<T> {
  const made = new Map<string, Promise<T>>();
  return (name) => {
    let promise = made.get(name);
    if (!promise) {
      promise = make(name);
      made.set(name, promise);
      promise.catch(() => made.delete(name));
    }
    return promise;
  };
}

/**
 * Loads the data that pages of a language need besides their payload: messages, site data, code.
 */
export function createLocaleLoader(window: Window, request: typeof fetch, data: SiteData) {
  const languageOf = (code: string) => data.locales.find((locale) => locale.code === code)!;
  const parts = once(() => import("./page-parts.ts"));
  const loadParts = () => parts("");

  const messages = once(async () => {
    const [{ createMessages }, transform] = await Promise.all([loadParts(), loadPseudo(window)]);
    const fallback = languageOf(data.fallback);
    return createMessages({ fallback, fetch: request, ...(transform && { transform }) });
  });
  const loadMessages = async (code: string, files: readonly string[]): Promise<MessageLoader> => {
    const loader = await messages("");
    await loader.load(languageOf(code), files);
    return loader;
  };

  const json = async <T>(address: string): Promise<T> => {
    const response = await request(address);
    if (!response.ok) throw new Error(`${address}: ${response.status}`);
    return (await response.json()) as T;
  };
  const appData = once((code) => json<AppData>(`/app/${code}.json`));
  const loadLocale = once(async (code): Promise<LocaleValue> => {
    const [own, { localeValueOf }, loader] = await Promise.all([
      appData(code),
      loadParts(),
      loadMessages(code, PAGE_FILES),
    ]);
    return localeValueOf(own, code, loader);
  });
  return { loadParts, loadMessages, appData, loadLocale };
}

/** Whether a development build is shown in the pseudo-locale: `?pseudo`, `?pseudo=rtl`. */
export const pseudoOf = ({ location }: Window): string | null =>
  import.meta.env.MODE === "development"
    ? new URLSearchParams(location.search).get("pseudo")
    : null;

async function loadPseudo(window: Window): Promise<((text: string) => string) | null> {
  // The bundler evaluates this condition: the code is not published.
  if (import.meta.env.MODE !== "development") return null;
  const direction = pseudoOf(window);
  if (direction === null) return null;
  const { pseudo, pseudoRtl } = await import("../i18n/pseudo.ts");
  return direction === "rtl" ? pseudoRtl : pseudo;
}
