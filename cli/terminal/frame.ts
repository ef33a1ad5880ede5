import { detailLines } from "./details-view.ts";
import { footerText, VIEW_NAMES } from "./help-view.ts";
import { type Line, cutLine, line, spread, widthOf, wrapText } from "./layout/line.ts";
import { type ListPicture, listLines, positionText } from "./list-view.ts";
import { type ListName, type Model, type RowOf, type View, divide, isJobView } from "./model.ts";
import { questionOf } from "./row-actions.ts";
import { factsOfChosen, KINDS, rowsOf } from "./rows.ts";
import { textColumns, lastScroll, longText } from "./long-text.ts";

/** The screen as rows: at most one row less than its height, and none wider than the screen. */
export function frame(model: Model): Line[] {
  const columns = textColumns(model);
  const { hasTitle, hasSpace, hasFooter, body } = divide(model.size.rows);
  const inside = bodyOf(model, columns, body);
  const filled = [...inside.lines, ...Array.from({ length: body }, () => line(""))].slice(0, body);
  return [
    ...(hasTitle ? [titleLine(model, columns)] : []),
    tabsLine(model, columns),
    ...(hasSpace ? [line("")] : []),
    ...filled,
    ...(hasSpace ? [line("")] : []),
    statusLine(model, inside.position, columns),
    ...(hasFooter ? [line(footerText(model.view, model.mode, columns), "dim")] : []),
  ].map((each) => cutLine(model.account.isUnicode ? each : toAscii(each), columns));
}

/** ASCII replacements for the program's own symbols; external names stay unchanged. */
const SIGNS: Readonly<Record<string, string>> = { "…": "~", "“": '"', "”": '"' };
const toAscii = (spans: Line): Line =>
  spans.map((span) => ({
    ...span,
    text: span.text.replace(/[…“”]/g, (sign) => SIGNS[sign]!),
  }));

function titleLine({ account, overview }: Model, columns: number): Line {
  const email = overview?.email ?? account.email ?? "…";
  return spread(line(email, "strong"), line(new URL(account.api).host, "dim"), columns);
}

function tabsLine({ view, views, overview, data }: Model, columns: number): Line {
  const countOf = (name: View): number | undefined =>
    name === "credits" ? overview && overview.free + overview.paid : data[name].loaded.total;
  const wide = views.map((name) => {
    const count = countOf(name);
    const number = count === undefined ? "" : ` ${count}`;
    return name === view ? `[${VIEW_NAMES[name]}${number}]` : ` ${VIEW_NAMES[name]}${number} `;
  });
  const spans: Line = wide.map((text, at) => ({
    text: at === 0 ? text : ` ${text}`,
    tone: views[at] === view ? "accent" : "dim",
  }));
  return widthOf(spans) <= columns ? spans : line(`[${VIEW_NAMES[view]}]`, "accent");
}

interface Inside {
  readonly lines: readonly Line[];
  /** Position in the list or text. */
  readonly position: string;
}

function bodyOf(model: Model, columns: number, height: number): Inside {
  const { view, mode } = model;
  const long = longText(model);
  if (long) {
    const scroll = mode.kind === "help" ? mode.scroll : model.scroll;
    return scrolled(long, Math.min(scroll, lastScroll(model)), height);
  }
  if (mode.kind === "address") return { lines: addressLines(mode.address, columns), position: "" };
  if (view === "credits") return { lines: waitingLines(model, columns), position: "" };
  if (mode.kind === "details")
    return { lines: detailLines(factsOfChosen(model, view), columns), position: "" };
  return listBody(pictureOf(model, view, { columns, height }));
}

const addressLines = (address: string, columns: number): Line[] => [
  line("The invoice is at", "dim"),
  ...wrapText(address, columns).map((text) => line(text, "accent")),
];

function waitingLines({ overviewFailure }: Model, columns: number): Line[] {
  if (overviewFailure === undefined) return [line("Reading the account …", "dim")];
  return wrapText(`${overviewFailure} Press u to try again.`, columns).map((text) =>
    line(text, "bad"),
  );
}

const listBody = <Row>(picture: ListPicture<Row>): Inside => ({
  lines: listLines(picture),
  position: positionText(picture),
});

function scrolled(lines: readonly Line[], top: number, height: number): Inside {
  const end = Math.min(lines.length, top + height);
  return {
    lines: lines.slice(top, end),
    position: lines.length > height ? `rows ${top + 1} to ${end} of ${lines.length}` : "",
  };
}

/** The data from which a list is drawn. */
export const pictureOf = <Name extends ListName>(
  model: Model,
  name: Name,
  { columns, height }: { readonly columns: number; readonly height: number },
): ListPicture<RowOf[Name]> => ({
  kind: KINDS[name],
  list: model.lists[name],
  data: model.data[name],
  rows: rowsOf(model, name),
  columns,
  height,
  isUnicode: model.account.isUnicode,
});

/** Why outdated data is shown; undefined if the data is current or nothing is shown. */
export function staleDataFailure({ view, overview, overviewFailure, data }: Model) {
  if (view === "credits") return overview && overviewFailure;
  const { loaded, failure } = data[view];
  return loaded.rows.length > 0 ? failure : undefined;
}

/** The prompt, the current action or its result, and the position. */
function statusLine(model: Model, position: string, columns: number): Line {
  const { mode, busy, notice, view, lists, account, isLive } = model;
  if (mode.kind === "confirm") return line(`${questionOf(mode)} y/N`, "warn");
  const end = line(position, "dim");
  if (mode.kind === "filter" && view !== "credits")
    return spread(
      line(`/${lists[view].order.filter}${account.isUnicode ? "▏" : "_"}`, "accent"),
      end,
      columns,
    );
  if (busy !== undefined) return spread(line(`${busy} …`, "dim"), end, columns);
  if (notice) return spread(line(notice.text, notice.tone), end, columns);
  const failure = staleDataFailure(model);
  if (failure !== undefined)
    return spread(line(`${failure} Press u to try again.`, "bad"), end, columns);
  const filter = view === "credits" ? "" : lists[view].order.filter;
  const tool = view !== "payments" && account.tool !== undefined ? `Tool ${account.tool}. ` : "";
  const live = isJobView(view) && !isLive ? "Not live: f follows again. " : "";
  return spread(
    line(live + tool + (filter === "" ? "" : `Filter: ${filter}`), "dim"),
    end,
    columns,
  );
}
