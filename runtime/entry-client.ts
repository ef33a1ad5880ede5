import "./ui/styles.css";
import "./layouts/banner.module.css";
import "./layouts/footer.module.css";
import "./layouts/header.module.css";
import "./layouts/page.module.css";
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
