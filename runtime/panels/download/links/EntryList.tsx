import { useId, useState } from "react";
import { useLocale } from "#runtime/i18n/context.tsx";
import { Button } from "#runtime/ui/Button.tsx";
import { TextField } from "#runtime/ui/field/Field.tsx";
import type { LinkEntry } from "#runtime/contract/links.ts";
import css from "./links.module.css";

/** Number of entries that are shown at first, and that each click on "more" adds. */
const SHOWN = 50;
/** Number of entries from which there is a search field. */
const MANY = 12;

/** Entries of a list, for the visitor to choose from. */
export function EntryList({
  name,
  entries,
  picked,
  onPick,
}: {
  readonly name: string;
  readonly entries: readonly LinkEntry[];
  readonly picked: ReadonlySet<string>;
  readonly onPick: (picked: ReadonlySet<string>) => void;
}) {
  const { t, format, locale } = useLocale();
  const [query, setQuery] = useState("");
  const [shown, setShown] = useState(SHOWN);
  const id = useId();
  const normalized = query.toLocaleLowerCase(locale.language);
  const fitting = entries.filter(({ title }) =>
    title.toLocaleLowerCase(locale.language).includes(normalized),
  );
  const toggle = (url: string, isOn: boolean): void => {
    const next = new Set(picked);
    if (isOn) next.add(url);
    else next.delete(url);
    onPick(next);
  };
  return (
    <fieldset className={css["entries"]}>
      <legend className="visually-hidden">{name}</legend>
      {entries.length >= MANY && (
        <TextField
          label={t("panel-download:search")}
          type="search"
          value={query}
          onChange={({ target }) => {
            setQuery(target.value);
            setShown(SHOWN);
          }}
        />
      )}
      <div className={css["row"]}>
        <Button
          small
          onClick={() => onPick(new Set([...picked, ...fitting.map(({ url }) => url)]))}
        >
          {t("panel-download:pickAll", { value: fitting.length })}
        </Button>
        <Button small disabled={picked.size === 0} onClick={() => onPick(new Set())}>
          {t("panel-download:pickNone")}
        </Button>
        <output className={css["soft"]}>
          {t("panel-download:picked", { value: picked.size })}
        </output>
      </div>
      <ul className={css["list"]}>
        {fitting.slice(0, shown).map(({ url, title, duration, published }, at) => (
          <li key={`${url} ${at}`}>
            <label className={css["entry"]} htmlFor={`${id}-${at}`}>
              <input
                id={`${id}-${at}`}
                type="checkbox"
                checked={picked.has(url)}
                onChange={({ target }) => toggle(url, target.checked)}
              />
              <bdi className={css["entryTitle"]}>{title || url}</bdi>
              <span className={css["soft"]}>
                {[
                  published === null
                    ? null
                    : format.date(new Date(published).toISOString().slice(0, 10)),
                  duration === null ? null : format.duration(duration),
                ]
                  .filter((fact) => fact !== null)
                  .join(" · ")}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {fitting.length > shown && (
        <Button small onClick={() => setShown(shown + SHOWN)}>
          {t("panel-download:more", { value: fitting.length - shown })}
        </Button>
      )}
    </fieldset>
  );
}
