import { PERSONAL } from "../../services/personal-storage.ts";
import type { KeyValue } from "../../services/storage.ts";

/** An order that was sent to be paid for, and of which nothing has been heard yet. */
export interface PendingOrder {
  readonly orderId: string;
  /** The pack or plan, as `payment/url/get` names it. */
  readonly planId: string;
  /** Where it is paid for. */
  readonly url: string;
  /** Id of the account that ordered it. */
  readonly userId: string;
  /** Where the visitor had come from; empty when it is not known. */
  readonly utmSource: string;
  /** Epoch ms. */
  readonly time: number;
}

/** Milliseconds after which an order that was not paid is forgotten. */
const LASTS = 24 * 3600 * 1000;

const isText = (value: unknown): value is string => typeof value === "string";

/** The order that is waited for, in this browser. @param now epoch ms */
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

/** The order that an address of the way back from the payment page names. */
export function returnOf(href: string): string | null {
  const orderId = new URL(href).searchParams.get("order_id");
  return orderId !== null && /^[\w-]{1,128}$/.test(orderId) ? orderId : null;
}

/** The address without what the payment page added, and with the source that was lost on the way. */
export function addressAfter(href: string, utmSource: string): string {
  const url = new URL(href);
  url.searchParams.delete("order_id");
  if (utmSource !== "" && !url.searchParams.has("utm_source"))
    url.searchParams.set("utm_source", utmSource);
  return url.href;
}
