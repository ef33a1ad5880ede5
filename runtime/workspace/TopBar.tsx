import Keyboard from "lucide-react/icons/keyboard";
import X from "lucide-react/icons/x";
import { type ReactNode, memo } from "react";
import { pathOf } from "#core/site/site.ts";
import { useLocale } from "../i18n/context.tsx";
import { IconButton } from "../ui/Button.tsx";
import { Mark } from "../ui/Mark.tsx";
import { useWorkspace } from "../contract/context.ts";
import { SettingsMenu } from "./SettingsMenu.tsx";
import css from "./top-bar.module.css";

/** Link to the home page, title, and controls of the whole workspace. */
export const TopBar = memo(function TopBar({
  heading,
  account,
  onKeys,
  onClose,
}: {
  /** Title of the open tool. */
  readonly heading: string;
  /** Account menu. */
  readonly account: ReactNode;
  readonly onKeys: () => void;
  readonly onClose: () => void;
}) {
  const { t, site, locale } = useLocale();
  const { go } = useWorkspace();
  return (
    <header className={css["bar"]}>
      <button type="button" className={css["skip"]} onClick={() => go("panel")}>
        {t("workspace:skip")}
      </button>
      <a
        className={css["brand"]}
        href={pathOf(site, locale.code, "/")}
        title={t("common:nav.home")}
      >
        <Mark size={30} />
        <span>{site.name}</span>
      </a>
      <h1 className={css["heading"]} tabIndex={-1} data-title="">
        <bdi>{heading}</bdi>
      </h1>
      <div className={css["tools"]}>
        <span className={css["keys"]}>
          <IconButton label={t("workspace:keys.help")} aria-keyshortcuts="?" onClick={onKeys}>
            <Keyboard />
          </IconButton>
        </span>
        <SettingsMenu />
        {account}
        <IconButton label={t("workspace:close")} aria-keyshortcuts="Escape" onClick={onClose}>
          <X />
        </IconButton>
      </div>
    </header>
  );
});
