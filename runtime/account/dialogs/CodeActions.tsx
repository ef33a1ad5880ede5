import { useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../form/account.module.css";
import type { Problem } from "../form/problem.ts";
import { Resend } from "./Resend.tsx";
import type { CodeStep } from "./use-code-step.ts";

/** Actions while a code is entered: submit, back, send another code. */
export function CodeActions({
  step,
  problem,
  busy,
  submit,
  onResend,
}: {
  readonly step: CodeStep;
  readonly problem: Problem | null;
  readonly busy: boolean;
  /** Label of the submit button. */
  readonly submit: string;
  readonly onResend: () => void;
}) {
  const t = useT();
  return (
    <>
      <div className={css["row"]}>
        <Button look="primary" type="submit" busy={busy}>
          {submit}
        </Button>
        <Button look="quiet" onClick={step.end}>
          {t("account:code.other")}
        </Button>
      </div>
      <Resend from={step.resendFrom(problem)} again={step.again} busy={busy} onResend={onResend} />
    </>
  );
}
