import { ID_TAIL } from "../jobs/job-records.ts";
import { counted } from "../account/show.ts";
import type { Mode, RowAction } from "./model.ts";

interface ActionTexts {
  readonly question: (rows: string) => string;
  /** Key hints while the question is open. */
  readonly hints: readonly [string, string];
  readonly nothing: string;
}

const one: Readonly<Record<RowAction, string>> = {
  delete: "job",
  cancel: "job",
  redrive: "job",
  drain: "worker",
};

/** Texts around the question before rows are changed. */
export const ACTION_TEXTS: Readonly<Record<RowAction, ActionTexts>> = {
  delete: {
    question: (rows) => `Delete ${rows}? Credits stay spent.`,
    hints: ["y Delete", "n Keep"],
    nothing: "Nothing was deleted.",
  },
  cancel: {
    question: (rows) => `Cancel ${rows}? Credits are refunded.`,
    hints: ["y Cancel", "n Keep"],
    nothing: "Nothing was canceled.",
  },
  redrive: {
    question: (rows) => `Start ${rows} again, free of charge?`,
    hints: ["y Start again", "n Keep"],
    nothing: "Nothing was started.",
  },
  drain: {
    question: (rows) => `Drain ${rows}? Running jobs end first.`,
    hints: ["y Drain", "n Keep"],
    nothing: "No worker was drained.",
  },
};

export function questionOf({ action, ids }: Mode & { readonly kind: "confirm" }): string {
  const [only] = ids;
  const name = ids.length === 1 && action !== "delete" ? ` ${only!.slice(-ID_TAIL)}` : "";
  return ACTION_TEXTS[action].question(counted(ids.length, one[action]) + name);
}
