import type { ClipboardEvent } from "react";
import { CODE } from "#core/api/contract/shapes.ts";
import { useT } from "../../i18n/context.tsx";
import { TextField } from "../../ui/field/Field.tsx";
import { digitsOf } from "./digits.ts";
import type { FieldProblem } from "./Form.tsx";

/** Input for the six digits of a message; phone keyboards offer them. */
export function CodeField({
  value,
  onChange,
  onComplete,
  ...rest
}: FieldProblem & {
  readonly value: string;
  readonly onChange: (value: string) => void;
  /** Called with the complete code. */
  readonly onComplete?: (code: string) => void;
}) {
  const t = useT();
  const take = (code: string): void => {
    onChange(code);
    if (code.length === CODE.digits && code !== value) onComplete?.(code);
  };
  const onPaste = (event: ClipboardEvent): void => {
    const code = digitsOf(event.clipboardData.getData("text"), CODE.digits);
    if (code.length < CODE.digits) return;
    // A pasted complete code replaces the value, wherever the cursor is.
    event.preventDefault();
    take(code);
  };
  return (
    <TextField
      {...rest}
      label={t("account:field.code")}
      hint={t("account:field.codeHint", { digits: CODE.digits, minutes: CODE.seconds / 60 })}
      name="code"
      inputMode="numeric"
      autoComplete="one-time-code"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      data-autofocus=""
      data-code=""
      value={value}
      onChange={(event) => take(digitsOf(event.target.value, CODE.digits))}
      onPaste={onPaste}
    />
  );
}
