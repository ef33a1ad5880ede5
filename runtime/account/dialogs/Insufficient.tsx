import { type ReactNode, useEffect, useState } from "react";
import { useStore } from "zustand";
import { cheapestPack } from "#core/credits/cheapest-offers.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale, useT } from "../../i18n/context.tsx";
import { Button, ButtonLink } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/Dialog.tsx";
import { ProgressArc } from "../../ui/Feedback.tsx";
import css from "../form/account.module.css";
import type { WaitingStart } from "../store/dialogs.ts";
import { claimToday } from "../store/claim-today.ts";
import { Form } from "../form/Form.tsx";
import { isLoggedIn } from "../store/selectors.ts";
import { useAccount } from "../store/use-account.ts";
import { useClaimable } from "../store/use-claimable.ts";
import { useSubmit } from "../form/use-submit.ts";

/**
 * The cost of a job, the balance, and the options: the daily claim, a part of it, a purchase
 * (USR-7).
 */
export function Insufficient({
  needed,
  waiting,
  onClose,
  onDone,
}: {
  /** Credits that the job costs. */
  readonly needed: number;
  /** The start that lacks credits. */
  readonly waiting?: WaitingStart;
  readonly onClose: () => void;
  /** Called once the balance suffices. */
  readonly onDone: () => void;
}) {
  const { site, locale, t, format } = useLocale();
  const { user, notices, dailyCredits, sale } = useAccount();
  const state = useStore(user);
  const [claimed, setClaimed] = useState(false);
  const claimable = useClaimable(user);
  const { credits } = state;
  const { busy, problem, onSubmit } = useSubmit(
    [],
    () => null,
    async () => {
      if (await claimToday(user, notices)) setClaimed(true);
    },
  );
  // Any increase counts: the claim, a login, or a purchase in another tab.
  const [before] = useState(credits);
  const [wasShort, setWasShort] = useState(credits < needed);
  if (!wasShort && credits < needed) setWasShort(true);
  useEffect(() => {
    // The store's balance may be outdated: this dialog opens only if the server knows of fewer
    // credits.
    if (!wasShort) void user.loadBalance();
  }, [user, wasShort]);
  const isEnough = credits >= needed && (wasShort || credits !== before);
  useEffect(() => {
    if (isEnough) onDone();
  }, [isEnough, onDone]);

  const pricing = `${pathOf(site, locale.code, "/pricing")}?utm_source=insufficient_credits`;
  const part = waiting?.partFor(credits) ?? null;
  const leave = (): void => {
    waiting?.onBuy();
    onClose();
  };
  const pack = cheapestPack(needed - credits, sale.packs);
  const buy = (
    <ButtonLink look={claimable || part ? "secondary" : "primary"} href={pricing} onClick={leave}>
      {pack && isLoggedIn(state)
        ? `${t("account:menu.credits", { count: pack.credits })} · ${format.price(pack.price, sale.currency)}`
        : t("account:insufficient.buy")}
    </ButtonLink>
  );
  if (!isLoggedIn(state)) return <SignedOut needed={needed} buy={buy} onClose={onClose} />;
  return (
    <Dialog title={t("account:insufficient.title")} onClose={onClose}>
      <Facts needed={needed} credits={credits} />
      <p aria-live="polite">
        {claimed
          ? t("account:insufficient.still", { count: credits })
          : t(waiting ? "account:insufficient.back" : "account:insufficient.stay")}
      </p>
      <Form problem={problem} onSubmit={onSubmit}>
        <div className={css["row"]}>
          {claimable && (
            <Button look="primary" type="submit" busy={busy} data-autofocus="">
              {`${t("account:insufficient.claim")} · +${format.number(dailyCredits)}`}
            </Button>
          )}
          {part && (
            <Button
              look={claimable ? "secondary" : "primary"}
              onClick={() => {
                waiting?.onPart(part);
                onDone();
              }}
            >
              {part.kind === "shorter"
                ? t("account:insufficient.shorter", { time: format.duration(60 * part.count) })
                : t(`account:insufficient.${part.kind}`, { count: part.count })}
            </Button>
          )}
          {buy}
        </div>
      </Form>
    </Dialog>
  );
}

/** Shown while no visitor is signed in and the balance is unknown. */
function SignedOut({
  needed,
  buy,
  onClose,
}: {
  readonly needed: number;
  readonly buy: ReactNode;
  readonly onClose: () => void;
}) {
  const t = useT();
  const { dialogs } = useAccount();
  return (
    <Dialog
      title={t("account:insufficient.title")}
      onClose={onClose}
      actions={
        <>
          <Button
            look="primary"
            onClick={() => dialogs.open({ name: "login", why: "account:insufficient.logIn" })}
            data-autofocus=""
          >
            {t("account:login.submit")}
          </Button>
          {buy}
        </>
      }
    >
      <p>{t("account:insufficient.text", { count: needed })}</p>
      <p>{t("account:insufficient.logIn")}</p>
    </Dialog>
  );
}

/** Cost, balance and difference, and the balance as a share of the cost. */
function Facts({ needed, credits }: { readonly needed: number; readonly credits: number }) {
  const { t, format } = useLocale();
  const facts: readonly (readonly [string, number])[] = [
    ["account:insufficient.needed", needed],
    ["account:insufficient.available", credits],
    ["account:insufficient.missing", Math.max(0, needed - credits)],
  ];
  return (
    <div className={css["balance"]}>
      <ProgressArc
        value={needed > 0 ? Math.min(1, credits / needed) : 1}
        label={t("account:insufficient.available")}
      />
      <dl className={css["facts"]}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{t(label)}</dt>
            <dd>{format.number(value)}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
