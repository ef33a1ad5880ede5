import type { PaymentRecord, ReviewRecord, UsageRecord } from "#core/api/contract/shapes.ts";
import { isoTime, showAmount, showCount, showLength, showTime } from "./show.ts";

/** Meaning of a value, which determines its color on a terminal. */
export type Mood = "good" | "warn" | "bad" | "dim";

/** A column of a list, for people and for programs. */
export interface Column<Row> {
  readonly id: string;
  readonly title: string;
  readonly align: "start" | "end";
  /** Minimum and maximum width in terminal columns. */
  readonly min: number;
  readonly max: number;
  /** Short form for narrow terminals. */
  readonly brief?: { readonly width: number; readonly show: (row: Row) => string };
  /** Columns with the highest value are dropped first if space is scarce; 0 is never dropped. */
  readonly spare: number;
  readonly show: (row: Row) => string;
  /** Color of the value. */
  readonly tone?: (row: Row) => Mood;
  /** Value in tab-separated output. */
  readonly data: (row: Row) => string;
  /** Sort key; the default order is by time, newest first. */
  readonly rank: (row: Row) => number | string;
}

/** A list of an account or of the operator: how its rows are identified, shown and sorted. */
export interface RecordKind<Row> {
  readonly name: "usage" | "payments" | "reviews" | "queue" | "jobs" | "workers";
  readonly columns: readonly Column<Row>[];
  readonly idOf: (row: Row) => string;
}

const text = { align: "start", spare: 0 } as const;
const number = { align: "end", spare: 0 } as const;

/** A column that is the same for people and programs. */
const plain = <Row>(of: (row: Row) => string) => ({ show: of, data: of });

export const timeColumn = <Row extends { readonly created_at: number }>(): Column<Row> => ({
  ...text,
  id: "time",
  title: "Time",
  min: 16,
  max: 16,
  show: ({ created_at }) => showTime(created_at),
  brief: { width: 11, show: ({ created_at }) => showTime(created_at).slice(5) },
  data: ({ created_at }) => isoTime(created_at),
  rank: ({ created_at }) => -created_at,
});

const toolColumn = <Row extends { readonly tool: string }>(max = 40): Column<Row> => ({
  ...text,
  id: "tool",
  title: "Tool",
  min: 10,
  max,
  ...plain(({ tool }) => tool),
  rank: ({ tool }) => tool,
});

export const USAGE: RecordKind<UsageRecord> = {
  name: "usage",
  idOf: ({ id }) => id,
  columns: [
    timeColumn(),
    toolColumn(),
    {
      ...number,
      id: "length",
      title: "Length",
      min: 7,
      max: 9,
      spare: 2,
      show: ({ seconds }) => showLength(seconds),
      data: ({ seconds }) => String(seconds),
      rank: ({ seconds }) => -seconds,
    },
    {
      ...number,
      id: "cost",
      title: "Credits",
      min: 9,
      max: 9,
      brief: { width: 7, show: ({ cost }) => showCount(cost) },
      show: ({ cost }) => showCount(cost),
      data: ({ cost }) => String(cost),
      rank: ({ cost }) => -cost,
    },
    {
      ...text,
      id: "state",
      title: "State",
      min: 8,
      max: 10,
      spare: 1,
      show: ({ state }) => USAGE_STATES[state],
      tone: ({ state }) => USAGE_TONES[state],
      data: ({ state }) => state,
      rank: ({ state }) => state,
    },
  ],
};

const USAGE_STATES: Readonly<Record<UsageRecord["state"], string>> = {
  reserved: "running",
  settled: "done",
  refunded: "refunded",
};
const USAGE_TONES: Readonly<Record<UsageRecord["state"], Mood>> = {
  reserved: "warn",
  settled: "good",
  refunded: "dim",
};

export const REVIEWS: RecordKind<ReviewRecord> = {
  name: "reviews",
  idOf: ({ id }) => id,
  columns: [
    timeColumn(),
    toolColumn(18),
    {
      ...number,
      id: "stars",
      title: "Stars",
      min: 5,
      max: 5,
      ...plain(({ stars }) => String(stars)),
      rank: ({ stars }) => stars,
    },
    {
      ...text,
      id: "locale",
      title: "Locale",
      min: 6,
      max: 8,
      spare: 1,
      ...plain(({ locale }) => locale),
      rank: ({ locale }) => locale,
    },
    {
      ...text,
      id: "words",
      title: "Words",
      min: 24,
      max: 200,
      ...plain(({ review }) => review.replace(/\s+/g, " ")),
      rank: ({ review }) => -review.length,
    },
  ],
};

const PAYMENT_TONES: Readonly<Record<PaymentRecord["status"], Mood>> = {
  pending: "warn",
  paid: "good",
  failed: "bad",
  refunded: "dim",
};

export const PAYMENTS: RecordKind<PaymentRecord> = {
  name: "payments",
  idOf: ({ order_id }) => order_id,
  columns: [
    timeColumn(),
    {
      ...text,
      id: "name",
      title: "Bought",
      min: 9,
      max: 40,
      ...plain(({ name }) => name),
      rank: ({ name }) => name,
    },
    {
      ...number,
      id: "amount",
      title: "Amount",
      min: 10,
      max: 14,
      ...plain(({ amount, currency }) => `${showAmount(amount, currency)} ${currency}`),
      rank: ({ amount }) => -amount,
    },
    {
      ...text,
      id: "status",
      title: "State",
      min: 8,
      max: 10,
      spare: 1,
      ...plain(({ status }) => status),
      tone: ({ status }) => PAYMENT_TONES[status],
      rank: ({ status }) => status,
    },
  ],
};

/** Order and filter of a list. */
export interface Order {
  /** Id of a column. */
  readonly sort: string;
  readonly reversed: boolean;
  /** Words that must all occur in a row, ignoring case. */
  readonly filter: string;
}
export const NEWEST_FIRST: Order = { sort: "time", reversed: false, filter: "" };

const collator = new Intl.Collator("en", { numeric: true });
const compare = (a: number | string, b: number | string): number =>
  typeof a === "number" && typeof b === "number" ? a - b : collator.compare(String(a), String(b));

/** Sorts and filters rows; equal rows stay newest first. */
export function arrange<Row>(
  { columns, idOf }: RecordKind<Row>,
  rows: readonly Row[],
  { sort, reversed, filter }: Order,
): readonly Row[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  const textOf = (row: Row): string =>
    [...columns.map(({ show }) => show(row)), idOf(row)].join("\n").toLowerCase();
  const found =
    words.length === 0
      ? rows
      : rows.filter((row) => {
          const all = textOf(row);
          return words.every((word) => all.includes(word));
        });
  const { rank } = columns.find(({ id }) => id === sort) ?? columns[0]!;
  const sign = reversed ? -1 : 1;
  return [...found].sort((a, b) => sign * compare(rank(a), rank(b)));
}
