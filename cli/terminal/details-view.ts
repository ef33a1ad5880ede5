import type { PaymentRecord, ReviewRecord, UsageRecord } from "#core/api/contract/shapes.ts";
import { counted, isoTime, showAmount, showLength, showTime } from "../account/show.ts";
import { type Line, factLines } from "./layout/line.ts";

type Fact = readonly [name: string, value: string];

const costOfJob = ({ cost, charged = 0, state }: UsageRecord): string => {
  if (state !== "refunded") return counted(cost, "credit");
  const back = `${counted(cost - charged, "credit")}, given back`;
  return charged === 0 ? back : `${counted(charged, "credit")} for hosted work; ${back}`;
};

export const usageFacts = (record: UsageRecord): Fact[] => [
  ["Tool", record.tool],
  ["Time", `${showTime(record.created_at)} (${isoTime(record.created_at)})`],
  ["Length", `${showLength(record.seconds)} (${record.seconds} s)`],
  ["Cost", costOfJob(record)],
  ["State", USAGE_STATE[record.state]],
  ["Id", record.id],
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
