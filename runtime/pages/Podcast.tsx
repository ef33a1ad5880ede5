import type { AccountPage } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { LiveSlot } from "../live-pages/parts/LiveSlot.tsx";
import { useLocale } from "../i18n/context.tsx";
import { englishAttributes, englishIn, TranslationNotice } from "../ui/Translation.tsx";
import { Mark } from "../ui/Mark.tsx";
import css from "./podcast.module.css";

/** A shared episode, on a page without header and footer. */
export function Podcast({ page }: { readonly page: AccountPage }) {
  const { site, locale, t } = useLocale();
  const english = englishIn(page);
  return (
    <article className={css["card"]}>
      <Mark size={72} />
      <TranslationNotice page={page} />
      <h1 {...englishAttributes(english("heading"))}>
        {/* Replaced by the title of the episode (PodcastLive). */}
        <span>{page.heading}</span>
      </h1>
      <p className={css["tagline"]} {...englishAttributes(english("tagline"))}>
        {page.tagline}
      </p>
      <div className={css["place"]} data-live="podcast">
        <LiveSlot script={t("pages:podcast.script")} />
      </div>
      <div
        className="prose"
        {...englishAttributes(english("body"))}
        dangerouslySetInnerHTML={{ __html: page.html }}
      />
      <p>
        <a href={pathOf(site, locale.code, "/")}>{t("pages:podcast.home")}</a>
      </p>
    </article>
  );
}
