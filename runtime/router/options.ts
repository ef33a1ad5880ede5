import type { Page } from "#core/page/page.ts";
import type { BuildWatch } from "../updates/build-watch.ts";
import type { Entries } from "./history.ts";
import type { PageLoader } from "./load-page.ts";
import type { Middleware } from "./middleware.ts";
import type { createScrollMemory } from "./scroll.ts";
import type { RouterState } from "./state.ts";

export interface RouterOptions {
  readonly window: Window & typeof globalThis;
  readonly entries: Entries;
  readonly scroll: ReturnType<typeof createScrollMemory>;
  readonly loader: PageLoader;
  readonly build: BuildWatch;
  readonly middleware: Readonly<Record<string, Middleware>>;
  /** The page of the document. */
  readonly first: Page;
  /** Whether work runs or would be lost: then the document must not be left. */
  readonly busy: () => boolean;
  readonly mayReload: (path: string) => boolean;
  /** Whether the host answers at all. */
  readonly isReachable: (url: URL) => Promise<boolean>;
  /** Told when an address could not be reached, and the shown page stays. */
  readonly onOffline: () => void;
  /** Told when a newer build waits until work has ended. */
  readonly onHeldBack: () => void;
  readonly onError: (error: unknown) => void;
  /** After each page: enhancement, announcement, counting. */
  readonly onShown: (state: RouterState) => void;
  /** Whether something lies over the page, so that the focus must stay there. */
  readonly covered: () => boolean;
  readonly storeLanguage: (code: string) => void;
}

/** What a navigation does to the session's history. */
export type HistoryAction =
  | { readonly kind: "push" | "replace"; readonly language?: string | undefined }
  | { readonly kind: "pop"; readonly language?: undefined };
