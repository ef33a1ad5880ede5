import { type JobList, type Mode, type Model, type RowAction, withList } from "./model.ts";
import { chosenOf, KINDS, rowsOf } from "./rows.ts";

const ACTIONS: Readonly<Record<JobList, Readonly<Record<string, RowAction>>>> = {
  queue: {},
  jobs: { x: "cancel", delete: "cancel", d: "redrive" },
  workers: { x: "drain", delete: "drain" },
};

/** Keys of the operator's lists of jobs and workers. @param at index of the selected row */
export function pressInJobs(model: Model, view: JobList, key: string, at: number): Model {
  const chosen = chosenOf(model, view);
  const { idOf } = KINDS[view] as { readonly idOf: (row: unknown) => string };
  const { marked } = model.lists[view];
  if (key === "f") return { ...model, isLive: !model.isLive };
  if (view === "queue") return model;
  if (key === " " && chosen) {
    const next = new Set(marked);
    if (!next.delete(idOf(chosen))) next.add(idOf(chosen));
    return withList(model, view, { marked: next, cursor: at + 1 });
  }
  if (key === "a") {
    const all = rowsOf(model, view).map(idOf);
    return withList(model, view, {
      marked: new Set(all.every((id) => marked.has(id)) ? [] : all),
    });
  }
  const action = ACTIONS[view][key];
  const ids = marked.size > 0 ? [...marked] : chosen ? [idOf(chosen)] : [];
  if (action === undefined || ids.length === 0) return model;
  const mode: Mode = { kind: "confirm", action, ids };
  return { ...model, mode };
}

/** Lists the jobs that a row of the queue counts. */
export function showCounted(model: Model): Model {
  const chosen = chosenOf(model, "queue");
  if (!chosen) return model;
  const filter = KINDS.queue.idOf(chosen);
  const { order } = model.lists.jobs;
  return withList({ ...model, view: "jobs" }, "jobs", {
    order: { ...order, filter },
    cursor: 0,
    marked: new Set(),
  });
}
