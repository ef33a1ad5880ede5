import { addPayRecord } from "../../core/api/payments/add-pay-record.ts";
import type { RawCall } from "../../core/api/contract/call.ts";
import { cancelSubscription } from "../../core/api/payments/cancel-subscription.ts";
import { getInvoice } from "../../core/api/payments/invoice.ts";
import { getPaymentResult } from "../../core/api/payments/payment-result.ts";
import { getPaymentUrl } from "../../core/api/payments/payment-url.ts";
import { readBody } from "../http/body.ts";
import { Refusal } from "../http/refusal.ts";
import type { RawRoute, Route } from "../http/route.ts";
import { moneyRoute, userRoute } from "../http/route.ts";
import type { Visit } from "../http/visit.ts";
import { cancelPlan, prepareCancel } from "../payments/cancel-plan.ts";
import { findOrder, openOrder, recordOf } from "../payments/orders.ts";
import { receiptPath, RECEIPTS, showReceipt } from "../payments/receipts.ts";
import { receiveWebhook } from "../payments/receive-webhook.ts";
import { originOf, returnAddress } from "../payments/return-address.ts";
import { FORM_LIMIT, showCheckout, useCheckout } from "../payments/sandbox/pages.ts";
import { SANDBOX } from "../payments/sandbox/sandbox.ts";

export const PAYMENT_ROUTES: readonly Route[] = [
  userRoute(getPaymentUrl, async ({ plan_id }, visit) => {
    const { userId } = visit.user;
    const { locale, returnTo } = returnAddress(visit, "/pricing");
    const buyer = { userId, locale, returnTo, origin: originOf(visit) };
    const { orderId, url } = await openOrder(visit.deps, buyer, plan_id);
    return { order_id: orderId, payment_url: url };
  }),
  userRoute(getPaymentResult, async ({ order_id: orderId }, { deps, user: { userId } }) => {
    const { status } = await deps.db.read((queries) => findOrder(queries, { userId, orderId }));
    return { status };
  }),
  userRoute(getInvoice, async ({ order_id: orderId }, visit) => {
    const { deps, user } = visit;
    const { userId } = user;
    const order = await deps.db.read((queries) => findOrder(queries, { userId, orderId }));
    return { receipt_url: originOf(visit) + receiptPath(deps, order) };
  }),
  moneyRoute(addPayRecord, async ({ order_id: orderId, plan_id }, { user: { userId } }, tx) => {
    const record = recordOf(await findOrder(tx, { userId, orderId }));
    if (record.plan_id !== plan_id) throw new Refusal("not_found");
    return record;
  }),
  moneyRoute<typeof cancelSubscription, void>(
    cancelSubscription,
    (_request, { deps, user: { userId } }, tx) => cancelPlan(tx, deps, userId),
    (_request, { deps, user: { userId } }) => prepareCancel(deps, userId),
  ),
];

/** Bytes of a webhook at most. */
const WEBHOOK_LIMIT = 512 * 1024;
const raw = (method: RawCall["method"], path: string, type: string | null): RawCall => ({
  method,
  path,
  type,
});
const lastPart = ({ request }: Visit): string => new URL(request.url).pathname.split("/").at(-1)!;

/** @throws {Refusal} not_found where another provider takes the money */
function checkProvider({ deps }: Visit, name: string): void {
  if (deps.payment.name !== name) throw new Refusal("not_found");
}

export const PAYMENT_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: raw("POST", "/audio/webhooks/{provider}", "text/plain"),
    limit: WEBHOOK_LIMIT,
    answer: async (visit) => {
      checkProvider(visit, lastPart(visit));
      const body = await readBody(visit.request, WEBHOOK_LIMIT);
      const status = await receiveWebhook(visit.deps, body, visit.request.headers);
      if (status === 400) throw new Refusal("invalid_request");
      return new Response(null, { status });
    },
  },
  {
    call: raw("GET", `${RECEIPTS}{receipt}`, "text/html"),
    limit: null,
    answer: (visit) => showReceipt(visit, lastPart(visit)),
  },
  {
    call: raw("GET", `${SANDBOX}{checkout}`, "text/html"),
    limit: null,
    answer: async (visit) => {
      checkProvider(visit, "sandbox");
      return await showCheckout(visit, lastPart(visit));
    },
  },
  {
    call: raw("POST", `${SANDBOX}{checkout}`, "text/html"),
    limit: FORM_LIMIT,
    answer: async (visit) => {
      checkProvider(visit, "sandbox");
      return await useCheckout(visit, lastPart(visit));
    },
  },
];
