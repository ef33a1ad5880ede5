import { createStore } from "zustand/vanilla";

/**
 * When a visitor has last saved something or listened to it for a while in a tool, by the slug of
 * its page, in epoch milliseconds. Opinions before that are of no worth.
 */
export const triedResults = createStore<Readonly<Record<string, number>>>(() => ({}));

/** Remembers that a sound of the tool was saved or listened to. @param slug of the tool's page */
export const markTried = (slug: string | undefined): void => {
  if (slug !== undefined) triedResults.setState({ [slug]: Date.now() });
};
