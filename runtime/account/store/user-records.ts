import { addPayRecord } from "#core/api/payments/add-pay-record.ts";
import { cancelSubscription } from "#core/api/payments/cancel-subscription.ts";
import { deleteUsage } from "#core/api/usage/delete-usage.ts";
import { getInvoice } from "#core/api/payments/invoice.ts";
import { getPaymentPage } from "#core/api/payments/payment-page.ts";
import { getPaymentResult } from "#core/api/payments/payment-result.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import type { PaymentRecord, Subscription, UsageRecord } from "#core/api/contract/shapes.ts";
import { getUsagePage } from "#core/api/usage/usage-page.ts";
import type { Api } from "../../services/api/api.ts";
import type { Actions } from "../../services/api/api-actions.ts";
import type { Text } from "../../notices/notices.ts";

export interface RecordState {
  readonly subscription: Subscription | null;
  /** The last page loaded. */
  readonly paymentHistory: readonly PaymentRecord[];
  /** The last page loaded. */
  readonly historyUsage: readonly UsageRecord[];
}

export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** 1 to 100 */
  readonly pageSize: number;
}

/** All reject with an ApiError, unless stated otherwise. */
export interface RecordActions {
  /** Returns the total number of entries. */
  readonly loadUsage: (
    request: PageRequest & { readonly tool?: string },
    signal?: AbortSignal,
  ) => Promise<number>;
  readonly deleteUsage: (ids: readonly string[]) => Promise<void>;
  /** Returns the total number of entries. */
  readonly loadPayments: (request: PageRequest, signal?: AbortSignal) => Promise<number>;
  readonly cancelSubscription: () => Promise<void>;
  /** Returns the checkout URL of a plan or a pack. */
  readonly startPayment: (
    planId: string,
  ) => Promise<{ readonly orderId: string; readonly url: string }>;
  /** Loads the state of an order; for a paid one, also the credits and the plan. */
  readonly finishPayment: (order: {
    readonly orderId: string;
    readonly planId: string;
  }) => Promise<PaymentRecord["status"]>;
  /** Opens the receipt of an order in a tab (USR-8). Never rejects: a toast reports failures. */
  readonly openInvoice: (orderId: string) => Promise<void>;
}

/** A tab that was opened empty. */
export interface Tab {
  readonly location: { href: string };
  close(): void;
}

export interface RecordDeps {
  readonly api: Api;
  readonly actions: Actions;
  /**
   * Called before a request; the returned function reports afterwards whether the user is still the
   * same.
   */
  readonly guard: () => () => boolean;
  readonly get: () => RecordState;
  readonly set: (state: Partial<RecordState>) => void;
  readonly toast: (text: Text, weight: "good" | "bad") => void;
  /** Opens an empty tab, or returns null if the browser blocks it. */
  readonly openTab: () => Tab | null;
  readonly refreshInfo: () => Promise<void>;
  readonly loadBalance: () => Promise<void>;
  readonly onPurchaseStarted: (() => void) | undefined;
}

const QUIET = { quiet: "refusals" } as const;

export function createRecords(deps: RecordDeps): RecordActions {
  const { api, actions, guard, get, set, toast, openTab } = deps;
  const optionsOf = (signal?: AbortSignal) => ({ ...QUIET, ...(signal && { signal }) });
  return {
    async loadUsage({ page, pageSize, tool }, signal) {
      const isSame = guard();
      const request = { page, page_size: pageSize, ...(tool !== undefined && { tool }) };
      const { list, total } = await api(getUsagePage, request, optionsOf(signal));
      if (isSame()) set({ historyUsage: list });
      return total;
    },
    async deleteUsage(ids) {
      const isSame = guard();
      await api(deleteUsage, { ids: [...ids] }, QUIET);
      const { historyUsage } = get();
      if (isSame()) set({ historyUsage: historyUsage.filter(({ id }) => !ids.includes(id)) });
    },
    async loadPayments({ page, pageSize }, signal) {
      const isSame = guard();
      const request = { page, page_size: pageSize };
      const { list, total } = await api(getPaymentPage, request, optionsOf(signal));
      if (isSame()) set({ paymentHistory: list });
      return total;
    },
    async cancelSubscription() {
      const isSame = guard();
      const subscription = await actions.run("cancel", (idempotencyKey) =>
        api(cancelSubscription, {}, { quiet: "refusals", idempotencyKey }),
      );
      if (isSame()) set({ subscription });
    },
    async startPayment(planId) {
      const { order_id, payment_url } = await api(getPaymentUrl, { plan_id: planId }, QUIET);
      deps.onPurchaseStarted?.();
      return { orderId: order_id, url: payment_url };
    },
    async finishPayment({ orderId, planId }) {
      const { status } = await api(getPaymentResult, { order_id: orderId }, QUIET);
      if (status !== "paid") return status;
      await actions.run(`pay ${orderId}`, (idempotencyKey) =>
        api(
          addPayRecord,
          { order_id: orderId, plan_id: planId },
          { quiet: "refusals", idempotencyKey },
        ),
      );
      await Promise.all([deps.refreshInfo(), deps.loadBalance()]);
      return status;
    },
    async openInvoice(orderId) {
      // Opened during the click: later, browsers block it as a popup.
      const tab = openTab();
      try {
        const { receipt_url } = await api(getInvoice, { order_id: orderId }, QUIET);
        if (!tab) throw new Error("The browser opened no tab");
        if (!/^https?:\/\//.test(receipt_url)) throw new Error(receipt_url);
        tab.location.href = receipt_url;
      } catch {
        tab?.close();
        toast("errors:invoice", "bad");
      }
    },
  };
}
