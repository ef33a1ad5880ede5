import type { Loaded, Pager } from "../account/pager.ts";
import { type JobList, type RowOf, isJobView, withList } from "./model.ts";
import type { ModelStore } from "./model-store.ts";
import { chosenOf, KINDS, rowsOf } from "./rows.ts";
import type { Tasks } from "./tasks.ts";

interface FollowDeps {
  readonly store: ModelStore;
  readonly run: Tasks["run"];
  readonly createPager: (name: JobList) => Pager<RowOf[JobList]>;
  readonly rowsNeeded: (name: JobList) => number;
  /** Replaces the pager of a list whose rows it has read again. */
  readonly setPager: (name: JobList, pager: Pager<RowOf[JobList]>) => void;
}

/**
 * @returns a function that reads the visible list of the operator again, without a sign of it on
 *   the screen
 */
export function createFollow(deps: FollowDeps): () => void {
  const { store, run, createPager, rowsNeeded, setPager } = deps;
  let isReading = false;
  return () => {
    const { view, data } = store.model();
    if (!isJobView(view) || isReading || data[view].isLoading) return;
    isReading = true;
    const pager = createPager(view);
    run(
      async () => {
        try {
          let next = await pager.more();
          while (!next.isComplete && next.rows.length < rowsNeeded(view)) next = await pager.more();
          // The list was read further meanwhile, with its own pager.
          if (store.model().data[view].isLoading) return;
          setPager(view, pager);
          showRows(store, view, next);
        } finally {
          isReading = false;
        }
      },
      (text) => store.setData(view, { failure: text }),
    );
  };
}

/** Shows rows that were read again. The cursor stays on its row, or at the top. */
function showRows(
  { model, change, setData }: ModelStore,
  name: JobList,
  loaded: Loaded<RowOf[JobList]>,
): void {
  const idOf = KINDS[name].idOf as (row: RowOf[JobList]) => string;
  const chosen = chosenOf(model(), name);
  setData(name, { loaded: loaded as Loaded<never>, failure: undefined });
  const rows: readonly RowOf[JobList][] = rowsOf(model(), name);
  const ids = new Set(rows.map(idOf));
  const { cursor, marked } = model().lists[name];
  const at = chosen && cursor > 0 ? rows.findIndex((row) => idOf(row) === idOf(chosen)) : -1;
  change(
    withList(model(), name, {
      cursor: at < 0 ? cursor : at,
      marked: new Set([...marked].filter((id) => ids.has(id))),
    }),
  );
}
