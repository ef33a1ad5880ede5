import type { AccountPage } from "../../core/page.ts";
import { pathOf } from "../../core/site.ts";
import { useLocale } from "../i18n/context.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Body } from "../parts/Section.tsx";
import { englishIn } from "../parts/Translation.tsx";
import { ButtonLink } from "../ui/Button.tsx";
import { Notice } from "../ui/Feedback.tsx";

/** Subscription, history and settings: what a visitor who is not signed in sees. */
export function Account({ page }: { readonly page: AccountPage }) {
  const { site, locale, navigation, t } = useLocale();
  return (
    <>
      <PageHead page={page} />
      <Notice
        title={t("pages:account.closed")}
        actions={
          <>
            <ButtonLink look="primary" href={pathOf(site, locale.code, "/")}>
              {t("pages:account.home")}
            </ButtonLink>
            {navigation.pricing && (
              <ButtonLink href={navigation.pricing.path}>{t("pages:account.pricing")}</ButtonLink>
            )}
          </>
        }
      >
        <p>{t("pages:account.text")}</p>
      </Notice>
      <Body html={page.html} english={englishIn(page)("body")} />
    </>
  );
}
