import { createContext, use } from "react";
import type { AppData } from "#core/page/app-data.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { MessageLoader } from "../i18n/messages.ts";
import type { Analytics } from "../services/analytics/analytics.ts";
import type { BuildWatch } from "../updates/build-watch.ts";
import type { Router } from "../router/router.ts";

/** State of the overlays that navigation depends on. */
export interface Overlay {
  /** Whether work is running, or would be lost by leaving the document. */
  busy(): boolean;
  /** Whether an overlay covers the page, so that it keeps the focus. */
  covered(): boolean;
  onOffline(): void;
  /** Called when a newer build waits for running work. */
  onHeldBack(): void;
}

/** Services of every hydrated page. */
export interface Shell {
  readonly router: Router;
  readonly build: BuildWatch;
  /** Loads message files of a locale beyond those of its pages. */
  loadMessages(code: string, files: readonly string[]): Promise<MessageLoader>;
  /** Locale data for components. */
  loadLocale(code: string): Promise<LocaleValue>;
  appData(code: string): Promise<AppData>;
  /** Prefetches the payload and code of a page. */
  prefetch(path: string): void;
  /** Sets the known routes, and the interval of checks for a newer build. */
  warm(): Promise<void>;
  /** Prefetches the messages for rendering another page, and the code that reads them. */
  prepare(): void;
  /** Counts an event, if analytics is enabled. */
  readonly track: Analytics["track"];
  /** Reports an unexpected error. */
  readonly report: (error: unknown) => void;
  /** Set by the overlays once they run. */
  overlay: Overlay;
}

/** Null on the server. */
export const ShellContext = createContext<Shell | null>(null);

export function useShell(): Shell {
  const shell = use(ShellContext);
  if (!shell) throw new Error("A component was rendered outside the application");
  return shell;
}
