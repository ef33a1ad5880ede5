import { createContext, use } from "react";
import type { DialogStore } from "./dialogs.ts";
import type { NoticeStore } from "../../notices/notices.ts";
import type { UserStore } from "./user.ts";

/** Stores that account controls read and act on. */
export interface AccountValue {
  readonly user: UserStore;
  readonly dialogs: DialogStore;
  readonly notices: NoticeStore;
  /** Whether an account may be known by a phone number, too. */
  readonly texts: boolean;
}

export const AccountContext = createContext<AccountValue | null>(null);

export function useAccount(): AccountValue {
  const value = use(AccountContext);
  if (!value) throw new Error("A component was rendered outside its AccountContext");
  return value;
}
