import { useEffect, useState } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { type LanguageItem, searchLanguages } from "#runtime/services/language-list.ts";
import { Select, TextField } from "#runtime/ui/field/Field.tsx";
import { useWorkspace } from "#runtime/contract/context.ts";
import { spokenCode } from "#audio/speech/languages.ts";

/** Number of languages from which there is a search field. */
const MANY = 20;

/** Chooses the spoken language from the site's list, which can be searched (CMP-1). */
export function LanguageField({
  value,
  languages,
  canFind,
  onChange,
}: {
  /** BCP 47 tag; empty for detection. */
  readonly value: string;
  /** Languages of the engine; null for all. */
  readonly languages: readonly string[] | null;
  /** Whether the engine can detect the language. */
  readonly canFind: boolean;
  readonly onChange: (language: string) => void;
}) {
  const { t, format } = useLocale();
  const { loadLanguages, report } = useWorkspace();
  const [list, setList] = useState<readonly LanguageItem[] | null>(null);
  const [query, setQuery] = useState("");
  useEffect(() => {
    let here = true;
    loadLanguages().then(
      (found) => here && setList(found),
      (error: unknown) => {
        report(error);
        if (here) setList([]);
      },
    );
    return () => {
      here = false;
    };
  }, [loadLanguages, report]);
  const known = (list ?? []).filter(
    ({ extname }) => languages === null || languages.includes(baseOf(extname)),
  );
  const nameOf = ({ extname, name_en: english }: LanguageItem): string => {
    const own = format.language(extname);
    return own === extname ? english : own;
  };
  const folded = query.trim().toLowerCase();
  const found = new Set(searchLanguages(known, query));
  const shown = known.filter(
    (item) =>
      found.has(item) || nameOf(item).toLowerCase().includes(folded) || item.extname === value,
  );
  const items = shown
    .map((item) => ({ code: item.extname, name: nameOf(item) }))
    .sort((a, b) => a.name.localeCompare(b.name));
  const isListed = value === "" || items.some(({ code }) => code === value);
  return (
    <>
      {known.length > MANY && (
        <TextField
          label={t("panel-transcript:language.search")}
          type="search"
          value={query}
          onChange={({ target }) => setQuery(target.value)}
        />
      )}
      <Select
        label={t("panel-transcript:language.label")}
        {...(folded !== "" && found.size === 0 && { hint: t("panel-transcript:language.none") })}
        value={value}
        onChange={({ target }) => onChange(target.value)}
      >
        {canFind && <option value="">{t("panel-transcript:language.auto")}</option>}
        {!isListed && <option value={value}>{format.language(value)}</option>}
        {items.map(({ code, name }) => (
          <option key={code} value={code}>
            {name}
          </option>
        ))}
      </Select>
    </>
  );
}

/** Language code of engines: that of the built-in voice has variants, others have none. */
const baseOf = (tag: string): string => (spokenCode(tag) ?? tag).split("-")[0]!;
