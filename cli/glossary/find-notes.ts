import type { Notes } from "./schema.ts";

/** Ends a note of many messages: `workspace:keys.*` is of all below `workspace:keys`. */
export const GROUP = ".*";

/** Finds the notes of a message by its key: its own, then those of its groups, the nearest first. */
export function createFindNotes(notes: Notes): (key: string) => readonly string[] {
  const groups = Object.entries(notes)
    .flatMap(([key, note]) => (key.endsWith(GROUP) ? [{ start: key.slice(0, -1), note }] : []))
    .sort((a, b) => b.start.length - a.start.length);
  return (key) => [
    ...(notes[key] === undefined ? [] : [notes[key]]),
    ...groups.filter(({ start }) => key.startsWith(start)).map(({ note }) => note),
  ];
}
