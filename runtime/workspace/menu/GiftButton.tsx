import Gift from "lucide-react/icons/gift";
import { useState } from "react";
import { useStore } from "zustand";
import { isLoggedIn } from "../../account/store/selectors.ts";
import { useT } from "../../i18n/context.tsx";
import { useWorkspace } from "../../contract/context.ts";

/** Number of calls for attention of the gift since the menu was mounted. */
export function useFlicker(): number {
  const { workspace } = useWorkspace();
  const count = useStore(workspace, (state) => state.gift);
  const [first] = useState(count);
  return count - first;
}

/** The gift at a menu entry (WSP-3): lets the entry flicker and offers the gift. */
export function GiftButton({ className }: { readonly className: string | undefined }) {
  const t = useT();
  const { workspace, user, dialogs } = useWorkspace();
  const onClick = (): void => {
    workspace.highlightGift();
    const offer = (): void => dialogs.open({ name: "gift" });
    if (isLoggedIn(user.getState())) offer();
    else dialogs.open({ name: "login", why: "account:gift.text" }, offer);
  };
  return (
    <button
      type="button"
      className={className}
      data-entry="gift"
      aria-haspopup="dialog"
      aria-label={t("workspace:menu.gift")}
      title={t("workspace:menu.gift")}
      onClick={onClick}
    >
      <Gift size={20} />
    </button>
  );
}
