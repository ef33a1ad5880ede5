import "./ui/styles/styles.css";
import { find, findAll } from "./page-scripts/document.ts";
import { handover } from "./page-scripts/handover.ts";
import { offerLanguage, startLanguageLinks } from "./page-scripts/language.ts";
import { startLoader } from "./page-scripts/load.ts";
import { startMenus } from "./page-scripts/menus.ts";
import { startOneSound } from "./page-scripts/one-sound.ts";
import { startPlayers } from "./page-scripts/players.ts";
import { startSamples } from "./page-scripts/sample.ts";
import { startSearch } from "./page-scripts/search.ts";
import { showTheme, startTheme } from "./page-scripts/theme.ts";
import { startZone } from "./page-scripts/zone.ts";

startTheme();
startMenus();
startLanguageLinks();
startOneSound();

const enhance = (root: ParentNode, signal: AbortSignal): void => {
  showTheme();
  offerLanguage();
  startSearch(root, signal);
  startZone(root, signal);
  startSamples(root, signal);
  startPlayers(root, signal);
  if (matchMedia("(width < 44rem)").matches)
    for (const fold of findAll("[data-fold]", root)) fold.removeAttribute("open");
};
handover.enhance = enhance;
let current = new AbortController();
const enhanceDocument = (): void => {
  current.abort();
  current = new AbortController();
  enhance(document, current.signal);
};
handover.release = () => current.abort();
enhanceDocument();
document.addEventListener("click", ({ target }) => {
  if ((target as Element).closest?.("[data-reload]")) location.reload();
});
const errorPage = find("[data-error-page]");
if (errorPage)
  import("./page-scripts/error-page.ts")
    .then(({ startErrorPage }) => startErrorPage(errorPage, enhanceDocument))
    // It stays as it is.
    .catch(() => {});
startLoader(() => import("./shell/start.tsx"));
