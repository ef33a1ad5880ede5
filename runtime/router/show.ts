import { flushSync } from "react-dom";
import type { StoreApi } from "zustand/vanilla";
import type { PageChrome } from "./chrome.ts";
import type { LoadedPage } from "./load-page.ts";
import type { HistoryAction, RouterOptions } from "./options.ts";
import type { Position } from "./position.ts";
import { focusQuietly, targetOf } from "./scroll.ts";
import { type RouteError, type RouterState, type Shown, errorPage } from "./state.ts";
import { createTransitions } from "./transition.ts";
import type { Turns } from "./turns.ts";

export interface ShowDeps {
  readonly options: RouterOptions;
  readonly store: StoreApi<RouterState>;
  readonly position: Position;
  readonly chrome: PageChrome;
  readonly turns: Turns;
}

/** Shows pages and errors, with their chrome and head. */
export function createShow({ options, store, position, chrome, turns }: ShowDeps) {
  const { window, loader, covered } = options;
  const { document } = window;
  const transition = createTransitions(window);

  async function show(
    url: URL,
    action: HistoryAction,
    next: Omit<Shown, "key">,
    apply: () => void,
  ): Promise<void> {
    position.enter(url, action);
    const entry = position.key();
    await transition(
      () => {
        apply();
        const key = store.getState().key + 1;
        // The new page must be in the document before it is scrolled.
        flushSync(() => store.setState({ ...next, key, href: url.href, pending: null }));
        position.scrollTo(url, action, entry);
        const heading = document.querySelector<HTMLElement>("#content h1");
        if (heading && !targetOf(document, url.hash) && !covered()) focusQuietly(heading);
      },
      action.kind !== "pop" && !covered(),
    );
    options.onShown(store.getState());
  }

  return {
    async page(url: URL, action: HistoryAction, loaded: LoadedPage): Promise<void> {
      const { page, locale, component, parts } = loaded;
      // The messages of the language are loaded: it will be shown.
      if (action.language !== undefined) options.storeLanguage(action.language);
      await show(url, action, { page, locale, component, adopted: false, error: null }, () => {
        chrome.change(page, loaded.document);
        parts.applyPage(document, loaded);
      });
    },
    async error(url: URL, action: HistoryAction, error: RouteError): Promise<void> {
      const isLate = turns.watch();
      const code = store.getState().page.locale;
      const { locale, component, parts } = await loader.loadError(code);
      if (isLate()) return;
      const page = errorPage(error, code);
      await show(url, action, { page, locale, component, adopted: false, error }, () => {
        chrome.change({ kind: "home", locale: code }, null);
        parts.applyError(document, error, { page, locale });
      });
    },
  };
}

export type Show = ReturnType<typeof createShow>;
