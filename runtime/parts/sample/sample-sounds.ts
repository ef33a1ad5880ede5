/** Name of the sound before: one for all that is made of a song. */
export const beforeOf = (name: string): string => (name.startsWith("song-") ? "song" : name);
