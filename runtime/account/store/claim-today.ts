import type { NoticeStore } from "../../notices/notices.ts";
import type { UserStore } from "./user.ts";

/**
 * Claims today's credits and reports it. Returns whether it worked; the store reports a failure.
 */
export async function claimToday(user: UserStore, notices: NoticeStore): Promise<boolean> {
  try {
    await user.claimDaily();
  } catch {
    return false;
  }
  notices.toast("account:menu.claimed", "good");
  return true;
}
