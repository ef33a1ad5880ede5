import Monitor from "lucide-react/icons/monitor";
import Moon from "lucide-react/icons/moon";
import Sun from "lucide-react/icons/sun";
import { useT } from "../i18n/context.tsx";
import css from "./choices.module.css";
import { LanguageLinks } from "./LanguageLinks.tsx";

/** Placeholder for the note that a page exists in only one language. */
export const ENGLISH_ONLY_MARK = "%english-only%";

const THEMES = [
  ["system", Monitor],
  ["light", Sun],
  ["dark", Moon],
] as const;

export const LanguageChoice = () => (
  <>
    {ENGLISH_ONLY_MARK}
    <LanguageLinks className={css["languageList"]} />
  </>
);

export function ThemeChoice() {
  const t = useT();
  return (
    <ul className={css["themeList"]}>
      {THEMES.map(([theme, Icon]) => (
        <li key={theme}>
          <button type="button" data-theme-choice={theme} aria-pressed={theme === "system"}>
            <Icon size={20} />
            {t(`common:theme.${theme}`)}
          </button>
        </li>
      ))}
    </ul>
  );
}
