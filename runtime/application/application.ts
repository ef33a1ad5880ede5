import { createContext, use } from "react";
import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import type { AppData } from "../../core/app-data.ts";
import type { Api } from "../services/api.ts";
import { createApi } from "../services/api.ts";
import type { DialogStore } from "../state/dialogs.ts";
import { createDialogStore } from "../state/dialogs.ts";
import type { NoticeStore } from "../state/notices.ts";
import { createNoticeStore } from "../state/notices.ts";
import type { KeyValue } from "../state/storage.ts";
import { safeStorage, visitorId } from "../state/storage.ts";
import type { UserStore } from "../state/user.ts";
import { createUserStore } from "../state/user.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { Shell } from "./context.ts";
import type { RunningWorkspace } from "./start-workspace.ts";

/** Message files that what lies over the pages needs from the start. */
export const OVERLAY_FILES = ["errors", "account"];

/** What everything that lies over the pages, and the panels, work with. */
export interface Application {
  readonly shell: Shell;
  readonly data: AppData;
  readonly storage: KeyValue;
  readonly api: Api;
  readonly notices: NoticeStore;
  readonly dialogs: DialogStore;
  readonly user: UserStore;
  /** Null until it is loaded. */
  readonly workspace: StoreApi<RunningWorkspace | null>;
  /** Loads the workspace, once. Rejects where it cannot be had; the next who asks tries again. */
  readonly loadWorkspace: () => Promise<RunningWorkspace>;
  /** Message files of what lies over the pages. */
  readonly files: Set<string>;
  /** The language that is shown. */
  readonly locale: () => LocaleValue;
  readonly setLocale: (locale: LocaleValue) => void;
}

export const ApplicationContext = createContext<Application | null>(null);

export function useApplication(): Application {
  const application = use(ApplicationContext);
  if (!application) throw new Error("A component was rendered outside the application");
  return application;
}

/** Value of a cookie; one whose escapes are damaged is taken as it stands. */
function cookieOf({ cookie }: Document, name: string): string | null {
  const front = `${name}=`;
  const value = cookie.split("; ").find((part) => part.startsWith(front));
  if (value === undefined) return null;
  try {
    return decodeURIComponent(value.slice(front.length));
  } catch {
    return value.slice(front.length);
  }
}

/** Makes the stores and services of a document, each once. */
export function createApplication(
  window: Window & typeof globalThis,
  shell: Shell,
  data: AppData,
  first: LocaleValue,
): Application {
  const storage = safeStorage(() => window.localStorage);
  const uuid = (): string => window.crypto.randomUUID();
  visitorId(storage, uuid);
  const notices = createNoticeStore({
    now: () => window.performance.now(),
    setTimer: (work, ms) => {
      const timer = window.setTimeout(work, ms);
      return () => window.clearTimeout(timer);
    },
  });
  const dialogs = createDialogStore();
  const api = createApi({
    baseUrl: data.site.apiBase,
    fetch: (input, init) => window.fetch(input, init),
    token: () => user.getState().token,
    cookie: (name) => cookieOf(window.document, name),
    xsrf: data.services.xsrf,
    uuid,
    language: () => window.document.documentElement.lang,
    online: () => window.navigator.onLine,
    onWarning: (warning) => notices.warn(warning),
    onUnauthorized: () => user.expire(),
    onUncoded: (address, answer) =>
      shell.report(new Error(`${address} answered without a code: ${JSON.stringify(answer)}`)),
  });
  const user = createUserStore({
    api,
    storage,
    now: Date.now,
    uuid,
    toast: (text, weight) => notices.toast(text, weight),
    openTab: () => {
      const tab = window.open("", "_blank");
      // What opens there must not reach back.
      if (tab) tab.opener = null;
      return tab;
    },
    dialogs,
    onLoggedIn: () => shell.track("logged_in"),
    onRegistered: () => shell.track("registered"),
    onClaimed: () => shell.track("credits_claimed"),
    onPurchaseStarted: () => shell.track("purchase_started"),
  });
  const workspace = createStore<RunningWorkspace | null>(() => null);
  let loading: Promise<RunningWorkspace> | null = null;
  let locale = first;
  const application: Application = {
    shell,
    data,
    storage,
    api,
    notices,
    dialogs,
    user,
    workspace,
    files: new Set(OVERLAY_FILES),
    locale: () => locale,
    setLocale(next) {
      locale = next;
    },
    loadWorkspace() {
      loading ??= import("./start-workspace.ts")
        .then(({ startWorkspace }) => startWorkspace(application, window))
        .then((running) => {
          workspace.setState(running, true);
          return running;
        })
        .catch((error: unknown) => {
          loading = null;
          throw error;
        });
      return loading;
    },
  };
  return application;
}
