import { PERSONAL } from "../../services/personal-storage.ts";
import type { KeyValue } from "../../services/storage.ts";

/** An order that was sent to the payment page and whose result is unknown. */
export interface PendingOrder {
  readonly orderId: string;
  /** Id of the pack or plan for `payment/url/get`. */
  readonly planId: string;
  /** URL of the payment page. */
  readonly url: string;
  /** Id of the account that placed the order. */
  readonly userId: string;
  /** The visitor's `utm_source`; empty if unknown. */
  readonly utmSource: string;
  /** Epoch ms. */
  readonly time: number;
}

/** Time in ms after which an unpaid order is forgotten. */
const LASTS = 24 * 3600 * 1000;

const isText = (value: unknown): value is string => typeof value === "string";

/** The pending order of this browser. @param now epoch ms */
export function readOrder(storage: KeyValue, now: number): PendingOrder | null {
  try {
    const order = JSON.parse(storage.get(PERSONAL.order) ?? "null") as Partial<PendingOrder> | null;
    if (order === null || typeof order !== "object") return null;
    const { orderId, planId, url, userId, utmSource, time } = order;
    if (![orderId, planId, url, userId, utmSource].every(isText)) return null;
    if (typeof time !== "number" || now - time > LASTS) return null;
    return order as PendingOrder;
  } catch {
    return null;
  }
}

export const keepOrder = (storage: KeyValue, order: PendingOrder): void =>
  storage.set(PERSONAL.order, JSON.stringify(order));
export const forgetOrder = (storage: KeyValue): void => storage.set(PERSONAL.order, null);

/** The order id in the return URL of the payment page. */
export function returnOf(href: string): string | null {
  const orderId = new URL(href).searchParams.get("order_id");
  return orderId !== null && /^[\w-]{1,128}$/.test(orderId) ? orderId : null;
}

/**
 * The URL without the payment page's parameters, and with the `utm_source` that was lost in the
 * redirect.
 */
export function addressAfter(href: string, utmSource: string): string {
  const url = new URL(href);
  url.searchParams.delete("order_id");
  if (utmSource !== "" && !url.searchParams.has("utm_source"))
    url.searchParams.set("utm_source", utmSource);
  return url.href;
}
