import { useState } from "react";
import { useStore } from "zustand";
import { useApplication } from "../../application/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { Section } from "../../parts/Section.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";
import { ChangePassword } from "./ChangePassword.tsx";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { EmailNotices } from "./EmailNotices.tsx";
import { ExportData } from "./ExportData.tsx";
import { Gate } from "../parts/Gate.tsx";
import { Sessions } from "./Sessions.tsx";
import { TwoFactor } from "./TwoFactor.tsx";

/**
 * Email notices, password, two-factor authentication, sessions, data export, and account deletion
 * (USR-12, USR-16).
 */
export function SettingsLive() {
  const { user } = useApplication();
  // A new token, such as after a password reset, reloads all sections.
  const token = useStore(user, (state) => state.token);
  return <Gate name="settings">{() => <Settings key={token} />}</Gate>;
}

function Settings() {
  const { t } = useLocale();
  const { user, notices } = useApplication();
  const [version, setVersion] = useState(0);
  const othersEnded = (): void => setVersion((count) => count + 1);
  const email = useStore(user, (state) => state.userName);
  const logOut = (): void => {
    user.logout();
    notices.toast("account:menu.loggedOut");
  };
  return (
    <>
      <Section id="account" title={t("pages:settings.account")}>
        <div className={css["stack"]}>
          <p>{t("pages:settings.signedIn", { email: isolate(email) })}</p>
          <div className={css["row"]}>
            <Button onClick={logOut}>{t("account:menu.logOut")}</Button>
          </div>
        </div>
      </Section>
      <Section id="notices" title={t("pages:settings.notices.title")}>
        <EmailNotices />
      </Section>
      <Section id="password" title={t("pages:settings.password.title")}>
        <ChangePassword onChanged={othersEnded} />
      </Section>
      <Section id="two-factor" title={t("pages:settings.twoFactor.title")}>
        <TwoFactor onOn={othersEnded} />
      </Section>
      <Section id="sessions" title={t("pages:settings.sessions.title")}>
        <Sessions version={version} />
      </Section>
      <Section id="data" title={t("pages:settings.data.title")}>
        <ExportData />
      </Section>
      <Section id="delete" title={t("pages:settings.delete.title")}>
        <DeleteAccount />
      </Section>
    </>
  );
}
