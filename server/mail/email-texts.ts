import fs from "node:fs";
import path from "node:path";
import { createInstance } from "i18next";
import { mergeMessages } from "#core/page/merge-messages.ts";
import type { MessageTree } from "#core/page/render.ts";
import type { TextValues, EmailTexts } from "../deps/mail.ts";

export interface EmailLocale {
  readonly code: string;
  readonly language: string;
}

function read(file: string): MessageTree | undefined {
  if (!fs.existsSync(file)) return undefined;
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(fs.readFileSync(file));
    return JSON.parse(text) as MessageTree;
  } catch (error) {
    const { message } = error as Error;
    throw new Error(`${file}: ${message}. \`toolkit check\` names the line.`, { cause: error });
  }
}

/**
 * Reads the texts of the server's messages. Texts missing in a locale fall back to the default
 * locale.
 * @param folders folders with `<code>/emails.json` and `<code>/errors.json`; earlier folders
 *   override later ones, key by key
 */
export async function loadEmailTexts(
  folders: readonly string[],
  locales: readonly EmailLocale[],
  fallback = "en",
): Promise<EmailTexts> {
  const find = (code: string, name: string): MessageTree =>
    folders
      .map((folder) => read(path.join(folder, code, `${name}.json`)) ?? {})
      .reduceRight(mergeMessages, {});
  const of = async (language: string, resources: Record<string, object>) => {
    const instance = createInstance();
    await instance.init({
      lng: language,
      fallbackLng: fallback,
      resources: Object.fromEntries(
        Object.entries(resources).map(([code, texts]) => [code, { texts }]),
      ),
      ns: ["texts"],
      defaultNS: "texts",
      interpolation: { escapeValue: false },
    });
    return (key: string, values: TextValues = {}) => instance.t(key, values);
  };
  const own = (code: string): object => ({
    ...find(code, "emails"),
    payments: find(code, "payments"),
  });
  const english = own(fallback);
  const texts = new Map(
    await Promise.all(
      locales.map(async ({ code, language }) => {
        const texts = { [fallback]: english, [language]: own(code) };
        return [code, await of(language, texts)] as const;
      }),
    ),
  );
  const errors = await of(fallback, { [fallback]: find(fallback, "errors") });
  return {
    text: (locale, key, values) => (texts.get(locale) ?? texts.get(fallback)!)(key, values),
    errorMessage: (key, params) => errors(`api.${key}`, params),
  };
}
