import { addPayRecord } from "#core/api/payments/add-pay-record.ts";
import type { RawCall } from "#core/api/contract/call.ts";
import { cancelSubscription } from "#core/api/payments/cancel-subscription.ts";
import { getInvoice } from "#core/api/payments/invoice.ts";
import { getPaymentResult } from "#core/api/payments/payment-result.ts";
import { getPaymentUrl } from "#core/api/payments/payment-url.ts";
import { readBody } from "../http/body.ts";
import { ApiFailure } from "../http/api-failure.ts";
import { type RawRoute, type Route, moneyRoute, userRoute } from "../http/route.ts";
import type { RequestContext } from "../http/request-context.ts";
import { cancelPlan, prepareCancel } from "../payments/cancel-plan.ts";
import {
  CONTRACT_FORMS,
  DECLARATION_LIMIT,
  showContractForm,
  takeDeclaration,
} from "../payments/contracts/contract-form.ts";
import { findOrder, openOrder, recordOf } from "../payments/orders.ts";
import { receiptPath, RECEIPTS, showReceipt } from "../payments/receipts.ts";
import { receiveWebhook } from "../payments/receive-webhook.ts";
import { originOf, returnAddress } from "../payments/return-address.ts";
import { FORM_LIMIT, showCheckout, useCheckout } from "../payments/sandbox/pages.ts";
import { SANDBOX } from "../payments/sandbox/sandbox.ts";

export const PAYMENT_ROUTES: readonly Route[] = [
  userRoute(getPaymentUrl, async ({ plan_id }, context) => {
    const { userId } = context.user;
    const { locale, returnTo } = returnAddress(context, "/pricing");
    const customer = { userId, locale, returnTo, origin: originOf(context) };
    const { orderId, url } = await openOrder(context.deps, customer, plan_id);
    return { order_id: orderId, payment_url: url };
  }),
  userRoute(getPaymentResult, async ({ order_id: orderId }, { deps, user: { userId } }) => {
    const { status } = await deps.db.read((queries) => findOrder(queries, { userId, orderId }));
    return { status };
  }),
  userRoute(getInvoice, async ({ order_id: orderId }, context) => {
    const { deps, user } = context;
    const { userId } = user;
    const order = await deps.db.read((queries) => findOrder(queries, { userId, orderId }));
    return { receipt_url: originOf(context) + receiptPath(deps, order) };
  }),
  moneyRoute(addPayRecord, async ({ order_id: orderId, plan_id }, { user: { userId } }, tx) => {
    const record = recordOf(await findOrder(tx, { userId, orderId }));
    if (record.plan_id !== plan_id) throw new ApiFailure("not_found");
    return record;
  }),
  moneyRoute<typeof cancelSubscription, void>(
    cancelSubscription,
    (_request, { deps, user: { userId } }, tx) => cancelPlan(tx, deps, userId),
    (_request, { deps, user: { userId } }) => prepareCancel(deps, userId),
  ),
];

const WEBHOOK_LIMIT = 512 * 1024;
const raw = (method: RawCall["method"], path: string, type: string | null): RawCall => ({
  method,
  path,
  type,
});
const lastPart = ({ request }: RequestContext): string =>
  new URL(request.url).pathname.split("/").at(-1)!;

/** @throws {ApiFailure} not_found if another provider is configured */
function checkProvider({ deps }: RequestContext, name: string): void {
  if (deps.payment.name !== name) throw new ApiFailure("not_found");
}

export const PAYMENT_RAW_ROUTES: readonly RawRoute[] = [
  {
    call: raw("POST", "/audio/webhooks/{provider}", "text/plain"),
    limit: WEBHOOK_LIMIT,
    handle: async (context) => {
      checkProvider(context, lastPart(context));
      const body = await readBody(context.request, WEBHOOK_LIMIT);
      const status = await receiveWebhook(context.deps, body, context.request.headers);
      if (status === 400) throw new ApiFailure("invalid_request");
      return new Response(null, { status });
    },
  },
  {
    call: raw("GET", `${RECEIPTS}{receipt}`, "text/html"),
    limit: null,
    handle: (context) => showReceipt(context, lastPart(context)),
  },
  {
    call: raw("GET", `${CONTRACT_FORMS}{declaration}`, "text/html"),
    limit: null,
    handle: (context) => showContractForm(context, lastPart(context)),
  },
  {
    call: raw("POST", `${CONTRACT_FORMS}{declaration}`, "text/html"),
    limit: DECLARATION_LIMIT,
    handle: (context) => takeDeclaration(context, lastPart(context)),
  },
  {
    call: raw("GET", `${SANDBOX}{checkout}`, "text/html"),
    limit: null,
    handle: async (context) => {
      checkProvider(context, "sandbox");
      return await showCheckout(context, lastPart(context));
    },
  },
  {
    call: raw("POST", `${SANDBOX}{checkout}`, "text/html"),
    limit: FORM_LIMIT,
    handle: async (context) => {
      checkProvider(context, "sandbox");
      return await useCheckout(context, lastPart(context));
    },
  },
];
