import { DEFAULT_LOCALES } from "#core/site/locales.ts";

/** The BCP 47 tag of a locale's code; undefined if it is invalid. */
export function languageOf(code: string): string | undefined {
  try {
    return Intl.getCanonicalLocales(code)[0];
  } catch {
    return undefined;
  }
}

/** Name of a language in another one; undefined for an unknown language. */
export function nameIn(reader: string, language: string): string | undefined {
  try {
    const names = new Intl.DisplayNames([reader], {
      type: "language",
      languageDisplay: "standard",
      fallback: "none",
    });
    const name = names.of(language);
    return name && name[0]!.toLocaleUpperCase(reader) + name.slice(1);
  } catch {
    return undefined;
  }
}

type TextInfo = { getTextInfo?(): { direction?: string }; textInfo?: { direction?: string } };
export function directionOf(language: string | undefined): "ltr" | "rtl" {
  if (language === undefined) return "ltr";
  const locale = new Intl.Locale(language) as TextInfo;
  const info = locale.getTextInfo?.() ?? locale.textInfo;
  return info?.direction === "rtl" ? "rtl" : "ltr";
}

/** A locale as the configuration lists it. */
export function configLine(
  code: string,
  { language, name, endonym, dir }: Record<"language" | "name" | "endonym" | "dir", string>,
): string {
  const fields = { code, language, name, endonym, ...(dir === "rtl" && { dir }) };
  const pairs = Object.entries(fields).map(([key, value]) => `${key}: ${JSON.stringify(value)}`);
  return `{ ${pairs.join(", ")} },`;
}

/** The configuration line of a known language; undefined for any other code. */
export function languageLine(code: string): string | undefined {
  const preset = DEFAULT_LOCALES.find((locale) => locale.code === code);
  if (preset) return configLine(code, preset);
  const language = code === code.toLowerCase() ? languageOf(code) : undefined;
  const name = language && nameIn("en", language);
  const endonym = language && nameIn(language, language);
  if (!language || !name || !endonym) return undefined;
  return configLine(code, { language, name, endonym, dir: directionOf(language) });
}
