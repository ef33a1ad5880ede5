import { useT } from "../../i18n/context.tsx";
import { TextField } from "../../ui/field/Field.tsx";
import type { FieldProblem } from "./Form.tsx";

/** The address by which an account is known; password managers find it as the user name. */
export function EmailField({
  value,
  onChange,
  ...rest
}: FieldProblem & {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const t = useT();
  return (
    <TextField
      {...rest}
      label={t("account:field.email")}
      type="email"
      name="email"
      autoComplete="username"
      inputMode="email"
      autoCapitalize="none"
      autoCorrect="off"
      spellCheck={false}
      dir="ltr"
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
