import "./ui/styles.css";
import { startErrorPage } from "./app/error-page.ts";
import { handover } from "./app/handover.ts";
import { offerLanguage, startLanguageLinks } from "./app/language.ts";
import { startLoader } from "./app/load.ts";
import { startMenus } from "./app/menus.ts";
import { startSample } from "./app/sample.ts";
import { startSearch } from "./app/search.ts";
import { showTheme, startTheme } from "./app/theme.ts";
import { startZone } from "./app/zone.ts";

startTheme();
startMenus();
startLanguageLinks();
startErrorPage();

handover.enhance = (root, signal) => {
  showTheme();
  offerLanguage();
  startSearch(root, signal);
  startZone(root, signal);
  startSample(root, signal);
};
const first = new AbortController();
handover.enhance(document, first.signal);
handover.release = () => first.abort();
startLoader();
