import { canClaim } from "../../../core/credits/credits.ts";
import type { NoticeStore } from "../../notices/notices.ts";
import type { UserStore } from "./user.ts";
import { claimToday } from "./claim-today.ts";

const ID = "daily-tip";

interface DailyTipDeps {
  /** Epoch ms. */
  readonly now: () => number;
  readonly isNarrow: () => boolean;
  /** Whether a tool lies over the page with a file to work on. */
  readonly isAtWork: () => boolean;
  /** Calls `changed` when that may have changed. */
  readonly onWork: (changed: () => void) => void;
}

/**
 * Says once a day to who is signed in that credits can be claimed (USR-6), until it is dismissed,
 * they are claimed, the visitor logs out, or a file is worked on: it would lie over that tool, under
 * the finger, and the account's menu has the same. Where there is little room it goes by itself.
 */
export function startDailyTip(
  user: UserStore,
  notices: NoticeStore,
  { now, isNarrow, isAtWork, onWork }: DailyTipDeps,
): void {
  /** Whom the tip that may be on the screen is for. */
  let told: string | null = null;
  const look = (): void => {
    const state = user.getState();
    const isOver =
      state.status === "out" ||
      state.userName !== told ||
      isAtWork() ||
      !canClaim(state, now() / 1000);
    if (told !== null && isOver) {
      notices.dismiss(ID);
      told = null;
    }
    if (told !== null || isAtWork() || !user.showsTip()) return;
    told = state.userName;
    notices.notify({
      id: ID,
      title: "account:tip.title",
      text: "account:tip.text",
      action: { label: "account:tip.claim", run: () => void claimToday(user, notices) },
      other: {
        label: "account:tip.hide",
        run: () => user.hideDailyTip({ forever: true }),
      },
      sticky: !isNarrow(),
      brief: true,
    });
    user.hideDailyTip({ forever: false });
  };
  user.subscribe(look);
  onWork(look);
  look();
}
