/** How a voice came about that nobody spoke so. `changed`: somebody spoke, and it was altered. */
export type SyntheticVoice = "changed";

const KEY = "synthetic-voice";
const WORDS: Readonly<Record<SyntheticVoice, string>> = {
  changed: "This voice was changed by machine.",
};

/**
 * Tags that say so, for programs and for people: `synthetic-voice: changed. This voice was …` as a line
 * of the comment, which every container has. What was there stays.
 */
export function writeProvenance<T extends { readonly comment?: string }>(
  tags: T,
  voice: SyntheticVoice,
): T & { comment: string } {
  const { comment = "" } = tags;
  if (readProvenance(comment) === voice) return { ...tags, comment };
  const mark = `${KEY}: ${voice}. ${WORDS[voice]}`;
  return { ...tags, comment: comment === "" ? mark : `${comment}\n${mark}` };
}

/** What a file's comment says of its voice; null where it says nothing. */
export function readProvenance(comment: string): SyntheticVoice | null {
  const found = new RegExp(`^${KEY}: ([a-z]+)\\b`, "m").exec(comment)?.[1];
  return found !== undefined && found in WORDS ? (found as SyntheticVoice) : null;
}
