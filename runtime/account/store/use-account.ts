import type { AppData } from "#core/page/app-data.ts";
import { createContext, use } from "react";
import type { DialogStore } from "./dialogs.ts";
import type { NoticeStore } from "../../notices/notices.ts";
import type { UserStore } from "./user.ts";

/** Stores that account controls use. */
export interface AccountValue {
  readonly user: UserStore;
  readonly dialogs: DialogStore;
  readonly notices: NoticeStore;
  /** Whether accounts may be identified by a phone number. */
  readonly texts: boolean;
  /** Credits of a daily claim. */
  readonly dailyCredits: number;
  /** Credit packs for sale. */
  readonly sale: AppData["sale"];
}

export const AccountContext = createContext<AccountValue | null>(null);

export function useAccount(): AccountValue {
  const value = use(AccountContext);
  if (!value) throw new Error("A component was rendered outside its AccountContext");
  return value;
}
