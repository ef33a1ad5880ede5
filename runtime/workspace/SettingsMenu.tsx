import Check from "lucide-react/icons/check";
import Moon from "lucide-react/icons/moon";
import Settings2 from "lucide-react/icons/settings-2";
import Sun from "lucide-react/icons/sun";
import SunMoon from "lucide-react/icons/sun-moon";
import { useStore } from "zustand";
import { linkTo } from "#core/site/site.ts";
import { remember } from "../page-scripts/document.ts";
import { showTheme } from "../page-scripts/theme.ts";
import { useLocale } from "../i18n/context.tsx";
import { useWorkspace } from "../contract/context.ts";
import { Menu, MenuButton, MenuList } from "../ui/menu/Menu.tsx";
import { type Theme, useTheme } from "./theme.ts";
import css from "./top-bar.module.css";

const THEMES = [
  ["system", SunMoon],
  ["light", Sun],
  ["dark", Moon],
] as const;

/** Appearance and language: the page's own menus cannot be reached below the workspace. */
export function SettingsMenu() {
  const { t, site, locale } = useLocale();
  const { router } = useWorkspace();
  const page = useStore(router.store, (state) => state.page);
  const theme = useTheme();
  const choose = (name: Theme): void => {
    remember("toolkit_theme", name === "system" ? null : name);
    showTheme(name);
  };
  return (
    <Menu label={t("workspace:settings")} icon={<Settings2 />}>
      {() => (
        <>
          <MenuList title={t("common:theme.label")}>
            {THEMES.map(([name, Icon]) => (
              <MenuButton
                key={name}
                icon={<Icon size={20} />}
                pressed={theme === name}
                onClick={() => choose(name)}
              >
                {t(`common:theme.${name}`)}
              </MenuButton>
            ))}
          </MenuList>
          <MenuList title={t("common:language.label")}>
            {site.locales.map(({ code, language, endonym, dir }) => (
              <li key={code}>
                <a
                  href={linkTo(site, locale.code, code, page.route)}
                  hrefLang={language}
                  data-language={code}
                  {...(code === locale.code && { "aria-current": "true" })}
                >
                  <bdi lang={language} dir={dir}>
                    {endonym}
                  </bdi>
                  {code === locale.code && <Check className={css["chosen"]} size={16} />}
                </a>
              </li>
            ))}
          </MenuList>
        </>
      )}
    </Menu>
  );
}
