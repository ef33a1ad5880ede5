import { getPaymentPage } from "#core/api/payments/payment-page.ts";
import type { PaymentRecord, ReviewRecord } from "#core/api/contract/shapes.ts";
import { getReviews } from "#core/api/ratings/get-reviews.ts";
import type { Client } from "./client.ts";
import { type Pager, createPager } from "./pager.ts";
import { type Order, type RecordKind, arrange, PAYMENTS, REVIEWS } from "./records.ts";

export const createPaymentPager = (client: Client): Pager<PaymentRecord> =>
  createPager((request) => client.call(getPaymentPage, request), PAYMENTS.idOf);

/** Visitor ratings, for the operator. @param tool slug of the only tool to list */
export const createReviewPager = (client: Client, tool: string | undefined): Pager<ReviewRecord> =>
  createPager(
    (request) => client.call(getReviews, { ...request, ...(tool !== undefined && { tool }) }),
    REVIEWS.idOf,
  );

/** Selects rows of a list. */
export interface RecordQuery extends Order {
  /** 1-based. */
  readonly page: number;
  readonly size: number;
  /** Whether to list all rows instead of a page. */
  readonly all: boolean;
}

/** Rows of a page, and the number of rows that match the filter. */
export interface Listed<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
}

/**
 * Reads a list in the requested order. The API supports one order; for other orders and filters,
 * all rows are read.
 */
export async function listRecords<Row>(
  kind: RecordKind<Row>,
  pager: Pager<Row>,
  query: RecordQuery,
): Promise<Listed<Row>> {
  const isAsGiven = query.filter === "" && query.sort === "time" && !query.reversed;
  const end = query.page * query.size;
  let loaded = await pager.more();
  while (!loaded.isComplete && (!isAsGiven || query.all || loaded.rows.length < end))
    loaded = await pager.more();
  const rows = arrange(kind, loaded.rows, query);
  return {
    rows: query.all ? rows : rows.slice(end - query.size, end),
    total: isAsGiven ? (loaded.total ?? rows.length) : rows.length,
  };
}
