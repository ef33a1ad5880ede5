import { useState } from "react";
import { PASSWORD } from "#core/api/contract/shapes.ts";
import { useT } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import css from "../form/account.module.css";
import type { AuthProps } from "./auth.ts";
import { codeSentWords } from "./code-sent-words.ts";
import { CodeField } from "../form/CodeField.tsx";
import { EmailField } from "../form/EmailField.tsx";
import { Form, useProblemOf } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { checkCode, checkAddress, checkNewPassword } from "../form/problem.ts";
import { CodeActions } from "./CodeActions.tsx";
import { useAccount } from "../store/use-account.ts";
import { type CodeStep, useCodeStep } from "./use-code-step.ts";
import { useSubmit } from "../form/use-submit.ts";

interface StepProps extends Pick<AuthProps, "why"> {
  readonly step: CodeStep;
  /** Forgotten when the dialog is closed. */
  readonly password: string;
}

/** Address and password, then the verification code. */
export function Register(props: AuthProps) {
  const { why, drafts, onClose } = props;
  const t = useT();
  const [email, setEmail] = useState(props.email || drafts.getState().email);
  const [password, setPassword] = useState("");
  const step = useCodeStep("register", drafts);
  const { pending } = step;
  return (
    <Dialog
      title={t(pending ? "account:register.code.title" : "account:register.title")}
      onClose={onClose}
    >
      <p aria-live="polite">
        {pending ? codeSentWords(pending.email, t) : formatText(why ?? "account:register.text", t)}
      </p>
      {pending ? (
        <CodeForm {...props} step={step} password={password} />
      ) : (
        <AddressForm
          {...props}
          email={email}
          onEmail={(value) => {
            drafts.setState({ email: value });
            setEmail(value);
          }}
          step={step}
          password={password}
          onPassword={setPassword}
        />
      )}
    </Dialog>
  );
}

function AddressForm({
  email,
  onEmail,
  why,
  step,
  password,
  onPassword,
  onSwitch,
}: StepProps &
  Pick<AuthProps, "email" | "onSwitch"> & {
    readonly onEmail: (email: string) => void;
    readonly onPassword: (password: string) => void;
  }) {
  const t = useT();
  const { user, texts } = useAccount();
  const { busy, problem, onSubmit } = useSubmit(
    ["email", "password"],
    () => checkAddress(email, texts) ?? checkNewPassword(password),
    async () => {
      const to = email.trim();
      step.sent(to, await user.register({ email: to, password }));
    },
  );
  const problemOf = useProblemOf(problem);
  return (
    <>
      <Form problem={problem} onSubmit={onSubmit}>
        <EmailField {...problemOf("email")} value={email} onChange={onEmail} />
        <PasswordField
          {...problemOf("password")}
          label={t("account:field.password")}
          hint={t("account:field.passwordRule", PASSWORD)}
          autoComplete="new-password"
          value={password}
          onChange={onPassword}
        />
        <div className={css["row"]}>
          <Button look="primary" type="submit" busy={busy}>
            {t("account:register.submit")}
          </Button>
        </div>
      </Form>
      <p className={css["other"]}>
        {t("account:register.have")}{" "}
        <button
          type="button"
          className={css["link"]}
          onClick={() => onSwitch({ name: "login", email, ...(why !== undefined && { why }) })}
        >
          {t("account:register.login")}
        </button>
      </p>
    </>
  );
}

function CodeForm({ why, step, password, onDone }: StepProps & Pick<AuthProps, "onDone">) {
  const t = useT();
  const { user, notices } = useAccount();
  const [code, setCode] = useState("");
  const verify = async (entered: string): Promise<void> => {
    await user.verify({ email: step.pending!.email, code: entered });
    step.end();
    // The action that needed the account continues, and reports itself.
    if (why === undefined) notices.toast("account:register.done", "good");
    onDone();
  };
  const { busy, problem, onSubmit, run } = useSubmit(
    ["code"],
    () => checkCode(code),
    () => verify(code),
  );
  const resend = (): void => {
    // Passwords are not stored: after closing the dialog, it has to be entered again.
    if (password === "") return step.end();
    run(async () => {
      const to = step.pending!.email;
      setCode("");
      step.sentAgain(to, await user.register({ email: to, password }));
    });
  };
  return (
    <Form problem={problem} onSubmit={onSubmit}>
      <CodeField
        {...useProblemOf(problem)("code")}
        value={code}
        onChange={setCode}
        onComplete={(entered) => run(() => verify(entered))}
      />
      <CodeActions
        step={step}
        problem={problem}
        busy={busy}
        submit={t("account:register.code.submit")}
        onResend={resend}
      />
    </Form>
  );
}
