import Eye from "lucide-react/icons/eye";
import EyeOff from "lucide-react/icons/eye-off";
import { useId, useState } from "react";
import { useT } from "../../i18n/context.tsx";
import { IconButton } from "../../ui/Button.tsx";
import field from "../../ui/field/field.module.css";
import css from "./account.module.css";
import type { FieldProblem } from "./Form.tsx";

interface PasswordFieldProps extends FieldProblem {
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly label: string;
  readonly hint?: string;
  readonly autoComplete: "current-password" | "new-password";
}

/** A password, hidden until the visitor reveals it. */
export function PasswordField(props: PasswordFieldProps) {
  const { value, onChange, label, hint, error, autoComplete } = props;
  const t = useT();
  const id = useId();
  const [shown, setShown] = useState(false);
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className={field["field"]}>
      <label className={field["label"]} htmlFor={id}>
        {label}
      </label>
      <div className={css["password"]}>
        <input
          id={id}
          className={field["input"]}
          type={shown ? "text" : "password"}
          name="password"
          autoComplete={autoComplete}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          dir="ltr"
          value={value}
          onChange={(event) => onChange(event.target.value)}
          aria-describedby={describedBy || undefined}
          aria-invalid={error ? true : undefined}
          data-field={props["data-field"]}
        />
        <IconButton
          label={t(shown ? "account:field.hide" : "account:field.show")}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? <EyeOff /> : <Eye />}
        </IconButton>
      </div>
      {hint && (
        <p className={field["hint"]} id={`${id}-hint`}>
          {hint}
        </p>
      )}
      {error && (
        <p className={field["error"]} id={`${id}-error`}>
          {error}
        </p>
      )}
    </div>
  );
}
