import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** Edited metadata of a link or a file. */
export interface Edit {
  readonly title?: string;
  /** As lines of text. */
  readonly chapters?: string;
}
export type Edits = Readonly<Record<string, Edit>>;

/** Edits by link or file id; they last as long as the document. */
const edits = createStore<Edits>(() => ({}));

/** The edits, and a function that changes one. */
export const useEdits = () => ({
  edits: useStore(edits),
  change: (of: string, edit: Edit): void =>
    edits.setState(({ [of]: before }) => ({ [of]: { ...before, ...edit } })),
});
