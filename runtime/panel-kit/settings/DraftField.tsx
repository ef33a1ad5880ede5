import { type KeyboardEvent, useState } from "react";
import { TextField } from "../../ui/field/Field.tsx";
import css from "./draft-field.module.css";

/** A text field for a value, which is applied when Enter is pressed or the field is left. */
export function DraftField({
  label,
  hint,
  text,
  read,
  wrong,
  steps,
  value,
  disabled = false,
  onCommit,
}: {
  readonly label: string;
  readonly hint?: string;
  /** The value as text. */
  readonly text: string;
  readonly value: number;
  /** Parses the text; null if it is not valid. */
  readonly read: (text: string) => number | null;
  /** Error message for an invalid text. */
  readonly wrong: string;
  /** Steps of the arrow keys: alone, and with Shift. */
  readonly steps: readonly [fine: number, coarse: number];
  readonly disabled?: boolean;
  readonly onCommit: (value: number) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const isWrong = draft !== null && read(draft) === null;
  const commit = (): void => {
    if (draft === null) return;
    const next = read(draft);
    if (next === null) return;
    setDraft(null);
    if (draft !== text) onCommit(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "Enter") {
      event.preventDefault();
      commit();
    } else if (event.key === "Escape" && draft !== null) {
      event.preventDefault();
      event.stopPropagation();
      setDraft(null);
    } else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
      event.preventDefault();
      const from = draft === null ? value : (read(draft) ?? value);
      const step = steps[event.shiftKey ? 1 : 0];
      setDraft(null);
      onCommit(from + (event.key === "ArrowUp" ? step : -step));
    }
  };
  return (
    <div className={css["draft"]}>
      <TextField
        label={label}
        {...(hint !== undefined && { hint })}
        {...(isWrong && { error: wrong })}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        disabled={disabled}
        value={draft ?? text}
        onChange={({ target }) => setDraft(target.value)}
        onBlur={commit}
        onKeyDown={onKeyDown}
      />
    </div>
  );
}
