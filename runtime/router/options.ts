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
  /** Whether work is running or would be lost, so that the document must not be left. */
  readonly busy: () => boolean;
  readonly mayReload: (path: string) => boolean;
  /** Whether the host responds. */
  readonly isReachable: (url: URL) => Promise<boolean>;
  /** Called if an address could not be reached and the page stays. */
  readonly onOffline: () => void;
  /** Called when a newer build waits for running work. */
  readonly onHeldBack: () => void;
  readonly onError: (error: unknown) => void;
  /** Called after each page: enhancement, announcement, analytics. */
  readonly onShown: (state: RouterState) => void;
  /** Whether an overlay covers the page, so that it keeps the focus. */
  readonly covered: () => boolean;
  readonly storeLanguage: (code: string) => void;
}

/** How a navigation changes the session history. */
export type HistoryAction =
  | { readonly kind: "push" | "replace"; readonly language?: string | undefined }
  | { readonly kind: "pop"; readonly language?: undefined };
