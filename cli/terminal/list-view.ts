import type { RecordKind } from "../account/records.ts";
import { showCount } from "../account/show.ts";
import { COLUMN_GAP, layOutColumns } from "./layout/columns.ts";
import { displayWidth, fit } from "../text/display-width.ts";
import { type Line, type Span, line, lineText, wrapText } from "./layout/line.ts";
import type { ListData, ListModel, ListName, AccountInfo } from "./model.ts";

export interface ListPicture<Row> {
  readonly kind: RecordKind<Row>;
  readonly list: ListModel;
  readonly data: ListData<Row>;
  /** Rows in sort order. */
  readonly rows: readonly Row[];
  readonly columns: number;
  /** Height in screen rows. */
  readonly height: number;
  readonly isUnicode: AccountInfo["isUnicode"];
}

/** First row of a window that is centered on the cursor if possible. */
export const windowTop = (cursor: number, count: number, height: number): number =>
  Math.max(0, Math.min(cursor - Math.floor(height / 2), count - height));

/** Index of the cursor's row; -1 if there are no rows. */
export const cursorIn = ({ cursor }: ListModel, count: number): number =>
  Math.min(cursor, count - 1);

/** The visible rows of a list around the cursor. */
export function listLines<Row>(picture: ListPicture<Row>): Line[] {
  const { kind, list, data, rows, columns, height, isUnicode } = picture;
  if (rows.length === 0) {
    const tone = data.failure === undefined ? "dim" : "bad";
    return wrapText(emptyText(picture), columns).map((text) => line(text, tone));
  }
  // Each row begins with a pointer and a selection mark.
  const placed = layOutColumns(kind.columns, columns - 4);
  const heading = placed
    .map(({ column, width }) => {
      const arrow = isUnicode
        ? list.order.reversed
          ? " ▲"
          : " ▼"
        : list.order.reversed
          ? " ^"
          : " v";
      const sorted = column.id === list.order.sort ? column.title + arrow : column.title;
      const title = displayWidth(sorted) <= width ? sorted : column.title;
      return fit(title, width, column.align);
    })
    .join(COLUMN_GAP);
  const cursor = cursorIn(list, rows.length);
  const shown = Math.max(1, height - 1);
  const top = windowTop(cursor, rows.length, shown);
  const pointer = isUnicode ? "›" : ">";
  const mark = isUnicode ? "●" : "*";
  const body = rows.slice(top, top + shown).map((row, at): Line => {
    const isChosen = top + at === cursor;
    const isMarked = list.marked.has(kind.idOf(row));
    const cells = placed.map(({ column, width, show }, index): Span => {
      const text = fit(show(row), width, column.align);
      return {
        text: index === 0 ? text : COLUMN_GAP + text,
        ...(column.tone && { tone: column.tone(row) }),
      };
    });
    return [
      { text: `${isChosen ? pointer : " "} `, tone: "accent" },
      { text: `${isMarked ? mark : " "} `, tone: "warn" },
      ...(isChosen ? line(lineText(cells), "chosen") : cells),
    ];
  });
  return height > 1 ? [line(`    ${heading}`, "dim"), ...body] : body;
}

const WHAT: Readonly<Record<ListName, string>> = {
  usage: "jobs",
  payments: "payments",
  reviews: "ratings",
  queue: "jobs",
  jobs: "jobs",
  workers: "workers",
};

function emptyText<Row>({ kind, list, data }: ListPicture<Row>): string {
  const what = WHAT[kind.name];
  if (data.failure !== undefined) return `${data.failure} Press u to try again.`;
  if (data.isLoading || !data.loaded.isComplete) return `Reading ${what} …`;
  if (list.order.filter !== "")
    return `None of ${showCount(data.loaded.rows.length)} ${what} has “${list.order.filter}”. Esc shows all.`;
  return kind.name === "usage"
    ? "No jobs yet. Jobs that cost credits are listed here."
    : kind.name === "workers"
      ? "No workers. `toolkit worker` starts one."
      : `No ${what} yet.`;
}

/** Position in a list: `3 of 120`. */
export function positionText<Row>({ list, data, rows }: ListPicture<Row>): string {
  const { loaded, isLoading, failure } = data;
  if (rows.length === 0) return "";
  const isFiltered = list.order.filter !== "";
  const count = isFiltered ? rows.length : (loaded.total ?? rows.length);
  const marked = list.marked.size > 0 ? `${showCount(list.marked.size)} marked, ` : "";
  const reading =
    isLoading && loaded.total !== undefined
      ? `, read ${showCount(loaded.rows.length)} of ${showCount(loaded.total)}`
      : failure !== undefined && !loaded.isComplete
        ? ", not all read"
        : "";
  return `${marked}${showCount(cursorIn(list, rows.length) + 1)} of ${showCount(count)}${reading}`;
}
