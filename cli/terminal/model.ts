import type { PaymentRecord, ReviewRecord, UsageRecord } from "#core/api/contract/shapes.ts";
import type { JobWorker, OperatedJob } from "#core/api/contract/job-shapes.ts";
import type { Overview } from "../account/overview.ts";
import type { Loaded } from "../account/pager.ts";
import type { Order } from "../account/records.ts";
import type { JobFilter } from "../jobs/job-pagers.ts";
import type { JobCount } from "../jobs/job-records.ts";

/** Lists of an account holder, and those of the operator of a site. */
export type AccountList = "usage" | "payments";
export type JobList = "queue" | "jobs" | "workers";
export type ListName = AccountList | "reviews" | JobList;
export type View = "credits" | ListName;
export const ACCOUNT_VIEWS: readonly View[] = ["credits", "usage", "payments"];
export const REVIEW_VIEWS: readonly View[] = ["reviews"];
export const JOB_VIEWS: readonly JobList[] = ["queue", "jobs", "workers"];
export const isJobView = (view: View): view is JobList =>
  (JOB_VIEWS as readonly View[]).includes(view);
export interface RowOf {
  readonly usage: UsageRecord;
  readonly payments: PaymentRecord;
  readonly reviews: ReviewRecord;
  readonly queue: JobCount;
  readonly jobs: OperatedJob;
  readonly workers: JobWorker;
}

/** What is done to rows after a question. */
export type RowAction = "delete" | "cancel" | "redrive" | "drain";

/** Mode that determines the meaning of keys. */
export type Mode =
  | { readonly kind: "browse" }
  | { readonly kind: "filter"; readonly before: string }
  | { readonly kind: "confirm"; readonly action: RowAction; readonly ids: readonly string[] }
  | { readonly kind: "details" }
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "help"; readonly scroll: number };
export const BROWSE: Mode = { kind: "browse" };

export interface ListModel {
  /** Index of the selected row; beyond the end it selects the last one. */
  readonly cursor: number;
  readonly order: Order;
  readonly marked: ReadonlySet<string>;
}

/** Result of an action. */
export interface Notice {
  readonly text: string;
  readonly tone: "good" | "bad" | "dim";
}

export interface ListData<Row> {
  readonly loaded: Loaded<Row>;
  readonly isLoading: boolean;
  readonly failure: string | undefined;
}

/** State from which the screen is drawn. */
export interface Model {
  readonly view: View;
  /** Available views, in order. */
  readonly views: readonly View[];
  readonly mode: Mode;
  readonly lists: Readonly<Record<ListName, ListModel>>;
  /** Scroll position of the first view, in rows. */
  readonly scroll: number;
  /** Whether the operator's lists are read again every few seconds. */
  readonly isLive: boolean;
  readonly notice: Notice | undefined;
  /** Description of the running action. */
  readonly busy: string | undefined;
  readonly overview: Overview | undefined;
  readonly overviewFailure: string | undefined;
  readonly data: { readonly [Name in ListName]: ListData<RowOf[Name]> };
  readonly size: Size;
  /** Epoch seconds. */
  readonly now: number;
  readonly account: AccountInfo;
}

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** The account, and properties of the terminal. */
export interface AccountInfo {
  readonly email: string | undefined;
  readonly api: string;
  readonly isUnicode: boolean;
  /** Slug of the only tool whose jobs are listed. */
  readonly tool: string | undefined;
  /** The only jobs that the operator's screen lists. */
  readonly jobs?: JobFilter;
}

/** Layout of the screen's rows. */
export interface Division {
  readonly hasTitle: boolean;
  readonly hasSpace: boolean;
  readonly hasFooter: boolean;
  readonly body: number;
}

/** A frame is at most one row shorter than the screen: a full one would scroll with each change. */
export function divide(rows: number): Division {
  const all = Math.max(3, rows - 1);
  const hasTitle = all >= 6;
  const hasFooter = all >= 5;
  const hasSpace = all >= 14;
  const around = 2 + Number(hasTitle) + Number(hasFooter) + (hasSpace ? 2 : 0);
  return { hasTitle, hasSpace, hasFooter, body: all - around };
}

/** Rows of a list that fit on the screen; its heading takes one. */
export const listRows = (rows: number): number => Math.max(1, divide(rows).body - 1);

export const withList = (model: Model, name: ListName, change: Partial<ListModel>): Model => ({
  ...model,
  lists: { ...model.lists, [name]: { ...model.lists[name], ...change } },
});
