import { useAccount } from "../store/use-account.ts";
import { useT } from "../../i18n/context.tsx";
import { TextField } from "../../ui/field/Field.tsx";
import type { FieldProblem } from "./Form.tsx";

/**
 * The email address or, if the site accepts it, the phone number of an account; the user name for
 * password managers.
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
