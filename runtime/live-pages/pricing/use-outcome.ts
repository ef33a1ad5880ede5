import { useCallback, useEffect, useState } from "react";
import { useStore } from "zustand";
import { useApplication, type Application } from "../../application/application.ts";
import type { Text } from "../../notices/notices.ts";
import { errorText } from "../../account/store/user.ts";
import { waitFor } from "../../services/wait-for.ts";
import { followOrder } from "./follow-order.ts";
import { PERSONAL } from "../../services/personal-storage.ts";
import {
  type PendingOrder,
  addressAfter,
  forgetOrder,
  readOrder,
  returnOf,
} from "./pending-order.ts";

/** Result of the payment that the visitor returns from. */
export type Outcome =
  | { readonly name: "none" | "checking" | "signedOut" }
  | { readonly name: "paid" | "failed" | "refunded"; readonly orderId: string }
  | { readonly name: "pending" | "abandoned"; readonly order: PendingOrder | null }
  | { readonly name: "error"; readonly text: Text };

const NONE: Outcome = { name: "none" };
const CHECKING: Outcome = { name: "checking" };
/** Number of past orders that are searched for an order from another browser. */
const LOOKED_THROUGH = 20;

/**
 * The plan or pack of an order. @throws {ApiError} @throws {RangeError} if there is no such order
 */
async function planOf(
  { user }: Application,
  orderId: string,
  known: PendingOrder | null,
): Promise<string> {
  if (known?.orderId === orderId) return known.planId;
  await user.loadPayments({ page: 1, pageSize: LOOKED_THROUGH });
  const found = user.getState().paymentHistory.find((record) => record.order_id === orderId);
  if (!found) throw new RangeError("The order is not one of this account's");
  return found.plan_id;
}

interface OrderRequest {
  /** Id of the order in the return URL. */
  readonly back: string | null;
  /** The order that this browser has stored. */
  readonly order: PendingOrder | null;
  readonly onOutcome: (outcome: Outcome) => void;
}

/** Determines the result of an order, and removes the order from storage once it is final. */
async function resolve(
  application: Application,
  { back, order, onOutcome }: OrderRequest,
  signal: AbortSignal,
): Promise<void> {
  const { user, storage, shell } = application;
  const orderId = back ?? order!.orderId;
  const own = order?.orderId === orderId ? order : null;
  const planId = await planOf(application, orderId, own);
  const ask = () => user.finishPayment({ orderId, planId });
  const onPending = (): void => onOutcome({ name: "pending", order: own });
  // A visitor who did not return through the payment page's redirect has not paid, so one request
  // suffices.
  const status = back ? await followOrder({ ask, wait: waitFor, onPending }, signal) : await ask();
  signal.throwIfAborted();
  if (status === "pending") return onOutcome({ name: back ? "pending" : "abandoned", order: own });
  if (own) forgetOrder(storage);
  if (back) shell.router.rewrite(addressAfter(location.href, own?.utmSource ?? ""));
  onOutcome({ name: status, orderId });
}

export interface Payment {
  readonly outcome: Outcome;
  /** Requests the status again. */
  readonly again: () => void;
  /** The visitor no longer wants the order. */
  readonly dismiss: () => void;
}

export function useOutcome(): Payment {
  const application = useApplication();
  const { user, storage } = application;
  const status = useStore(user, (state) => state.status);
  const userName = useStore(user, (state) => state.userName);
  const [outcome, setOutcome] = useState(() => (returnOf(location.href) ? CHECKING : NONE));
  const [attempt, setAttempt] = useState(0);
  const again = useCallback(() => setAttempt((count) => count + 1), []);

  useEffect(() => {
    // The browser's Back button may restore the page from the back/forward cache.
    const onShow = ({ persisted }: PageTransitionEvent): void => {
      if (persisted) again();
    };
    addEventListener("pageshow", onShow);
    return () => removeEventListener("pageshow", onShow);
  }, [again]);

  useEffect(() => {
    const back = returnOf(location.href);
    const stored = readOrder(storage, Date.now());
    // Orders of another account in this browser are ignored.
    const isOwn = userName === "" || stored?.userId === storage.get(PERSONAL.userId);
    const order = isOwn ? stored : null;
    const control = new AbortController();
    const onOutcome = (next: Outcome): void => {
      if (!control.signal.aborted) setOutcome(next);
    };
    const look = async (): Promise<void> => {
      if (!back && !order) return;
      if (status === "in") return resolve(application, { back, order, onOutcome }, control.signal);
      if (!back) return;
      if (status === "out") onOutcome({ name: "signedOut" });
      if (status === "offline") onOutcome({ name: "error", text: "errors:offline" });
    };
    look().catch((error: unknown) => {
      const isForeign = error instanceof RangeError;
      const text = isForeign
        ? "pages:pricing.outcome.unknown"
        : errorText(error, "errors:http.other");
      onOutcome({ name: "error", text });
    });
    return () => control.abort();
  }, [application, storage, status, userName, attempt]);

  return {
    outcome,
    again: () => {
      setOutcome(CHECKING);
      again();
    },
    dismiss: () => {
      const utmSource = readOrder(storage, Date.now())?.utmSource ?? "";
      forgetOrder(storage);
      application.shell.router.rewrite(addressAfter(location.href, utmSource));
      setOutcome(NONE);
    },
  };
}
