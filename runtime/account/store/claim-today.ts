import type { NoticeStore } from "../../notices/notices.ts";
import type { UserStore } from "./user.ts";

/** Takes today's credits and says so. Answers whether it worked; the store tells of a failure. */
export async function claimToday(user: UserStore, notices: NoticeStore): Promise<boolean> {
  try {
    await user.claimDaily();
  } catch {
    return false;
  }
  notices.toast("account:menu.claimed", "good");
  return true;
}
