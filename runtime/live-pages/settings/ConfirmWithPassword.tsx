import { type ReactNode, useState } from "react";
import { useStore } from "zustand";
import { Form, type FieldProblem, useProblemOf } from "../../account/form/Form.tsx";
import { PasswordField } from "../../account/form/PasswordField.tsx";
import { PasswordOwner } from "../../account/form/PasswordOwner.tsx";
import { type Problem, checkPassword } from "../../account/form/problem.ts";
import { useSubmit } from "../../account/form/use-submit.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";

/** The second factor of a form, if the account has one. */
interface SecondFactor {
  readonly check: () => Problem | null;
  readonly field: (problem: FieldProblem) => ReactNode;
}

interface Props {
  /** Label of the submit button. */
  readonly action: string;
  readonly look: "primary" | "danger";
  /** Why the password is requested. */
  readonly hint?: string;
  readonly secondFactor?: SecondFactor;
  readonly onConfirm: (password: string) => Promise<void>;
  readonly onClose: () => void;
}

/** A form that requests the password of the account before a change. */
export function ConfirmWithPassword(props: Props) {
  const { action, look, hint, secondFactor, onConfirm, onClose } = props;
  const { t } = useLocale();
  const { user } = useApplication();
  const email = useStore(user, (state) => state.userName);
  const [password, setPassword] = useState("");
  const { busy, problem, onSubmit } = useSubmit(
    secondFactor ? ["oldPassword", "secondCode"] : ["oldPassword"],
    () => checkPassword(password, "oldPassword") ?? secondFactor?.check() ?? null,
    () => onConfirm(password),
  );
  const problemOf = useProblemOf(problem);
  const secondProblem = problemOf("secondCode");
  return (
    <div className={css["narrow"]}>
      <Form problem={problem} onSubmit={onSubmit}>
        <PasswordOwner email={email} />
        <PasswordField
          {...problemOf("oldPassword")}
          label={t("account:field.password")}
          {...(hint !== undefined && { hint })}
          autoComplete="current-password"
          value={password}
          onChange={setPassword}
        />
        {secondFactor?.field(secondProblem)}
        <div className={css["row"]}>
          <Button look={look} type="submit" busy={busy}>
            {action}
          </Button>
          <Button look="quiet" onClick={onClose}>
            {t("account:confirm.no")}
          </Button>
        </div>
      </Form>
    </div>
  );
}
