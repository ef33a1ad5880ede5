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
  /** Calls `changed` when `isAtWork` may have changed. */
  readonly onWork: (changed: () => void) => void;
}

/**
 * Shows signed-in visitors once a day that credits can be claimed (USR-6), until the tip is
 * dismissed, the credits are claimed, the visitor logs out, or a file is opened in a tool: the tip
 * would cover the tool's controls, and the account menu has the same action. On small screens the
 * tip closes automatically. Visitors can request the tip at any time; it then shows when the next
 * credits can be claimed, if none can be claimed yet.
 */
export function startDailyTip(
  user: UserStore,
  notices: NoticeStore,
  { now, isNarrow, isAtWork, onWork }: DailyTipDeps,
): void {
  /** User of the visible tip, and whether the user requested it. */
  let shownTip: { readonly name: string; readonly isToggled: boolean } | null = null;
  const isOver = ({ name, isToggled }: NonNullable<typeof shownTip>): boolean => {
    const state = user.getState();
    if (state.status === "out" || state.userName !== name) return true;
    return !isToggled && (isAtWork() || !canClaim(state, now() / 1000));
  };
  const look = (): void => {
    if (shownTip !== null && isOver(shownTip)) {
      notices.dismiss(ID);
      shownTip = null;
    }
    const { userName, tipToggled } = user.getState();
    if (!tipToggled && (shownTip !== null || isAtWork())) return;
    if (!user.showsTip()) return;
    const claimable = canClaim(user.getState(), now() / 1000);
    shownTip = { name: userName, isToggled: tipToggled };
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
