import ChevronDown from "lucide-react/icons/chevron-down";
import CircleUserRound from "lucide-react/icons/circle-user-round";
import Contrast from "lucide-react/icons/contrast";
import Languages from "lucide-react/icons/languages";
import Menu from "lucide-react/icons/menu";
import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import type { ReactNode } from "react";
import type { ToolGroup, ToolLink } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale, useT } from "../i18n/context.tsx";
import { hasFewTools } from "../ui/few-tools.ts";
import { Mark } from "../ui/Mark.tsx";
import css from "./header.module.css";
import { LanguageLinks } from "./LanguageLinks.tsx";

/** Placeholder for the note that a page exists in only one language. */
export const ENGLISH_ONLY_MARK = "%english-only%";

const THEMES = [
  ["system", Monitor],
  ["light", Sun],
  ["dark", Moon],
] as const;

/** Site name, tools, pricing, languages and color scheme. The menus open without a script. */
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
          {ENGLISH_ONLY_MARK}
          <LanguageLinks className={css["languageList"]} />
        </MenuOf>
        <div className="needs-js">
          <MenuOf
            label={t("common:theme.label")}
            className={css["theme"]}
            summary={<Contrast size={20} />}
          >
            <p className={css["menuTitle"]}>{t("common:theme.label")}</p>
            <ul className={css["themeList"]}>
              {THEMES.map(([theme, Icon]) => (
                <li key={theme}>
                  <button type="button" data-theme-choice={theme} aria-pressed={theme === "system"}>
                    <Icon size={18} />
                    {t(`common:theme.${theme}`)}
                  </button>
                </li>
              ))}
            </ul>
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

/** The tool search; page-scripts/menu-search.ts fills the list. */
function ToolFinder() {
  const { navigation, t } = useLocale();
  const few = hasFewTools(navigation.groups);
  return (
    <div
      className={`${css["finder"]} needs-js`}
      data-find=""
      data-none={t("pages:home.search.none", { query: "{query}" })}
      data-building={t("common:building")}
    >
      <input
        type="text"
        role="combobox"
        aria-label={t("pages:home.search.label")}
        aria-autocomplete="list"
        aria-expanded="false"
        aria-controls="found-tools"
        inputMode="search"
        enterKeyHint="go"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        placeholder={t(few ? "pages:home.search.label" : "pages:home.search.placeholder")}
      />
      <output />
    </div>
  );
}

/**
 * Tools of a group: first the available ones, then those that are being built, marked as
 * unavailable.
 */
function GroupLinks({ group: { id, tools } }: { readonly group: ToolGroup }) {
  const t = useT();
  const building = tools.filter(({ available }) => available === false);
  const ready = tools.filter((tool) => !building.includes(tool));
  return (
    <>
      <ToolLinks namedBy={[`menu-${id}`]} tools={ready} />
      {building.length > 0 && <small id={`soon-${id}`}>{t("common:building")}</small>}
      <ToolLinks namedBy={[`menu-${id}`, `soon-${id}`]} tools={building} />
    </>
  );
}

const ToolLinks = ({
  namedBy,
  tools,
}: {
  /** Ids of the labeling elements. */
  readonly namedBy: readonly string[];
  readonly tools: readonly ToolLink[];
}) =>
  tools.length > 0 && (
    <ul aria-labelledby={namedBy.join(" ")} className={css["groupList"]}>
      {tools.map(({ slug, path, name }) => (
        <li key={slug}>
          <a href={path}>
            <bdi>{name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );

function ToolMenu() {
  const { site, locale, navigation, t } = useLocale();
  return (
    <>
      <ToolFinder />
      <div className={css["groups"]}>
        {navigation.groups.map((group) => (
          <div key={group.id} className={css["group"]}>
            <p className={css["groupName"]} id={`menu-${group.id}`}>
              {t(`common:groups.${group.id}.name`)}
            </p>
            <GroupLinks group={group} />
          </div>
        ))}
      </div>
      <p className={css["menuFoot"]}>
        <a href={`${pathOf(site, locale.code, "/")}#tools`}>{t("common:nav.allTools")}</a>
        {navigation.pricing && (
          <a className={css["narrowOnly"]} href={navigation.pricing.path}>
            {navigation.pricing.name}
          </a>
        )}
      </p>
    </>
  );
}
