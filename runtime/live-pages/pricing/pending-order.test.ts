import { expect, it } from "vitest";
import type { KeyValue } from "../../services/storage.ts";
import { mainUnits } from "../subscription/money.ts";
import {
  type PendingOrder,
  addressAfter,
  forgetOrder,
  keepOrder,
  readOrder,
  returnOf,
} from "./pending-order.ts";

const ORDER: PendingOrder = {
  orderId: "o1",
  planId: "pack-60",
  url: "https://pay.example/o1",
  userId: "u1",
  utmSource: "",
  time: 1000,
};
function storageOf(text: string | null = null): KeyValue {
  let stored = text;
  return { get: () => stored, set: (_key, value) => void (stored = value) };
}

it("USR-11 an order is remembered for a day, until it is settled", () => {
  const storage = storageOf();
  expect(readOrder(storage, 0)).toBeNull();
  keepOrder(storage, ORDER);
  expect(readOrder(storage, 2000)).toEqual(ORDER);
  expect(readOrder(storage, 1000 + 86_400_001)).toBeNull();
  forgetOrder(storage);
  expect(readOrder(storage, 2000)).toBeNull();
});

it.each(["", "{", "7", "[]", '{"orderId":"o1"}', JSON.stringify({ ...ORDER, url: 7 })])(
  "USR-11 what is no order is none: %j",
  (text) => expect(readOrder(storageOf(text), 2000)).toBeNull(),
);

it("API-15 the way back names the order, and nothing that cannot be one", () => {
  expect(returnOf("https://a.example/de/pricing?order_id=0198-a_b")).toBe("0198-a_b");
  expect(returnOf("https://a.example/pricing")).toBeNull();
  expect(returnOf("https://a.example/pricing?order_id=%3Cb%3E")).toBeNull();
});

it("USR-7 the source of a visit survives the way to the payment page and back", () => {
  const back = "https://a.example/pricing?order_id=o1";
  expect(addressAfter(back, "insufficient_credits")).toBe(
    "https://a.example/pricing?utm_source=insufficient_credits",
  );
  expect(addressAfter(`${back}&utm_source=ad`, "other")).toBe(
    "https://a.example/pricing?utm_source=ad",
  );
  expect(addressAfter(back, "")).toBe("https://a.example/pricing");
});

it.each([
  [900, "USD", 9],
  [900, "JPY", 900],
  [12_345, "KWD", 12.345],
])("LOC-6 %d of the smallest unit of %s is %d", (amount, currency, units) => {
  expect(mainUnits(amount, currency)).toBe(units);
});
