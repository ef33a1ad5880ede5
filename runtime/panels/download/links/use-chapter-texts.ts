import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";

/** Chapters that were edited, as lines, by the link or the file they are of; they stay while the document does. */
const texts = createStore<Readonly<Record<string, string>>>(() => ({}));

/** Those texts, and what changes one. */
export const useChapterTexts = () => ({
  texts: useStore(texts),
  change: (of: string, text: string): void => texts.setState({ [of]: text }),
});
