import { canClaim } from "#core/credits/credits.ts";
import type { NoticeStore } from "../../notices/notices.ts";
import type { UserStore } from "./user.ts";
import { claimToday } from "./claim-today.ts";

const ID = "daily-tip";

interface DailyTipDeps {
  /** Epoch ms. */
  readonly now: () => number;
  readonly isNarrow: () => boolean;
  /** Whether a tool with a file is open over the page. */
  readonly isAtWork: () => boolean;
  /** Calls `changed` when that may have changed. */
  readonly onWork: (changed: () => void) => void;
}

/**
 * Says once a day to who is signed in that credits can be claimed (USR-6), until it is dismissed,
 * they are claimed, the visitor logs out, or a file is worked on: it would lie over that tool, under
 * the finger, and the account's menu has the same. Where there is little room it goes by itself. Who
 * asks for it sees it at any time; then it says when credits can be claimed, where they cannot yet.
 */
export function startDailyTip(
  user: UserStore,
  notices: NoticeStore,
  { now, isNarrow, isAtWork, onWork }: DailyTipDeps,
): void {
  /** Whom the visible tip is for, and whether it was requested. */
  let told: { readonly name: string; readonly isAsked: boolean } | null = null;
  const isOver = ({ name, isAsked }: NonNullable<typeof told>): boolean => {
    const state = user.getState();
    if (state.status === "out" || state.userName !== name) return true;
    return !isAsked && (isAtWork() || !canClaim(state, now() / 1000));
  };
  const look = (): void => {
    if (told !== null && isOver(told)) {
      notices.dismiss(ID);
      told = null;
    }
    const { userName, tipToggled } = user.getState();
    if (!tipToggled && (told !== null || isAtWork())) return;
    if (!user.showsTip()) return;
    const claimable = canClaim(user.getState(), now() / 1000);
    told = { name: userName, isAsked: tipToggled };
    notices.notify({
      id: ID,
      title: "account:tip.title",
      text: claimable ? "account:tip.text" : "errors:api.claim_too_soon",
      ...(claimable && {
        action: { label: "account:tip.claim", run: () => void claimToday(user, notices) },
      }),
      box: { label: "account:tip.hide", checked: user.hidesTip(), onChange: user.hideTip },
      sticky: tipToggled || !isNarrow(),
      brief: !tipToggled,
    });
    user.noteTip();
  };
  user.subscribe(look);
  onWork(look);
  look();
}
