import { useEffect, useState } from "react";
import type { ResponseOf } from "#core/api/contract/call.ts";
import { getTwoFactor } from "#core/api/accounts/get-two-factor.ts";
import { errorText } from "../../account/store/user.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { type Text, formatText } from "../../notices/notices.ts";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";
import { useMoments } from "../parts/moment.ts";
import { Skeleton } from "../parts/Skeleton.tsx";
import { RecoveryCodes } from "./RecoveryCodes.tsx";
import { BothFactors } from "./BothFactors.tsx";
import { SetUpTwoFactor } from "./SetUpTwoFactor.tsx";

type State = ResponseOf<typeof getTwoFactor>;
/** The open form or list, if any. */
type Step = "none" | "setUp" | "renew" | "end" | { readonly codes: readonly string[] };

/**
 * Two-factor authentication: off, being set up, or on (USR-16). @param onOn called when other
 * sessions have ended
 */
export function TwoFactor({ onOn }: { readonly onOn: () => void }) {
  const { t } = useLocale();
  const { api, notices } = useApplication();
  const [state, setState] = useState<State | null>(null);
  const [problem, setProblem] = useState<Text | null>(null);
  const [version, setVersion] = useState(0);
  const [step, setStep] = useState<Step>("none");
  useEffect(() => {
    const control = new AbortController();
    api(getTwoFactor, {}, { quiet: "refusals", signal: control.signal }).then(
      (answer) => {
        setState(answer);
        setProblem(null);
      },
      (error: unknown) => {
        if (!control.signal.aborted) setProblem(errorText(error, "errors:http.other"));
      },
    );
    return () => control.abort();
  }, [api, version]);
  const again = (next: Step): void => {
    setStep(next);
    setVersion((count) => count + 1);
  };
  const close = (): void => setStep("none");

  if (state === null)
    return problem === null ? (
      <Skeleton />
    ) : (
      <div className={css["stack"]}>
        <p className={css["problem"]} role="alert">
          {formatText(problem, t)}
        </p>
        <Button onClick={() => again("none")}>{t("pages:account.retry")}</Button>
      </div>
    );
  if (typeof step === "object") return <RecoveryCodes codes={step.codes} onClose={close} />;
  if (step === "setUp")
    return (
      <SetUpTwoFactor
        onClose={close}
        onOn={(codes) => {
          notices.toast("pages:settings.twoFactor.isOn", "good");
          onOn();
          again({ codes });
        }}
      />
    );
  if (step === "renew" || step === "end")
    return (
      <BothFactors
        action={step}
        onClose={close}
        onRenewed={(codes) => again({ codes })}
        onEnded={() => {
          notices.toast("pages:settings.twoFactor.isOff", "good");
          again("none");
        }}
      />
    );
  return <Summary state={state} onStep={setStep} />;
}

function Summary({
  state: { enabled, since, recovery_codes: left },
  onStep,
}: {
  readonly state: State;
  readonly onStep: (step: Step) => void;
}) {
  const { t } = useLocale();
  const moments = useMoments();
  if (!enabled)
    return (
      <div className={css["stack"]}>
        <p>{t("pages:settings.twoFactor.text")}</p>
        <Button onClick={() => onStep("setUp")}>{t("pages:settings.twoFactor.setUp")}</Button>
      </div>
    );
  return (
    <div className={css["stack"]}>
      <p>{t("pages:settings.twoFactor.since", { day: moments.day(since ?? 0) })}</p>
      <p className={css["soft"]}>{t("pages:settings.twoFactor.left", { left })}</p>
      <div className={css["row"]}>
        <Button onClick={() => onStep("renew")}>{t("pages:settings.twoFactor.renew")}</Button>
        <Button look="danger" onClick={() => onStep("end")}>
          {t("pages:settings.twoFactor.end")}
        </Button>
      </div>
    </div>
  );
}
