import { useEffect, useRef } from "react";
import { useStore } from "zustand";
import { pathOf } from "#core/site/site.ts";
import { useCredits } from "../../account/store/use-credits.ts";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { formatText } from "../../notices/notices.ts";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Notice } from "../../ui/Feedback.tsx";
import css from "./pricing.module.css";
import type { Outcome, Payment } from "./use-outcome.ts";

const WEIGHTS = {
  none: "plain",
  checking: "plain",
  signedOut: "attention",
  paid: "good",
  pending: "attention",
  failed: "attention",
  refunded: "plain",
  abandoned: "plain",
  error: "attention",
} as const satisfies Record<Outcome["name"], string>;

/** The result of a payment with the next steps; without a payment, the balance. */
export function PaymentOutcome({ outcome, again, dismiss }: Payment) {
  const { t } = useLocale();
  const { user } = useApplication();
  const credits = useCredits(user);
  const isIn = useStore(user, (state) => state.status === "in");
  // The line has its height from the start, so that the offers below do not move.
  const balance = credits === null ? "\u00a0" : t("pages:pricing.balance", { count: credits });
  const { name } = outcome;
  const section = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // A visitor who returns from the payment page should see the result, whatever the scroll
    // position was.
    if (name !== "none") section.current?.scrollIntoView({ block: "nearest" });
  }, [name]);
  return (
    <div ref={section} className={css["outcome"]} aria-live="polite">
      {name === "none" ? (
        isIn && <p>{balance}</p>
      ) : (
        <Notice
          weight={WEIGHTS[name]}
          title={t(`pages:pricing.outcome.${name}.title`)}
          actions={<Actions outcome={outcome} again={again} dismiss={dismiss} />}
        >
          <p>
            {outcome.name === "error"
              ? formatText(outcome.text, t)
              : t(`pages:pricing.outcome.${name}.text`)}{" "}
            {name === "paid" && balance}
          </p>
        </Notice>
      )}
    </div>
  );
}

function Actions({ outcome, again, dismiss }: Payment) {
  const { site, locale, t } = useLocale();
  const { user, dialogs } = useApplication();
  switch (outcome.name) {
    case "paid":
      return (
        <>
          <Button onClick={() => void user.openInvoice(outcome.orderId)}>
            {t("pages:pricing.outcome.receipt")}
          </Button>
          <ButtonLink look="quiet" href={pathOf(site, locale.code, "/subscription")}>
            {t("pages:pricing.outcome.payments")}
          </ButtonLink>
        </>
      );
    case "error":
      return (
        <>
          <Button onClick={again}>{t("pages:pricing.outcome.again")}</Button>
          <ButtonLink look="quiet" href={pathOf(site, locale.code, "/subscription")}>
            {t("pages:pricing.outcome.payments")}
          </ButtonLink>
        </>
      );
    case "signedOut":
      return (
        <Button
          look="primary"
          onClick={() =>
            dialogs.open({ name: "login", why: "pages:pricing.outcome.signedOut.text" })
          }
        >
          {t("account:login.submit")}
        </Button>
      );
    case "pending":
    case "abandoned":
      return (
        <>
          {outcome.name === "pending" && (
            <Button onClick={again}>{t("pages:pricing.outcome.again")}</Button>
          )}
          {outcome.order && (
            // The payment page may be on this origin, but it is not one of the site's pages.
            <ButtonLink rel="external" href={outcome.order.url}>
              {t("pages:pricing.outcome.continue")}
            </ButtonLink>
          )}
          <Button look="quiet" onClick={dismiss}>
            {t("pages:pricing.outcome.dismiss")}
          </Button>
        </>
      );
    default:
      return null;
  }
}
