import { describeDaily, describePlan, describeUse } from "../account/overview.ts";
import { counted } from "../account/show.ts";
import { footerText, VIEW_NAMES } from "./help-view.ts";
import { positionText } from "./list-view.ts";
import { lineText } from "./layout/line.ts";
import { longText } from "./long-text.ts";
import type { ListName, Model } from "./model.ts";
import { staleDataFailure, pictureOf } from "./frame.ts";
import { questionOf } from "./row-actions.ts";
import { chosenOf, factsOfChosen, KINDS } from "./rows.ts";

/**
 * The screen as sentences for screen readers: rows of a list are announced one by one during
 * navigation,
 * and nothing is drawn.
 */
export function describe(model: Model): string[] {
  const { mode, busy, notice, view } = model;
  const failure = staleDataFailure(model);
  const lines = [
    ...bodyOf(model),
    ...(mode.kind === "filter" && view !== "credits"
      ? [`Filter: ${model.lists[view].order.filter || "empty"}.`]
      : []),
    ...(mode.kind === "confirm" ? [`${questionOf(mode)} y or n.`] : []),
    ...(busy === undefined ? [] : [`${busy}.`]),
    ...(notice ? [notice.text] : []),
    ...(failure === undefined ? [] : [failure]),
  ];
  // Announcing all keys at each step would obscure the change.
  const keys = mode.kind === "browse" ? "? shows the keys, q quits." : hintsIn(view, mode);
  return [...lines, keys];
}

const hintsIn = (view: Model["view"], mode: Model["mode"]): string =>
  `${footerText(view, mode, 200)
    .split(/\s{3,}/)
    .join(", ")}.`;

function bodyOf(model: Model): string[] {
  const { view, mode, overview, overviewFailure, now } = model;
  if (mode.kind === "help") return (longText(model) ?? []).map((row) => lineText(row).trim());
  if (mode.kind === "address") return [`The invoice is at ${mode.address}`];
  const heading = `${VIEW_NAMES[view]}.`;
  if (view !== "credits")
    return mode.kind === "details"
      ? [`${heading} Details.`, ...factsOfChosen(model, view).map((fact) => fact.join(": "))]
      : [heading, rowSentence(model, view)];
  if (!overview) return [heading, overviewFailure ?? "Reading the account."];
  const { email, free, paid, daily, subscription, use } = overview;
  return [
    `${heading} ${email}.`,
    `${counted(free + paid, "credit")}: ${free} free, ${paid} of plan and packs.`,
    `Daily: ${describeDaily(daily, now)}.`,
    `Plan: ${describePlan(subscription)}.`,
    `Last ${use.days.length} days: ${describeUse(use)}.`,
    ...use.tools.map(
      ({ tool, jobs, credits }) =>
        `${tool}: ${counted(jobs, "job")}, ${counted(credits, "credit")}.`,
    ),
  ];
}

function rowSentence(model: Model, name: ListName): string {
  const picture = pictureOf(model, name, { columns: 80, height: 1 });
  const sentence = cellsOf(model, name);
  if (sentence === undefined) {
    const { data } = picture;
    if (data.failure !== undefined) return data.failure;
    return data.loaded.isComplete ? "Nothing is listed." : "Reading.";
  }
  return `${positionText(picture)}: ${sentence}.`;
}

function cellsOf<Name extends ListName>(model: Model, name: Name): string | undefined {
  const row = chosenOf(model, name);
  if (!row) return undefined;
  const { columns, idOf } = KINDS[name];
  const isMarked = model.lists[name].marked.has(idOf(row));
  const cells = columns.map(({ title, show }) => `${title.toLowerCase()} ${show(row)}`);
  return [...(isMarked ? ["marked"] : []), ...cells].join(", ");
}
