import {
  type Order,
  type RecordKind,
  arrange,
  PAYMENTS,
  REVIEWS,
  USAGE,
} from "../account/records.ts";
import { JOBS, jobFacts, QUEUE, WORKERS, workerFacts } from "../jobs/job-records.ts";
import { paymentFacts, reviewFacts, usageFacts } from "./details-view.ts";
import { cursorIn } from "./list-view.ts";
import type { ListName, Model, RowOf } from "./model.ts";

/** Kinds of the lists, by name. */
export const KINDS: { readonly [Name in ListName]: RecordKind<RowOf[Name]> } = {
  usage: USAGE,
  payments: PAYMENTS,
  reviews: REVIEWS,
  queue: QUEUE,
  jobs: JOBS,
  workers: WORKERS,
};

/** Caches the sorted rows, because the screen is drawn far more often than rows change. */
const arranged = new WeakMap<
  object,
  { readonly order: Order; readonly rows: readonly unknown[] }
>();

/** Rows of a list in its order. */
export function rowsOf<Name extends ListName>(
  { data, lists }: Model,
  name: Name,
): readonly RowOf[Name][] {
  const { rows } = data[name].loaded;
  const { order } = lists[name];
  const known = arranged.get(rows);
  if (known?.order === order) return known.rows as readonly RowOf[Name][];
  const sorted = arrange<RowOf[Name]>(KINDS[name], rows, order);
  arranged.set(rows, { order, rows: sorted });
  return sorted;
}

/** The selected row. */
export function chosenOf<Name extends ListName>(model: Model, name: Name): RowOf[Name] | undefined {
  const rows = rowsOf(model, name);
  return rows[cursorIn(model.lists[name], rows.length)];
}

/** Facts of a row, by list. */
const FACTS: {
  readonly [Name in ListName]: (row: RowOf[Name]) => readonly (readonly [string, string])[];
} = {
  usage: usageFacts,
  payments: paymentFacts,
  reviews: reviewFacts,
  // Enter lists the jobs that a row counts.
  queue: () => [],
  jobs: jobFacts,
  workers: workerFacts,
};

/** All details of the selected row. */
export function factsOfChosen<Name extends ListName>(model: Model, name: Name) {
  const row = chosenOf(model, name);
  return row ? FACTS[name](row) : [];
}
