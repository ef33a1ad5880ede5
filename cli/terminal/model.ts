import type { PaymentRecord, ReviewRecord, UsageRecord } from "#core/api/contract/shapes.ts";
import type { Overview } from "../account/overview.ts";
import type { Loaded } from "../account/pager.ts";
import type { Order } from "../account/records.ts";

export type ListName = "usage" | "payments" | "reviews";
export type View = "credits" | ListName;
/** What somebody with an account sees, and what the operator of a site does. */
export const ACCOUNT_VIEWS: readonly View[] = ["credits", "usage", "payments"];
export const OPERATOR_VIEWS: readonly View[] = ["reviews"];
export interface RowOf {
  readonly usage: UsageRecord;
  readonly payments: PaymentRecord;
  readonly reviews: ReviewRecord;
}

/** What the keys do at the moment. */
export type Mode =
  | { readonly kind: "browse" }
  | { readonly kind: "filter"; readonly before: string }
  | { readonly kind: "confirm"; readonly ids: readonly string[] }
  | { readonly kind: "details" }
  | { readonly kind: "address"; readonly address: string }
  | { readonly kind: "help"; readonly scroll: number };
export const BROWSE: Mode = { kind: "browse" };

export interface ListModel {
  /** Row that is chosen; beyond the end it is the last one. */
  readonly cursor: number;
  readonly order: Order;
  readonly marked: ReadonlySet<string>;
}

/** What came of something. */
export interface Notice {
  readonly text: string;
  readonly tone: "good" | "bad" | "dim";
}

export interface ListData<Row> {
  readonly loaded: Loaded<Row>;
  readonly isLoading: boolean;
  readonly failure: string | undefined;
}

/** All that the screen is made from. */
export interface Model {
  readonly view: View;
  /** Those that there are, in their order. */
  readonly views: readonly View[];
  readonly mode: Mode;
  readonly lists: Readonly<Record<ListName, ListModel>>;
  /** Rows of the first view that are above the screen. */
  readonly scroll: number;
  readonly notice: Notice | undefined;
  /** What is being done. */
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

/** Whose account it is, and how the terminal is. */
export interface AccountInfo {
  readonly email: string | undefined;
  readonly api: string;
  readonly isUnicode: boolean;
  /** Slug of the tool whose jobs alone are listed. */
  readonly tool: string | undefined;
}

/** How the rows of a screen are divided. */
export interface Division {
  readonly hasTitle: boolean;
  readonly hasSpace: boolean;
  readonly hasFooter: boolean;
  readonly body: number;
}

/** A frame is at most one row less than the screen: a full one would scroll with each change. */
export function divide(rows: number): Division {
  const all = Math.max(3, rows - 1);
  const hasTitle = all >= 6;
  const hasFooter = all >= 5;
  const hasSpace = all >= 14;
  const around = 2 + Number(hasTitle) + Number(hasFooter) + (hasSpace ? 2 : 0);
  return { hasTitle, hasSpace, hasFooter, body: all - around };
}

/** Rows of a list that are on the screen; its heading takes one. */
export const listRows = (rows: number): number => Math.max(1, divide(rows).body - 1);
