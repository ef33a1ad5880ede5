import { useStore } from "zustand";
import { useApplication } from "../../shell/context/application.ts";
import { useLocale } from "../../i18n/context.tsx";
import { isolate } from "../../i18n/isolate.ts";
import { Section } from "../../parts/Section.tsx";
import { Button } from "../../ui/Button.tsx";
import css from "../parts/account-pages.module.css";
import { DeleteAccount } from "./DeleteAccount.tsx";
import { EmailNotices } from "./EmailNotices.tsx";
import { ExportData } from "./ExportData.tsx";
import { Gate } from "../parts/Gate.tsx";

/** E-mail notices, password, data, log out, and the end of the account (USR-12). */
export const SettingsLive = () => <Gate name="settings">{() => <Settings />}</Gate>;

function Settings() {
  const { t } = useLocale();
  const { user, dialogs, notices } = useApplication();
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
        <div className={css["stack"]}>
          <p>{t("pages:settings.password.text")}</p>
          <div className={css["row"]}>
            <Button onClick={() => dialogs.open({ name: "reset", email })}>
              {t("pages:settings.password.open")}
            </Button>
          </div>
        </div>
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
