import { createContext, use } from "react";
import type { AppData } from "#core/page/app-data.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { MessageLoader } from "../i18n/messages.ts";
import type { Analytics } from "../services/analytics/analytics.ts";
import type { BuildWatch } from "../updates/build-watch.ts";
import type { Router } from "../router/router.ts";

/** What lies over the pages, as far as the pages' navigation must know of it. */
export interface Overlay {
  /** Whether work runs or would be lost when the document is left. */
  busy(): boolean;
  /** Whether it covers the page, so that the focus stays with it. */
  covered(): boolean;
  onOffline(): void;
  /** A newer build waits until the work is done. */
  onHeldBack(): void;
}

/** What every page has once it is hydrated. */
export interface Shell {
  readonly router: Router;
  readonly build: BuildWatch;
  /** Loads message files of a locale, beyond those of its pages. */
  loadMessages(code: string, files: readonly string[]): Promise<MessageLoader>;
  /** Everything of a locale that components need. */
  loadLocale(code: string): Promise<LocaleValue>;
  appData(code: string): Promise<AppData>;
  /** Fetches a page's payload and code before they are wanted. */
  prefetch(path: string): void;
  /** Learns which pages there are, and how often to look for a newer build. */
  warm(): Promise<void>;
  /** Fetches what shows another page: messages, and the code that reads them. */
  prepare(): void;
  /** Counts that something was done, where the site counts. */
  readonly track: Analytics["track"];
  /** Tells of an error that nobody expected. */
  readonly report: (error: unknown) => void;
  /** Set by what lies over the pages, once it runs. */
  overlay: Overlay;
}

/** Null on the server. */
export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error("A component was rendered outside the application");
  return shell;
}
