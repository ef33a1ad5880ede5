import { cancelAccount } from "#core/api/accounts/cancel-account.ts";
import { getUser } from "#core/api/accounts/get-user.ts";
import { logout } from "#core/api/accounts/logout.ts";
import type { RequestOf } from "#core/api/contract/call.ts";
import type { Entered, UserInfo } from "#core/api/contract/shapes.ts";
import type { Actions } from "../../services/api/api-actions.ts";
import type { Api } from "../../services/api/api.ts";
import { ApiError } from "../../services/api/api-error.ts";
import { clearPersonal, PERSONAL, PERSONAL_IN_TAB } from "../../services/personal-storage.ts";
import type { KeyValue } from "../../services/storage.ts";
import { type UserState, SIGNED_OUT } from "./user-state.ts";

/**
 * Storage key of the device token, which distinguishes this device from unknown ones at a login;
 * the token identifies no person.
 */
const DEVICE = "toolkit_device";
const QUIET = { quiet: "refusals" } as const;

const infoState = ({ user_info: user, ...info }: UserInfo) => ({
  userName: user.user_email,
  daily_credits_count: user.daily_credits_count,
  last_get_credits_time: info.last_get_credits_time,
  kodepay_user_id: info.kodepay_user_id,
  subscription: info.subscription,
});

interface UserSessionPorts {
  readonly api: Api;
  readonly storage: KeyValue;
  /** Storage that is cleared when the tab closes. */
  readonly tabStorage: KeyValue;
  readonly actions: Pick<Actions, "clear">;
  readonly get: () => UserState;
  readonly set: (state: Partial<UserState>) => void;
  /** Loads an account's data; called after the login. */
  readonly onEntered: () => Promise<unknown>;
}

/** Session: from a token to its account, and logout. */
export function createUserSession({
  api,
  storage,
  tabStorage,
  actions,
  get,
  set,
  onEntered,
}: UserSessionPorts) {
  /** Changes with every login and logout: earlier responses belong to another session. */
  let era = 0;
  const guard = () => {
    const requestEra = era;
    return () => requestEra === era;
  };

  /** Deletes all personal data (USR-3). */
  const forget = (): void => {
    era += 1;
    actions.clear();
    // If no user was signed in, a visitor's input is retained for the next attempt.
    if (get().token !== null || storage.get(PERSONAL.token) !== null)
      clearPersonal(storage, tabStorage);
    set({ ...SIGNED_OUT, status: "out" });
  };

  const keepDevice = ({ device }: Pick<Entered, "device">): void => {
    if (device !== undefined) storage.set(DEVICE, device);
  };

  const enter = (info: Entered): Promise<unknown> => {
    const { token } = info;
    keepDevice(info);
    tabStorage.set(PERSONAL_IN_TAB.codeVerifier, null);
    const isOther = get().userName !== info.user_info.user_email;
    era += 1;
    if (isOther) actions.clear();
    // First, because other tabs read it once the token has changed.
    storage.set(PERSONAL.userId, info.user_info.user_id);
    storage.set(PERSONAL.token, token);
    set({
      ...(isOther && SIGNED_OUT),
      ...infoState(info),
      token,
      userId: info.user_info.user_id,
      registerState: "",
      status: "in",
    });
    return onEntered();
  };

  const restore = async (): Promise<void> => {
    const token = storage.get(PERSONAL.token);
    if (token === null) return forget();
    era += 1;
    const isSame = guard();
    const userId = storage.get(PERSONAL.userId);
    set({ ...(token !== get().token && SIGNED_OUT), token, userId, status: "restoring" });
    try {
      const info = await api(getUser, {}, QUIET);
      if (isSame()) await enter(info);
    } catch (error) {
      if (!isSame()) return;
      // An unreachable server does not end the session: the token may still be valid.
      if (error instanceof ApiError && error.status === 401) forget();
      else set({ status: "offline" });
    }
  };

  return {
    /** @returns a function that reports whether the same account is still signed in */
    guard,
    enter,
    forget,
    restore,
    device: () => storage.get(DEVICE),
    keepDevice,
    refreshInfo: async (): Promise<void> => {
      const isSame = guard();
      const info = await api(getUser, {}, QUIET).catch(() => null);
      if (info && isSame()) set(infoState(info));
    },
    logout: (): void => {
      // The request carries the token, which is then deleted. Its response is not waited for.
      if (get().token !== null)
        void api(logout, {}, { quiet: "all", keepalive: true }).catch(() => {});
      forget();
    },
    deleteAccount: async (request: RequestOf<typeof cancelAccount>): Promise<void> => {
      await api(cancelAccount, request, QUIET);
      forget();
    },
    follow: (key: string | null): void => {
      if (key !== null && key !== PERSONAL.token) return;
      if (storage.get(PERSONAL.token) !== get().token) void restore();
    },
  };
}
