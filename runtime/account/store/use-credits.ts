import { type StoreApi, useStore } from "zustand";
import type { UserState } from "./user-state.ts";
import type { UserStore } from "./user.ts";

/** The balance of the account; null until the server has answered, which is not a balance of 0. */
export const useCredits = (
  user: StoreApi<UserState> & Pick<UserStore, "knowsCredits">,
): number | null => useStore(user, ({ credits }) => (user.knowsCredits() ? credits : null));
