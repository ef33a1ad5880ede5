import { useState } from "react";
import css from "./track-head.module.css";

/** A name that is edited in place; Enter or leaving the field applies it unless it is empty. */
export function NameField({
  label,
  name,
  onName,
}: {
  readonly label: string;
  readonly name: string;
  readonly onName: (name: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (): void => {
    const next = draft?.trim();
    setDraft(null);
    if (next && next !== name) onName(next);
  };
  return (
    <input
      className={css["name"]}
      aria-label={label}
      value={draft ?? name}
      maxLength={120}
      dir="auto"
      autoComplete="off"
      onChange={({ target }) => setDraft(target.value)}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === "Enter") commit();
        if (event.key !== "Escape" || draft === null) return;
        event.preventDefault();
        event.stopPropagation();
        setDraft(null);
      }}
    />
  );
}
