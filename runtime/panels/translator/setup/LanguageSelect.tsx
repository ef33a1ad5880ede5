import { useLocale } from "#runtime/i18n/context.tsx";
import { Select } from "#runtime/ui/field/Field.tsx";
import { LANGUAGES } from "./setup.ts";

/** A choice of the languages that have a voice, by their names. */
export function LanguageSelect({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  /** Code of a locale. */
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

/** Names the languages of locales in that of the page. */
export function useLanguageName(): (code: string) => string {
  const { format, site } = useLocale();
  return (code) => format.language(site.locales.find((one) => one.code === code)?.language ?? code);
}
