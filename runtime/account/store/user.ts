import type { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import type { RequestOf } from "#core/api/contract/call.ts";
import type { Entered } from "#core/api/contract/shapes.ts";
import { type StoreApi, createStore } from "zustand/vanilla";
import type { Api } from "../../services/api/api.ts";
import { createActions } from "../../services/api/api-actions.ts";
import type { DialogStore } from "./dialogs.ts";
import type { Text } from "../../notices/notices.ts";
import { PERSONAL_IN_TAB } from "../../services/personal-storage.ts";
import type { KeyValue } from "../../services/storage.ts";
import { type CreditActions, createCredits } from "./user-credits.ts";
import { type RecordActions, type Tab, createRecords } from "./user-records.ts";
import { createUserSession } from "./user-session.ts";
import { createUserSettings } from "./user-settings.ts";
import { type SignInActions, createSignIn } from "./user-sign-in.ts";
import { type UserState, NOBODY } from "./user-state.ts";
import { type TipActions, createTip } from "./user-tip.ts";

export { sayingOf } from "../../services/api/api-words.ts";

export interface UserDeps {
  readonly api: Api;
  readonly storage: KeyValue;
  /** Ends with the tab. */
  readonly tabStorage: KeyValue;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly toast: (text: Text, weight: "good" | "bad") => void;
  /** Opens an empty tab, or null where the browser refuses. */
  readonly openTab: () => Tab | null;
  /** Opens the dialog about too few credits. */
  readonly dialogs?: Pick<DialogStore, "open">;
  readonly onLoggedIn?: () => void;
  /** An account was confirmed by its code. */
  readonly onRegistered?: () => void;
  readonly onClaimed?: () => void;
  readonly onPurchaseStarted?: () => void;
}

export interface UserStore
  extends StoreApi<UserState>, CreditActions, RecordActions, TipActions, SignInActions {
  /**
   * At the start, and to try again: looks up who the stored token belongs to, and loads credits and
   * settings. Never rejects.
   */
  readonly restore: () => Promise<void>;
  /**
   * Logged out at once, whether or not the server, which is told that the token has ended, can be
   * reached.
   */
  readonly logout: () => void;
  /** The server has ended the token: as `logout`, without telling it. */
  readonly expire: () => void;
  /** @throws {ApiError} */
  readonly deleteAccount: (request: RequestOf<typeof cancelAccount>) => Promise<void>;
  /** Keeps the device token of an answer that has one. */
  readonly keepDevice: (answer: Pick<Entered, "device">) => void;
  /** A toast tells what came of it (ERR-3). @throws {ApiError} */
  readonly updateConfig: (isSendEmail: boolean) => Promise<void>;
  /**
   * For the window's `storage` event: another tab has signed in or out.
   * @param key what was changed there; null: everything
   */
  readonly follow: (key: string | null) => void;
}

/** The account of whoever uses this browser (USR-1 to USR-10). */
export function createUserStore(deps: UserDeps): UserStore {
  const { api, storage, tabStorage, now, toast } = deps;
  const store = createStore<UserState>(() => ({
    ...NOBODY,
    status: "unknown",
    isChecking: false,
  }));
  const { getState: get, setState: set } = store;
  const actions = createActions(deps.uuid);
  const session = createUserSession({
    api,
    storage,
    tabStorage,
    actions,
    get,
    set,
    // What is loaded with it comes after it.
    onEntered: () => {
      tip.renameTips();
      return Promise.all([settings.loadConfig(), credits.loadBalance()]);
    },
  });
  const { guard, refreshInfo } = session;
  const credits = createCredits({
    api,
    actions,
    guard,
    get,
    set,
    toast,
    refreshInfo,
    onClaimed: deps.onClaimed,
    openInsufficient: (needed) => deps.dialogs?.open({ name: "insufficient", needed }),
  });
  const records = createRecords({
    api,
    actions,
    guard,
    get,
    set,
    toast,
    refreshInfo,
    loadBalance: credits.loadBalance,
    openTab: deps.openTab,
    onPurchaseStarted: deps.onPurchaseStarted,
  });
  const settings = createUserSettings({ api, guard, set, toast });
  const tip = createTip({ storage, now, get, set });
  const signIn = createSignIn({
    api,
    device: session.device,
    codeVerifier: () => {
      const known = tabStorage.get(PERSONAL_IN_TAB.codeVerifier);
      if (known !== null) return known;
      const made = deps.uuid();
      tabStorage.set(PERSONAL_IN_TAB.codeVerifier, made);
      return made;
    },
    enter: session.enter,
    forget: session.forget,
    onCodeSent: (registerState) => set({ registerState }),
    onLoggedIn: deps.onLoggedIn,
    onRegistered: deps.onRegistered,
    onClaimed: deps.onClaimed,
  });

  return Object.assign(store, credits, records, tip, signIn, {
    restore: session.restore,
    logout: session.logout,
    expire: session.forget,
    deleteAccount: session.deleteAccount,
    keepDevice: session.keepDevice,
    follow: session.follow,
    updateConfig: settings.updateConfig,
  });
}
