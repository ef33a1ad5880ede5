import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** What was edited of a link or a file. */
export interface Edit {
  readonly title?: string;
  /** As lines. */
  readonly chapters?: string;
}
export type Edits = Readonly<Record<string, Edit>>;

/** Edits by the link or the file they are of; they stay while the document does. */
const edits = createStore<Edits>(() => ({}));

/** Those edits, and what changes one. */
export const useEdits = () => ({
  edits: useStore(edits),
  change: (of: string, edit: Edit): void =>
    edits.setState(({ [of]: before }) => ({ [of]: { ...before, ...edit } })),
});
