import type { ReactNode } from "react";
import type { Page } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale } from "../i18n/context.tsx";
import css from "./page-head.module.css";
import { ToolGlyph } from "../ui/figures/ToolGlyph.tsx";
import { englishAttributes, englishIn, TranslationNotice } from "../ui/Translation.tsx";

/**
 * A word this long does not fit on a phone at the size of headings, and not every browser
 * hyphenates it.
 */
const LONG_WORD = /[\p{Script=Latin}\p{Script=Cyrillic}]{15}/u;

/** Breadcrumbs, heading and summary of a page. */
export function PageHead({
  page,
  children,
}: {
  readonly page: Page;
  readonly children?: ReactNode;
}) {
  const { site, locale, t } = useLocale();
  const english = englishIn(page);
  return (
    <div className={css["head"]}>
      <nav aria-label={t("common:nav.breadcrumb")}>
        <ol className={css["crumbs"]}>
          <li>
            <a href={pathOf(site, locale.code, "/")}>{t("common:nav.home")}</a>
          </li>
          <li aria-current="page">
            <bdi {...englishAttributes(english("name"))}>{page.name}</bdi>
          </li>
        </ol>
      </nav>
      <TranslationNotice page={page} />
      <div className={css["heading"]}>
        {page.kind === "tool" && <ToolGlyph tool={page} size="large" />}
        <h1
          className={css["title"]}
          data-long={LONG_WORD.test(page.heading) || undefined}
          {...englishAttributes(english("heading"))}
        >
          {page.heading}
        </h1>
      </div>
      {page.tagline && (
        <p className={css["tagline"]} {...englishAttributes(english("tagline"))}>
          {page.tagline}
        </p>
      )}
      {children}
    </div>
  );
}

/** Date of the last change, in the format of the page's locale. */
export function Changed({ page }: { readonly page: Page }) {
  const { t, format } = useLocale();
  return (
    <p className={css["changed"]}>
      {t("common:changed")} <time dateTime={page.modified}>{format.date(page.modified)}</time>
    </p>
  );
}
