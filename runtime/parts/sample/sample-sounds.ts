/** Samples of different tools that start from the same sound. */
const SHARED: Readonly<Record<string, string>> = { edit: "silence", trim: "voice" };

/** File name of the sound before processing; all samples made from the song share one. */
export const beforeOf = (name: string): string =>
  name.startsWith("song-") ? "song" : (SHARED[name] ?? name);
