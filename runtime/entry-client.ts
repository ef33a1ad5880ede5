import "./ui/styles.css";
import { startErrorPage } from "./app/error-page.ts";
import { startLanguageBanner, startLanguageLinks } from "./app/language.ts";
import { startMenus } from "./app/menus.ts";
import { startSearch } from "./app/search.ts";
import { startTheme } from "./app/theme.ts";
import { startZone } from "./app/zone.ts";

startTheme();
startMenus();
startLanguageLinks();
startLanguageBanner();
startSearch();
startZone();
startErrorPage();
