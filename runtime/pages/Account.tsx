import type { AccountPage } from "#core/page/page.ts";
import { LiveSlot } from "../live-pages/parts/LiveSlot.tsx";
import { useT } from "../i18n/context.tsx";
import { PageHead } from "../parts/PageHead.tsx";
import { Body } from "../parts/Section.tsx";
import { englishIn } from "../ui/Translation.tsx";
import css from "./account.module.css";

/**
 * The frame of the subscription, history and settings pages; the application fills in the account's
 * data.
 */
export function Account({ page }: { readonly page: AccountPage }) {
  const t = useT();
  return (
    <>
      <PageHead page={page} />
      <div className={css["place"]} data-live={page.kind}>
        <LiveSlot script={t("pages:account.script")} />
      </div>
      <Body html={page.html} english={englishIn(page)("body")} />
    </>
  );
}
