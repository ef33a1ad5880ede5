import type { PaymentRecord, ReviewRecord, UsageRecord } from "../../core/api/contract/shapes.ts";
import { counted, isoTime, showAmount, showLength, showTime } from "../account/show.ts";
import type { Line } from "./line.ts";
import { factLines } from "./line.ts";

type Fact = readonly [name: string, value: string];

export const usageFacts = ({ id, tool, seconds, cost, state, created_at }: UsageRecord): Fact[] => [
  ["Tool", tool],
  ["Time", `${showTime(created_at)} (${isoTime(created_at)})`],
  ["Length", `${showLength(seconds)} (${seconds} s)`],
  [
    "Cost",
    state === "refunded" ? `${counted(cost, "credit")}, given back` : counted(cost, "credit"),
  ],
  ["State", USAGE_STATE[state]],
  ["Id", id],
];
const USAGE_STATE: Readonly<Record<UsageRecord["state"], string>> = {
  reserved: "running: its credits are held until it ends",
  settled: "done",
  refunded: "failed or cancelled",
};

export const paymentFacts = (record: PaymentRecord): Fact[] => [
  ["Bought", record.name],
  ["Time", `${showTime(record.created_at)} (${isoTime(record.created_at)})`],
  ["Amount", `${showAmount(record.amount, record.currency)} ${record.currency}`],
  ["State", record.status],
  ["Offer", record.plan_id],
  ["Order", record.order_id],
];

export const reviewFacts = (record: ReviewRecord): Fact[] => [
  ["Tool", record.tool],
  ["Stars", `${record.stars} of 5`],
  ["Words", record.review === "" ? "none" : record.review.replace(/\s+/g, " ")],
  ["Time", `${showTime(record.created_at)} (${isoTime(record.created_at)})`],
  ["Locale", record.locale],
  ["Id", record.id],
];

export const detailLines = (facts: readonly Fact[], columns: number): Line[] =>
  facts.flatMap(([name, value]) => factLines(name, value, { columns, indent: 9 }));
