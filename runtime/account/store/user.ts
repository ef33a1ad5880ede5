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
import { type UserState, SIGNED_OUT } from "./user-state.ts";
import { type TipActions, createTip } from "./user-tip.ts";

export { errorText } from "../../services/api/api-words.ts";

export interface UserDeps {
  readonly api: Api;
  readonly storage: KeyValue;
  /** Storage that is cleared when the tab closes. */
  readonly tabStorage: KeyValue;
  /** Epoch milliseconds. */
  readonly now: () => number;
  readonly uuid: () => string;
  readonly toast: (text: Text, weight: "good" | "bad") => void;
  /** Opens an empty tab, or returns null if the browser blocks it. */
  readonly openTab: () => Tab | null;
  /** Opens the dialog about insufficient credits. */
  readonly dialogs?: Pick<DialogStore, "open">;
  readonly onLoggedIn?: () => void;
  /** Called when a new account has been confirmed by its code. */
  readonly onRegistered?: () => void;
  readonly onClaimed?: () => void;
  readonly onPurchaseStarted?: () => void;
}

export interface UserStore
  extends StoreApi<UserState>, CreditActions, RecordActions, TipActions, SignInActions {
  /**
   * At the start and on a retry: checks the stored token and loads the account, credits and
   * settings. Never rejects.
   */
  readonly restore: () => Promise<void>;
  /** Logs out at once, whether or not the server can be reached to revoke the token. */
  readonly logout: () => void;
  /** The server has revoked the token: as `logout`, without a request. */
  readonly expire: () => void;
  /** @throws {ApiError} */
  readonly deleteAccount: (request: RequestOf<typeof cancelAccount>) => Promise<void>;
  /** Stores the device token of a response, if the response has one. */
  readonly keepDevice: (answer: Pick<Entered, "device">) => void;
  /** A toast shows the result (ERR-3). @throws {ApiError} */
  readonly updateConfig: (isSendEmail: boolean) => Promise<void>;
  /**
   * Handles the window's `storage` event: another tab has signed in or out.
   * @param key the changed key; null if everything changed
   */
  readonly follow: (key: string | null) => void;
}

/** Creates the store of the visitor's account (USR-1 to USR-10). */
export function createUserStore(deps: UserDeps): UserStore {
  const { api, storage, tabStorage, now, toast } = deps;
  const store = createStore<UserState>(() => ({
    ...SIGNED_OUT,
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
    // Data is loaded after the account itself.
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
