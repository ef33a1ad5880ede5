import { useLocale } from "#runtime/i18n/context.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { LANGUAGES } from "./setup.ts";

/** Chooses one of the languages that have a voice. */
export function LanguageSelect({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  /** Locale code. */
  readonly value: string;
  readonly onChange: (code: string) => void;
}) {
  const nameOf = useLanguageName();
  const items = LANGUAGES.map((code) => ({ code, name: nameOf(code) })).sort((a, b) =>
    a.name.localeCompare(b.name),
  );
  return (
    <Select label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {items.map(({ code, name }) => (
        <option key={code} value={code}>
          {name}
        </option>
      ))}
    </Select>
  );
}

/** Names of languages in the page's language, by locale. */
export function useLanguageName(): (code: string) => string {
  const { format, site } = useLocale();
  return (code) => format.language(site.locales.find((one) => one.code === code)?.language ?? code);
}
