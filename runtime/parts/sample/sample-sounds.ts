/** File name of the sound before processing; all samples made from the song share one. */
export const beforeOf = (name: string): string => (name.startsWith("song-") ? "song" : name);
