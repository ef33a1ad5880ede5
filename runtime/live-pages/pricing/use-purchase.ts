import { useEffect, useState } from "react";
import { isLoggedIn } from "../../account/store/selectors.ts";
import { useApplication } from "../../application/application.ts";
import type { Text } from "../../notices/notices.ts";
import { errorText } from "../../account/store/user.ts";
import { PERSONAL } from "../../services/personal-storage.ts";
import { keepOrder } from "./pending-order.ts";

export interface Purchase {
  /** The plan or pack whose payment page is being opened. */
  readonly busy: string | null;
  readonly problem: { readonly planId: string; readonly text: Text } | null;
  /** Opens the payment page, after a login if necessary. */
  readonly buy: (planId: string) => void;
}

export function usePurchase(): Purchase {
  const { user, dialogs, storage } = useApplication();
  const [busy, setBusy] = useState<string | null>(null);
  const [problem, setProblem] = useState<Purchase["problem"]>(null);

  useEffect(() => {
    // The back/forward cache may restore the page with its state.
    const onShow = (): void => setBusy(null);
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, []);

  const pay = async (planId: string): Promise<void> => {
    setBusy(planId);
    setProblem(null);
    try {
      const { orderId, url } = await user.startPayment(planId);
      if (!/^https?:\/\//.test(url)) throw new Error(`No address to pay at: ${url}`);
      const utmSource = new URLSearchParams(location.search).get("utm_source") ?? "";
      const userId = storage.get(PERSONAL.userId) ?? "";
      keepOrder(storage, { orderId, planId, url, userId, utmSource, time: Date.now() });
      // Stays busy, because the document is being unloaded.
      location.assign(url);
    } catch (error) {
      setBusy(null);
      setProblem({ planId, text: errorText(error, "errors:http.other") });
    }
  };
  const buy = (planId: string): void => {
    if (busy !== null) return;
    if (isLoggedIn(user.getState())) void pay(planId);
    else dialogs.open({ name: "login", why: "account:login.purchase" }, () => void pay(planId));
  };
  return { busy, problem, buy };
}
