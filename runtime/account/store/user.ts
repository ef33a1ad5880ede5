import type { StoreApi } from "zustand/vanilla";
import { createStore } from "zustand/vanilla";
import { cancelAccount } from "../../../core/api/accounts/cancel-account.ts";
import { getConfig } from "../../../core/api/accounts/get-config.ts";
import { getUser } from "../../../core/api/accounts/get-user.ts";
import { logout } from "../../../core/api/accounts/logout.ts";
import type { Entered, UserConfig, UserInfo } from "../../../core/api/contract/shapes.ts";
import { updateConfig } from "../../../core/api/accounts/update-config.ts";
import type { Api } from "../../services/api/api.ts";
import { createActions } from "../../services/api/api-actions.ts";
import { ApiError } from "../../services/api/api-error.ts";
import type { DialogStore } from "./dialogs.ts";
import type { Text } from "../../notices/notices.ts";
import type { KeyValue } from "../../services/storage.ts";
import type { CreditActions, CreditState } from "./user-credits.ts";
import { createCredits } from "./user-credits.ts";
import type { RecordActions, RecordState, Tab } from "./user-records.ts";
import { createRecords } from "./user-records.ts";
import type { SignInActions } from "./user-sign-in.ts";
import { createSignIn } from "./user-sign-in.ts";
import type { TipActions } from "./user-tip.ts";
import { createTip } from "./user-tip.ts";

export { sayingOf } from "../../services/api/api-words.ts";

export interface UserState extends CreditState, RecordState {
  readonly token: string | null;
  /** The e-mail address. */
  readonly userName: string;
  readonly kodepay_user_id: string;
  /** Null while it has not been loaded. */
  readonly userConfig: UserConfig | null;
  readonly registerState: "" | "code_sent";
  /**
   * `unknown` before anybody looked; `restoring` while a stored token is being looked up; `offline`
   * when nobody could be asked about it, so that it is kept.
   */
  readonly status: "unknown" | "restoring" | "in" | "out" | "offline";
  /** The server wants a proof of work, which is being made. */
  readonly isChecking: boolean;
  /** The visitor asked for the daily tip. */
  readonly tipToggled: boolean;
}

const NOBODY = {
  token: null,
  userName: "",
  credits: 0,
  last_get_credits_time: 0,
  kodepay_user_id: "",
  subscription: null,
  userConfig: null,
  daily_credits_count: 0,
  paymentHistory: [],
  historyUsage: [],
  registerState: "",
  tipToggled: false,
} satisfies Omit<UserState, "status" | "isChecking">;

/** Where the token is kept; the page's first script looks for it. */
const TOKEN = "toolkit_token";
const USER_ID = "user_id";
/** What keeps this device apart from strangers who try an account; it says nothing of anybody. */
const DEVICE = "toolkit_device";
const QUIET = { quiet: true } as const;

export interface UserDeps {
  readonly api: Api;
  readonly storage: KeyValue;
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
  readonly deleteAccount: (request: { readonly password: string }) => Promise<void>;
  /** A toast tells what came of it (ERR-3). @throws {ApiError} */
  readonly updateConfig: (isSendEmail: boolean) => Promise<void>;
  /**
   * For the window's `storage` event: another tab has signed in or out.
   * @param key what was changed there; null: everything
   */
  readonly follow: (key: string | null) => void;
}

const infoState = ({ user_info: user, ...info }: UserInfo) => ({
  userName: user.user_email,
  daily_credits_count: user.daily_credits_count,
  last_get_credits_time: info.last_get_credits_time,
  kodepay_user_id: info.kodepay_user_id,
  subscription: info.subscription,
});

/** The account of whoever uses this browser (USR-1 to USR-10). */
export function createUserStore(deps: UserDeps): UserStore {
  const { api, storage, now, toast } = deps;
  const store = createStore<UserState>(() => ({
    ...NOBODY,
    status: "unknown",
    isChecking: false,
  }));
  const { getState: get, setState: set } = store;
  const actions = createActions(deps.uuid);
  /** Changes with every sign-in and sign-out: what was asked before belongs to somebody else. */
  let era = 0;
  const guard = () => {
    const asked = era;
    return () => asked === era;
  };

  /** Clears all that says who somebody is (USR-3). */
  const forget = (): void => {
    era += 1;
    actions.clear();
    storage.set(TOKEN, null);
    storage.set(USER_ID, null);
    set({ ...NOBODY, status: "out" });
  };

  /** What is loaded with it comes after it. */
  const enter = (info: Entered): Promise<unknown> => {
    const { token, device } = info;
    if (device !== undefined) storage.set(DEVICE, device);
    const isOther = get().userName !== info.user_info.user_email;
    era += 1;
    if (isOther) actions.clear();
    storage.set(TOKEN, token);
    storage.set(USER_ID, info.user_info.user_id);
    set({
      ...(isOther && NOBODY),
      ...infoState(info),
      token,
      registerState: "",
      status: "in",
    });
    return Promise.all([loadConfig(), credits.loadBalance()]);
  };

  const loadConfig = async (): Promise<void> => {
    const isSame = guard();
    // Settings say themselves when there is no answer.
    const userConfig = await api(getConfig, {}, QUIET).catch(() => null);
    if (userConfig && isSame()) set({ userConfig });
  };
  const refreshInfo = async (): Promise<void> => {
    const isSame = guard();
    const info = await api(getUser, {}, QUIET).catch(() => null);
    if (info && isSame()) set(infoState(info));
  };

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
  const tip = createTip({ storage, now, get, set });
  const signIn = createSignIn({
    api,
    device: () => storage.get(DEVICE),
    enter,
    forget,
    onCodeSent: (registerState) => set({ registerState }),
    onLoggedIn: deps.onLoggedIn,
    onRegistered: deps.onRegistered,
    onClaimed: deps.onClaimed,
  });

  const restore = async (): Promise<void> => {
    const token = storage.get(TOKEN);
    if (token === null) return forget();
    era += 1;
    const isSame = guard();
    set({ ...(token !== get().token && NOBODY), token, status: "restoring" });
    try {
      const info = await api(getUser, {}, QUIET);
      if (isSame()) await enter(info);
    } catch (error) {
      if (!isSame()) return;
      // Who cannot be asked is not signed out: the token may be as good as before.
      if (error instanceof ApiError && error.status === 401) forget();
      else set({ status: "offline" });
    }
  };

  return Object.assign(store, credits, records, tip, signIn, {
    restore,
    logout() {
      // The call takes the token with it before it is forgotten. Nobody waits for its answer.
      if (get().token !== null) void api(logout, {}, { ...QUIET, keepalive: true }).catch(() => {});
      forget();
    },
    expire: forget,
    async deleteAccount(request: { readonly password: string }) {
      await api(cancelAccount, request, QUIET);
      forget();
    },
    async updateConfig(isSendEmail: boolean) {
      const isSame = guard();
      const name = isSendEmail ? "open" : "close";
      try {
        const userConfig = await api(updateConfig, { is_send_email: isSendEmail ? 1 : 0 }, QUIET);
        if (!isSame()) return;
        set({ userConfig });
        toast(`errors:setting.${name}Success`, "good");
      } catch (error) {
        if (isSame()) toast(`errors:setting.${name}Failed`, "bad");
        throw error;
      }
    },
    follow(key: string | null) {
      if (key !== null && key !== TOKEN) return;
      if (storage.get(TOKEN) !== get().token) void restore();
    },
  });
}
