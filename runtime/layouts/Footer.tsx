import type { PageLink } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale } from "../i18n/context.tsx";
import { Mark } from "../ui/Mark.tsx";
import css from "./footer.module.css";
import { LanguageLinks } from "./LanguageLinks.tsx";

export function Footer() {
  const { site, locale, navigation, t } = useLocale();
  const home = pathOf(site, locale.code, "/");
  const groups = navigation.groups.map(({ id }) => ({
    name: t(`common:groups.${id}.name`),
    path: `${home}#${id}`,
  }));
  return (
    <footer className={css["footer"]} aria-label={t("common:footer.label")}>
      <div className={css["inner"]}>
        <div className={css["promise"]}>
          <a className={css["brand"]} href={home}>
            <Mark size={44} />
            <span>{site.name}</span>
          </a>
          <p>{t("common:footer.promise")}</p>
        </div>
        <Links
          title={t("common:nav.tools")}
          links={navigation.pricing ? [...groups, navigation.pricing] : groups}
        />
        {navigation.pages && <Links title={t("common:footer.pages")} links={navigation.pages} />}
        <Links title={t("common:footer.voices")} links={navigation.voices} english />
        <div className={css["pair"]}>
          <Links title={t("common:footer.policies")} links={navigation.policies} />
          <div>
            <h2 className={css["title"]}>{t("common:footer.contact")}</h2>
            <ul className={css["list"]}>
              <li>
                <Contact value={site.contact} />
              </li>
              {site.social.map(({ name, url }) => (
                <li key={url}>
                  <a href={url} rel="me noopener">
                    {name}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
        <nav className={css["languages"]} aria-label={t("common:footer.languages")}>
          <LanguageLinks className={css["languageList"]} />
        </nav>
      </div>
    </footer>
  );
}

function Links({
  title,
  links,
  english = false,
}: {
  readonly title: string;
  readonly links: readonly PageLink[];
  /** Whether the links lead to pages in the default locale. */
  readonly english?: boolean;
}) {
  const { site, locale } = useLocale();
  if (links.length === 0) return null;
  const foreign = english && locale.code !== site.defaultLocale;
  return (
    <div>
      <h2 className={css["title"]}>{title}</h2>
      <ul className={css["list"]}>
        {links.map(({ name, path }) => (
          <li key={path}>
            <a href={path} {...(foreign && { hrefLang: site.defaultLocale })}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** Links email addresses and URLs; other values stay text. */
function Contact({ value }: { readonly value: string }) {
  if (/^https?:\/\//.test(value)) return <a href={value}>{value}</a>;
  if (/^[^\s@]+@[^\s@]+$/.test(value)) return <a href={`mailto:${value}`}>{value}</a>;
  return <span>{value}</span>;
}
