import { useAccount } from "../store/use-account.ts";
import { useT } from "../../i18n/context.tsx";
import { TextField } from "../../ui/field/Field.tsx";
import type { FieldProblem } from "./Form.tsx";

/**
 * The address by which an account is known, or the phone number where the site takes one; password
 * managers find it as the user name.
 */
export function EmailField({
  value,
  onChange,
  ...rest
}: FieldProblem & {
  readonly value: string;
  readonly onChange: (value: string) => void;
}) {
  const t = useT();
  const { texts } = useAccount();
  return (
    <TextField
      {...rest}
      label={t(texts ? "account:field.address" : "account:field.email")}
      type={texts ? "text" : "email"}
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
