import { useT } from "../../i18n/context.tsx";
import { TextField } from "../../ui/field/Field.tsx";
import type { FieldProblem } from "./Form.tsx";

/**
 * The code of an authenticator, or a recovery code; phones and password managers offer the former.
 */
export function SecondCodeField({
  value,
  onChange,
  hint,
  ...rest
}: FieldProblem & {
  /** Where recovery codes are not accepted. */
  readonly hint?: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const t = useT();
  return (
    <TextField
      {...rest}
      label={t("account:field.secondCode")}
      hint={hint ?? t("account:field.secondCodeHint")}
      name="second-code"
      autoComplete="one-time-code"
      autoCapitalize="characters"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      data-autofocus=""
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
