import { useState } from "react";
import { PASSWORD } from "#core/api/contract/shapes.ts";
import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import css from "../form/account.module.css";
import type { AuthProps } from "./auth.ts";
import { codeSentWords } from "./code-sent-words.ts";
import { CodeField } from "../form/CodeField.tsx";
import { EmailField } from "../form/EmailField.tsx";
import { Form, useProblemOf } from "../form/Form.tsx";
import { PasswordField } from "../form/PasswordField.tsx";
import { PasswordOwner } from "../form/PasswordOwner.tsx";
import { checkCode, checkAddress, checkNewPassword } from "../form/problem.ts";
import { useSecondCode } from "../form/use-second-code.tsx";
import { CodeActions } from "./CodeActions.tsx";
import { useAccount } from "../store/use-account.ts";
import { type CodeStep, useCodeStep } from "./use-code-step.ts";
import { useSubmit } from "../form/use-submit.ts";

interface StepProps extends Pick<AuthProps, "why"> {
  readonly step: CodeStep;
}

/** The address, then the code sent to it together with a new password. */
export function Reset(props: AuthProps) {
  const { drafts, onClose } = props;
  const t = useT();
  const [email, setEmail] = useState(props.email || drafts.getState().email);
  const step = useCodeStep("reset", drafts);
  const { pending } = step;
  return (
    <Dialog
      title={t(pending ? "account:reset.code.title" : "account:reset.title")}
      onClose={onClose}
    >
      <p aria-live="polite">
        {pending ? codeSentWords(pending.email, t) : t("account:reset.text")}
      </p>
      {pending ? (
        <PasswordForm {...props} step={step} address={pending.email} />
      ) : (
        <AddressForm
          {...props}
          step={step}
          email={email}
          onEmail={(value) => {
            drafts.setState({ email: value });
            setEmail(value);
          }}
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
  onSwitch,
}: StepProps &
  Pick<AuthProps, "email" | "onSwitch"> & { readonly onEmail: (email: string) => void }) {
  const t = useT();
  const { user, texts } = useAccount();
  const { busy, problem, onSubmit } = useSubmit(
    ["email"],
    () => checkAddress(email, texts),
    async () => {
      const to = email.trim();
      step.sent(to, await user.requestReset({ email: to }));
    },
  );
  return (
    <Form problem={problem} onSubmit={onSubmit}>
      <EmailField {...useProblemOf(problem)("email")} value={email} onChange={onEmail} />
      <div className={css["row"]}>
        <Button look="primary" type="submit" busy={busy}>
          {t("account:reset.submit")}
        </Button>
        <Button
          look="quiet"
          onClick={() => onSwitch({ name: "login", email, ...(why !== undefined && { why }) })}
        >
          {t("account:reset.back")}
        </Button>
      </div>
    </Form>
  );
}

function PasswordForm({
  why,
  step,
  address,
  onDone,
}: StepProps &
  Pick<AuthProps, "onDone"> & {
    /** Recipient of the code. */
    readonly address: string;
  }) {
  const t = useT();
  const { user, notices } = useAccount();
  const [code, setCode] = useState("");
  const [password, setPassword] = useState("");
  const second = useSecondCode();
  const { busy, problem, onSubmit, run } = useSubmit(
    ["code", "password", "secondCode"],
    () => checkCode(code) ?? checkNewPassword(password) ?? second.check(),
    async () => {
      await second.send((also) => user.verifyReset({ email: address, code, password, ...also }));
      step.end();
      if (why === undefined) notices.toast("account:reset.done", "good");
      onDone();
    },
  );
  const resend = (): void =>
    run(async () => {
      setCode("");
      step.sentAgain(address, await user.requestReset({ email: address }));
    });
  const problemOf = useProblemOf(problem);
  return (
    <Form problem={problem} onSubmit={onSubmit}>
      <PasswordOwner email={address} />
      <CodeField {...problemOf("code")} value={code} onChange={setCode} />
      <PasswordField
        {...problemOf("password")}
        label={t("account:field.newPassword")}
        hint={`${t("account:field.passwordRule", PASSWORD)} ${t("account:reset.code.others")}`}
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
      />
      {second.field(problemOf("secondCode"))}
      <CodeActions
        step={step}
        problem={problem}
        busy={busy}
        submit={t("account:reset.code.submit")}
        onResend={resend}
      />
    </Form>
  );
}
