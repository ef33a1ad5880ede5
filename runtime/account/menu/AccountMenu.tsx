import CircleUserRound from "lucide-react/icons/circle-user-round";
import CreditCard from "lucide-react/icons/credit-card";
import Gift from "lucide-react/icons/gift";
import History from "lucide-react/icons/history";
import LogOut from "lucide-react/icons/log-out";
import Settings from "lucide-react/icons/settings";
import { type KeyboardEvent, useId, useRef } from "react";
import { useStore } from "zustand";
import { TIP_CLAIMS } from "#core/credits/credits.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale, useT } from "../../i18n/context.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "./menu.module.css";
import { positionMenu } from "./position-menu.ts";
import { claimToday } from "../store/claim-today.ts";
import { isLoggedIn } from "../store/selectors.ts";
import { useAccount } from "../store/use-account.ts";
import { useClaimable } from "../store/use-claimable.ts";
import { useCredits } from "../store/use-credits.ts";

const LINKS = [
  ["history", "/use-history", History],
  ["subscription", "/subscription", CreditCard],
  ["settings", "/account-settings", Settings],
] as const;

/** The account menu in a bar, with the balance; as wide before the balance is known. */
export function AccountMenu() {
  const t = useT();
  const { user, dialogs } = useAccount();
  const state = useStore(user);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const claimable = useClaimable(user);
  const { userName, credits } = state;
  const creditsText = user.knowsCredits() && t("account:menu.credits", { count: credits });

  if (!isLoggedIn(state))
    return (
      <button
        type="button"
        className={css["button"]}
        aria-label={t("account:menu.logIn")}
        title={t("account:menu.logIn")}
        aria-haspopup="dialog"
        onClick={() => dialogs.open({ name: "login" })}
      >
        <CircleUserRound size={20} />
      </button>
    );
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[event.key];
    const menu = panel.current;
    if (step === undefined || !menu) return;
    const isOpen = menu.matches(":popover-open");
    if (!isOpen && Math.abs(step) > 1) return;
    event.preventDefault();
    if (!isOpen) menu.showPopover();
    const items = Array.from(menu.querySelectorAll<HTMLElement>("a, button"));
    const at = items.indexOf(document.activeElement as HTMLElement);
    const next = at < 0 && step < 0 ? items.length - 1 : at + step;
    items[Math.max(0, Math.min(items.length - 1, next))]?.focus();
  };
  const close = (): void => panel.current?.hidePopover();
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- the arrow keys walk from the button into its menu
    <div className={css["account"]} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        className={`${css["button"]} ${css["member"]}`}
        popoverTarget={id}
        aria-label={
          creditsText
            ? // The accessible name includes the visible text, for visitors who use voice control.
              `${t("account:menu.of", { email: userName })} · ${creditsText}`
            : t("account:menu.label")
        }
        title={t("account:menu.label")}
      >
        {creditsText && (
          <span className={css["balance"]} data-claimable={claimable || undefined}>
            {creditsText}
          </span>
        )}
        <CircleUserRound size={20} />
      </button>
      <div
        ref={panel}
        id={id}
        popover="auto"
        className={css["panel"]}
        onBeforeToggle={({ newState }) => {
          if (newState === "open") positionMenu(panel.current!, button.current!);
        }}
        onBlur={({ relatedTarget, currentTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) close();
        }}
      >
        <Content onLeave={close} />
      </div>
    </div>
  );
}

function Content({ onLeave }: { readonly onLeave: () => void }) {
  const { site, locale, t } = useLocale();
  const { user, notices } = useAccount();
  const claimable = useClaimable(user);
  const { status, daily_credits_count } = useStore(user);
  const claim = (): void => {
    void claimToday(user, notices);
    onLeave();
  };
  const showTip = (): void => {
    onLeave();
    user.toggleTip();
  };
  const logOut = (): void => {
    onLeave();
    user.logout();
    notices.toast("account:menu.loggedOut");
  };
  return (
    <>
      <Person />
      <ul className={css["list"]}>
        {claimable && (
          <li>
            <button type="button" onClick={claim}>
              <Gift size={20} />
              {t("account:menu.claim")}
            </button>
          </li>
        )}
        {!claimable && status === "in" && daily_credits_count < TIP_CLAIMS && (
          <li>
            <button type="button" onClick={showTip}>
              <Gift size={20} />
              {t("account:tip.title")}
            </button>
          </li>
        )}
        {LINKS.map(([name, route, Icon]) => (
          <li key={name}>
            <a href={pathOf(site, locale.code, route)} onClick={onLeave}>
              <Icon size={20} />
              {t(`account:menu.${name}`)}
            </a>
          </li>
        ))}
        <li>
          <button type="button" onClick={logOut}>
            <LogOut size={20} className="flip" />
            {t("account:menu.logOut")}
          </button>
        </li>
      </ul>
    </>
  );
}

function Person() {
  const { t } = useLocale();
  const { user } = useAccount();
  const { status, userName } = useStore(user);
  const credits = useCredits(user);
  if (status === "restoring") return <p className={css["credits"]}>{t("account:menu.loading")}</p>;
  if (status === "offline")
    return (
      <>
        <p className={css["credits"]}>{t("account:menu.unknown")}</p>
        <Button small onClick={() => void user.restore()}>
          {t("account:menu.retry")}
        </Button>
      </>
    );
  return (
    <>
      <p className={css["email"]}>
        <bdi>{userName}</bdi>
      </p>
      {credits !== null && (
        <p className={css["credits"]}>{t("account:menu.credits", { count: credits })}</p>
      )}
    </>
  );
}
