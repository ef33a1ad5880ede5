import { useState } from "react";
import { useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import css from "../form/account.module.css";
import type { AuthProps } from "./auth.ts";
import { EmailField } from "../form/EmailField.tsx";
import { Form, useProblemOf } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import {
  checkAddress,
  checkPassword,
  checkSecondCode,
  requiresSecondCode,
} from "../form/problem.ts";
import { SecondCodeField } from "../form/SecondCodeField.tsx";
import { useAccount } from "../store/use-account.ts";
import { useSubmit } from "../form/use-submit.ts";

interface StepProps extends AuthProps {
  readonly password: string;
  readonly onPassword: (password: string) => void;
  /** The password is correct, and the account has two-factor authentication. */
  readonly onSecond: () => void;
  /** Back to address and password. */
  readonly onBack: () => void;
}

/** Address and password, then the code of the authenticator, if the account has one. */
export function Login(props: AuthProps) {
  const { email: given, why, drafts, onClose } = props;
  const t = useT();
  const [email, setEmail] = useState(given || drafts.getState().email);
  const [password, setPassword] = useState("");
  const [isSecond, setIsSecond] = useState(false);
  const step: StepProps = {
    ...props,
    email,
    password,
    onPassword: setPassword,
    onSecond: () => setIsSecond(true),
    onBack: () => setIsSecond(false),
  };
  return (
    <Dialog
      title={t(isSecond ? "account:login.second.title" : "account:login.title")}
      onClose={onClose}
    >
      {why !== undefined && <p>{formatText(why, t)}</p>}
      {isSecond ? (
        <SecondStep {...step} />
      ) : (
        <FirstStep
          {...step}
          onEmail={(value) => {
            drafts.setState({ email: value });
            setEmail(value);
          }}
        />
      )}
    </Dialog>
  );
}

function useEntry({ email, password, why, onDone }: StepProps) {
  const { user, notices } = useAccount();
  return async (second: { readonly second_code?: string } = {}): Promise<void> => {
    await user.login({ email: email.trim(), password, ...second });
    if (why === undefined) notices.toast("account:login.done", "good");
    onDone();
  };
}

function FirstStep(props: StepProps & { readonly onEmail: (email: string) => void }) {
  const { email, onEmail, password, onPassword, onSecond, onSwitch, why } = props;
  const t = useT();
  const { texts } = useAccount();
  const enter = useEntry(props);
  const { busy, problem, onSubmit } = useSubmit(
    ["email", "password"],
    () => checkAddress(email, texts) ?? checkPassword(password),
    () =>
      enter().catch((error: unknown) => {
        if (!requiresSecondCode(error)) throw error;
        onSecond();
      }),
  );
  const problemOf = useProblemOf(problem);
  const reason = why === undefined ? {} : { why };
  return (
    <>
      <Form problem={problem} onSubmit={onSubmit}>
        <EmailField {...problemOf("email")} value={email} onChange={onEmail} />
        <PasswordField
          {...problemOf("password")}
          label={t("account:field.password")}
          autoComplete="current-password"
          value={password}
          onChange={onPassword}
        />
        <div className={css["row"]}>
          <Button look="primary" type="submit" busy={busy}>
            {t("account:login.submit")}
          </Button>
          <Button look="quiet" onClick={() => onSwitch({ name: "reset", email, ...reason })}>
            {t("account:login.forgot")}
          </Button>
        </div>
      </Form>
      <p className={css["other"]}>
        {t("account:login.new")}{" "}
        <button
          type="button"
          className={css["link"]}
          onClick={() => onSwitch({ name: "register", email, ...reason })}
        >
          {t("account:login.register")}
        </button>
      </p>
    </>
  );
}

function SecondStep(props: StepProps) {
  const t = useT();
  const enter = useEntry(props);
  const [code, setCode] = useState("");
  const { busy, problem, onSubmit } = useSubmit(
    ["secondCode"],
    () => checkSecondCode(code),
    () => enter({ second_code: code }),
  );
  return (
    <Form problem={problem} onSubmit={onSubmit}>
      <SecondCodeField {...useProblemOf(problem)("secondCode")} value={code} onChange={setCode} />
      <div className={css["row"]}>
        <Button look="primary" type="submit" busy={busy}>
          {t("account:login.submit")}
        </Button>
        <Button look="quiet" onClick={props.onBack}>
          {t("account:reset.back")}
        </Button>
      </div>
    </Form>
  );
}
