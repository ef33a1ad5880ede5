import ChevronDown from "lucide-react/icons/chevron-down";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import Contrast from "lucide-react/icons/contrast";
import Languages from "lucide-react/icons/languages";
import Menu from "lucide-react/icons/menu";
import type { ReactNode } from "react";
import { pathOf } from "#core/site/site.ts";
import { useLocale, useT } from "../i18n/context.tsx";
import { Mark } from "../ui/Mark.tsx";
import { LanguageChoice, ThemeChoice } from "./Choices.tsx";
import css from "./header.module.css";
import { ToolMenu } from "./ToolMenu.tsx";

/**
 * Site name, tools, pricing, languages and color scheme. The menus open without a script. On a
 * phone, the menu of tools contains the others, so that the bar has room for the site's name.
 */
export function Header() {
  const { site, locale, navigation, t } = useLocale();
  return (
    <>
      <a className="skip-link" href="#content">
        {t("common:skip")}
      </a>
      <header className={css["header"]}>
        <a className={css["brand"]} href={pathOf(site, locale.code, "/")}>
          <Mark size={34} />
          <span>{site.name}</span>
        </a>
        <nav className={css["nav"]} aria-label={t("common:nav.label")}>
          <MenuOf
            label={t("common:nav.tools")}
            className={css["tools"]}
            summary={
              <>
                <Menu className={css["burger"]} size={20} />
                <span className={css["wideOnly"]}>{t("common:nav.tools")}</span>
                <ChevronDown className={css["chevron"]} size={16} />
              </>
            }
          >
            <ToolMenu />
          </MenuOf>
          {navigation.pricing && (
            <a className={css["link"]} href={navigation.pricing.path}>
              {navigation.pricing.name}
            </a>
          )}
        </nav>
        <MenuOf
          label={`${locale.endonym} · ${t("common:language.label")}`}
          className={css["languages"]}
          summary={
            <>
              <Languages size={20} />
              <span className={css["wideOnly"]}>{locale.endonym}</span>
              <ChevronDown className={css["chevron"]} size={16} />
            </>
          }
        >
          <p className={css["menuTitle"]}>{t("common:language.choose")}</p>
          <LanguageChoice />
        </MenuOf>
        <div className="needs-js">
          <MenuOf
            label={t("common:theme.label")}
            className={css["theme"]}
            summary={<Contrast size={20} />}
          >
            <p className={css["menuTitle"]}>{t("common:theme.label")}</p>
            <ThemeChoice />
          </MenuOf>
        </div>
        {/* The application inserts the account menu here, which has the same width. */}
        {navigation.accounts === false ? (
          // The header is shown once its last element has been parsed.
          <div data-account="" hidden />
        ) : (
          <div className={`${css["place"]} needs-js`} data-account="">
            <button
              type="button"
              className={css["account"]}
              data-open="login"
              aria-haspopup="dialog"
              aria-label={t("common:account")}
              title={t("common:account")}
            >
              <CircleUserRound size={20} />
            </button>
          </div>
        )}
      </header>
    </>
  );
}

export const EnglishOnly = () => (
  <p className={css["note"]}>{useT()("common:language.englishOnly")}</p>
);

function MenuOf({
  label,
  summary,
  className,
  children,
}: {
  readonly label: string;
  readonly summary: ReactNode;
  readonly className: string | undefined;
  readonly children: ReactNode;
}) {
  return (
    <details className={`${css["menu"]} ${className}`} name="site-menu" data-menu="">
      <summary className={css["summary"]} aria-label={label} title={label}>
        {summary}
      </summary>
      <div className={css["panel"]}>{children}</div>
    </details>
  );
}
