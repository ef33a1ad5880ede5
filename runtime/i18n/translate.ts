import { type i18n, createInstance } from "i18next";
import type { Messages } from "#core/page/render.ts";
import { writeNumbers } from "./number-texts.ts";

/** Text of the message `file:key`. `count` selects the plural form. */
export type Translate = (key: string, values?: Readonly<Record<string, unknown>>) => string;

/**
 * Creates a translate function for one language.
 * @param language BCP 47; determines plural forms and number formats
 * @param onMessage called with each key that is looked up
 */
export function createTranslate(
  language: string,
  messages: Messages,
  onMessage?: (key: string) => void,
): Translate {
  const instance: i18n = createInstance();
  void instance.init({
    lng: language,
    resources: { [language]: messages },
    ns: Object.keys(messages),
    defaultNS: "common",
    fallbackLng: false,
    load: "currentOnly",
    initAsync: false,
    interpolation: { escapeValue: false },
  });
  writeNumbers(instance);
  const plain = new Map<string, string>();
  return (key, values) => {
    onMessage?.(key);
    if (values) return instance.t(key, values);
    let text = plain.get(key);
    if (text === undefined) plain.set(key, (text = instance.t(key)));
    return text;
  };
}
