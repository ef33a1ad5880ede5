import ChevronDown from "lucide-react/icons/chevron-down";
import Contrast from "lucide-react/icons/contrast";
import Languages from "lucide-react/icons/languages";
import type { ReactNode } from "react";
import type { ToolGroup, ToolLink } from "#core/page/page.ts";
import { pathOf } from "#core/site/site.ts";
import { useLocale, useT } from "../i18n/context.tsx";
import { hasFewTools } from "../ui/few-tools.ts";
import { GroupGlyph } from "../ui/figures/GroupGlyph.tsx";
import { ToolGlyph } from "../ui/figures/ToolGlyph.tsx";
import { LanguageChoice, ThemeChoice } from "./Choices.tsx";
import css from "./tool-menu.module.css";

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
      {tools.map((tool) => (
        <li key={tool.slug}>
          <a href={tool.path}>
            <ToolGlyph tool={tool} />
            <bdi>{tool.name}</bdi>
          </a>
        </li>
      ))}
    </ul>
  );

/**
 * A row that unfolds what follows it, without a script. Its content is a sibling rather than a
 * child, because a wide screen shows the content without the row.
 */
const Fold = ({ children }: { readonly children: ReactNode }) => (
  <details className={css["fold"]}>
    <summary>
      {children}
      <ChevronDown className={css["foldMark"]} size={16} />
    </summary>
  </details>
);

/** What the bar of a wide screen shows beside the menu. */
function HeaderLinks() {
  const { navigation, t } = useLocale();
  return (
    <p className={`${css["headerLinks"]} ${css["narrowOnly"]}`}>
      {navigation.pricing && <a href={navigation.pricing.path}>{navigation.pricing.name}</a>}
      {navigation.accounts !== false && (
        <button
          type="button"
          className={`${css["logIn"]} needs-js`}
          data-open="login"
          aria-haspopup="dialog"
        >
          {t("common:account")}
        </button>
      )}
    </p>
  );
}

/** Language and color scheme at the foot of the menu on a phone. */
function Settings() {
  const { locale, t } = useLocale();
  return (
    <div className={`${css["settings"]} ${css["narrowOnly"]}`}>
      <div>
        <Fold>
          <Languages size={20} />
          <span>{t("common:language.label")}</span>
          <small>{locale.endonym}</small>
        </Fold>
        <div>
          <LanguageChoice />
        </div>
      </div>
      <div className="needs-js">
        <Fold>
          <Contrast size={20} />
          <span>{t("common:theme.label")}</span>
        </Fold>
        <div>
          <ThemeChoice />
        </div>
      </div>
    </div>
  );
}

export function ToolMenu() {
  const { site, locale, navigation, t, format } = useLocale();
  return (
    <>
      <ToolFinder />
      <HeaderLinks />
      <div className={css["groups"]}>
        {navigation.groups.map((group) => (
          <div key={group.id} className={css["group"]}>
            <Fold>
              <GroupGlyph group={group.id} />
              <span>{t(`common:groups.${group.id}.name`)}</span>
              <small>{format.number(group.tools.length)}</small>
            </Fold>
            <p className={css["groupName"]} id={`menu-${group.id}`}>
              {t(`common:groups.${group.id}.name`)}
            </p>
            <GroupLinks group={group} />
          </div>
        ))}
      </div>
      <p className={css["menuFoot"]}>
        <a href={`${pathOf(site, locale.code, "/")}#tools`}>{t("common:nav.allTools")}</a>
      </p>
      <Settings />
    </>
  );
}
