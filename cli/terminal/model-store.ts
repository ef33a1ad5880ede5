import type { ListData, ListName, Model, RowOf } from "./model.ts";

export interface ModelStore {
  readonly model: () => Model;
  readonly change: (next: Partial<Model>) => void;
  readonly setData: <Name extends ListName>(
    name: Name,
    next: Partial<ListData<RowOf[Name]>>,
  ) => void;
  /** @returns a function that unsubscribes */
  readonly subscribe: (listener: () => void) => () => void;
}

/** Stores the model and notifies subscribers of changes. */
export function createModelStore(first: Model): ModelStore {
  const listeners = new Set<() => void>();
  let model = first;

  function change(next: Partial<Model>): void {
    model = { ...model, ...next };
    for (const listener of listeners) listener();
  }
  return {
    model: () => model,
    change,
    setData: (name, next) =>
      change({ data: { ...model.data, [name]: { ...model.data[name], ...next } } }),
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
