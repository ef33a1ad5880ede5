import { createStore } from "zustand/vanilla";
import type { AppData } from "#core/page/app-data.ts";
import { createApi } from "../services/api/api.ts";
import { createDialogStore } from "../account/store/dialogs.ts";
import { createNoticeStore } from "../notices/notices.ts";
import { safeStorage } from "../services/storage.ts";
import { createUserStore } from "../account/store/user.ts";
import { cookieOf } from "../services/cookie-of.ts";
import type { LocaleValue } from "../i18n/context.tsx";
import type { Shell } from "../application/shell.ts";
import type { Application, RunningWorkspace } from "../application/application.ts";

/** Message files that overlays need from the start. */
export const OVERLAY_FILES = ["errors", "account"];

/** Creates the stores and services of a document, each once. */
export function createApplication(
  window: Window & typeof globalThis,
  shell: Shell,
  data: AppData,
  first: LocaleValue,
): Application {
  const storage = safeStorage(() => window.localStorage);
  const tabStorage = safeStorage(() => window.sessionStorage);
  const uuid = (): string => window.crypto.randomUUID();
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
    solve: async (puzzle, signal) => {
      user.setState({ isChecking: true });
      try {
        const { solveProof } = await import("../services/api/solve-proof.ts");
        return await solveProof(puzzle, signal);
      } finally {
        user.setState({ isChecking: false });
      }
    },
    onWarning: (warning, isEnd) =>
      notices.warn(
        warning,
        isEnd
          ? { label: "account:login.submit", run: () => dialogs.open({ name: "login" }) }
          : undefined,
      ),
    onUnauthorized: () => user.expire(),
    onUncoded: (address, answer) =>
      shell.report(new Error(`${address} answered without a code: ${JSON.stringify(answer)}`)),
  });
  const user = createUserStore({
    api,
    storage,
    tabStorage,
    now: Date.now,
    uuid,
    toast: (text, weight) => notices.toast(text, weight),
    openTab: () => {
      const tab = window.open("", "_blank");
      // The opened window must not access this one.
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
    tabStorage,
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
      loading ??= import("./workspace/start-workspace.ts")
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
