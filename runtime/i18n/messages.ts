import { type i18n, createInstance } from "i18next";
import type { MessageTree } from "#core/page/render.ts";
import type { Translate } from "./translate.ts";
import { writeNumbers } from "./number-texts.ts";

/** A message file could not be loaded. */
export class MessagesError extends Error {
  override readonly name = "MessagesError";
}

interface Language {
  readonly code: string;
  /** BCP 47; determines plural forms. */
  readonly language: string;
}

export interface MessageLoaderOptions {
  /** The language whose texts replace missing translations. */
  readonly fallback: Language;
  readonly fetch: typeof fetch;
  /** Transforms each text before it is shown: pseudo-locales in development. */
  readonly transform?: (text: string) => string;
}

/** Message files by locale and name, loaded on demand and cached. */
export function createMessages({ fallback, fetch, transform }: MessageLoaderOptions) {
  const files = new Map<string, Promise<MessageTree>>();
  const instances = new Map<string, { readonly i18n: i18n; readonly t: Translate }>();
  const shown = (tree: MessageTree): MessageTree =>
    transform
      ? (Object.fromEntries(
          Object.entries(tree).map(([key, value]) => [
            key,
            typeof value === "string" ? transform(value) : shown(value),
          ]),
        ) as MessageTree)
      : tree;

  function fetchFile(code: string, name: string): Promise<MessageTree> {
    const address = `/locales/${code}/${name}.json`;
    let file = files.get(address);
    if (!file) {
      file = fetch(address)
        .then(async (response) => {
          if (!response.ok) throw new MessagesError(`${address}: ${response.status}`);
          return shown((await response.json()) as MessageTree);
        })
        .catch((error: unknown) => {
          // The next request retries.
          files.delete(address);
          throw error instanceof MessagesError ? error : new MessagesError(address);
        });
      files.set(address, file);
    }
    return file;
  }

  function instanceOf({ code, language }: Language) {
    let found = instances.get(code);
    if (!found) {
      const created = createInstance();
      void created.init({
        lng: language,
        fallbackLng: fallback.language,
        resources: {},
        ns: [],
        defaultNS: "common",
        load: "currentOnly",
        initAsync: false,
        interpolation: { escapeValue: false },
      });
      writeNumbers(created);
      found = { i18n: created, t: (key, values) => created.t(key, values ?? {}) };
      instances.set(code, found);
    }
    return found;
  }

  return {
    /**
     * Loads files of a locale and of the fallback locale (LOC-5). A file that the locale lacks is
     * not an error if the fallback locale has it.
     * @throws {MessagesError} if a file of the fallback locale cannot be loaded
     */
    async load(locale: Language, names: readonly string[]): Promise<void> {
      const { i18n: instance } = instanceOf(locale);
      await Promise.all(
        names.map(async (name) => {
          const [base, own] = await Promise.all([
            fetchFile(fallback.code, name),
            locale.code === fallback.code
              ? null
              : fetchFile(locale.code, name).catch((error: MessagesError) => {
                  if (!navigator.onLine) throw error;
                  return null;
                }),
          ]);
          if (!instance.hasResourceBundle(fallback.language, name))
            instance.addResourceBundle(fallback.language, name, base);
          if (own && !instance.hasResourceBundle(locale.language, name))
            instance.addResourceBundle(locale.language, name, own);
        }),
      );
    },
    /** Texts of loaded files; a key of a file that is not loaded is returned as is. */
    translateOf: (locale: Language): Translate => instanceOf(locale).t,
    /** Adds texts that were bundled with code, such as a panel's. */
    add(locale: Language, name: string, tree: MessageTree): void {
      instanceOf(locale).i18n.addResourceBundle(locale.language, name, shown(tree), true, true);
    },
  };
}

export type MessageLoader = ReturnType<typeof createMessages>;
