import fs from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { DEFAULT_LOCALES } from "#core/site/locales.ts";
import { renderEmail } from "./render-email.ts";
import { loadEmailTexts } from "./email-texts.ts";

const FOLDER = path.resolve(import.meta.dirname, "../../locales");
type Texts = Readonly<Record<string, string | Readonly<Record<string, unknown>>>>;

const read = (locale: string, name: string) =>
  JSON.parse(fs.readFileSync(path.join(FOLDER, locale, `${name}.json`), "utf8")) as Texts;

const flatten = (texts: object, prefix = ""): [key: string, text: string][] =>
  Object.entries(texts).flatMap(([name, value]) =>
    typeof value === "string"
      ? [[prefix + name, value]]
      : flatten(value as object, `${prefix}${name}.`),
  );
const placeholders = (text: string): string[] =>
  Array.from(text.matchAll(/\{\{[^}]*\}\}/g), ([each]) => each).sort();

const PLURAL = /_(zero|one|two|few|many|other)$/;
const COUNT = /^\{\{count\b/;
const english = Object.fromEntries(
  ["emails", "payments"].map((name) => [name, new Map(flatten(read("en", name)))]),
);

const FILES = DEFAULT_LOCALES.flatMap(({ code, language }) =>
  ["emails", "payments"].map((name) => ({ code, language, name })),
);

it.each(FILES)(
  "LOC-7 $code/$name.json has every text, with its values",
  ({ code, language, name }) => {
    const { pluralCategories } = new Intl.PluralRules(language).resolvedOptions();
    const source = english[name]!;
    const expected = new Map(
      [...source].flatMap(([key, text]) =>
        PLURAL.test(key)
          ? pluralCategories.map((form) => [key.replace(PLURAL, `_${form}`), text] as const)
          : [[key, text] as const],
      ),
    );
    const own = new Map(flatten(read(code, name)));
    expect([...own.keys()].sort()).toEqual([...expected.keys()].sort());
    for (const [key, text] of own) {
      const values = placeholders(expected.get(key)!);
      // A dual, as in Arabic, says the number by itself.
      const allowed = key.endsWith("_two")
        ? [values, values.filter((each) => !COUNT.test(each))]
        : [values];
      expect(allowed, key).toContainEqual(placeholders(text));
      expect(text.trim(), key).toBe(text);
    }
  },
);

it("LOC-7 nearly every text differs from the English one", () => {
  for (const { code, name } of FILES.filter((file) => file.code !== "en")) {
    const own = flatten(read(code, name));
    const same = own.filter(([key, text]) => text === english[name]!.get(key)).map(([key]) => key);
    // Names of numbers, and words that two languages share.
    expect(same.length, `${code}/${name}: ${same.join(", ")}`).toBeLessThan(8);
  }
});

it("LOC-7 USR-4 a mail is in its reader's language and direction", async () => {
  const emailTexts = await loadEmailTexts([FOLDER], DEFAULT_LOCALES);
  const site = { name: "Fermata", contact: "hello@fermata.example" };
  const subjects = new Set<string>();
  for (const { code, language, dir } of DEFAULT_LOCALES) {
    const email = { to: "a@b.c", locale: code, template: "resetCode", values: { minutes: 10 } };
    const mail = renderEmail(
      { ...email, code: "123456" },
      { emailTexts, site, locales: DEFAULT_LOCALES },
    );
    subjects.add(mail.subject);
    expect(mail.subject).toContain("123456");
    expect(mail.text + mail.html).not.toMatch(/\{\{|undefined/);
    expect(mail.text).toContain(new Intl.NumberFormat(language).format(10));
    expect(mail.html).toContain(`<html lang="${language}" dir="${dir}">`);
  }
  expect(subjects.size).toBe(DEFAULT_LOCALES.length);
});

it("LOC-7 USR-4 words of errors have no numbers written into them", () => {
  for (const { code } of DEFAULT_LOCALES) {
    const { api } = read(code, "errors") as { api: Record<string, string> };
    for (const key of ["password_short", "password_long"])
      expect(api[key], `${code} ${key}`).toMatch(/^\D*\{\{(min|max), number\}\}\D*$/);
  }
});
