/** Samples of different tools that start from the same sound. */
const SHARED: Readonly<Record<string, string>> = {
  edit: "silence",
  trim: "voice",
  words: "voice",
};

/**
 * File name of the sound before processing; all samples made from the song share one, and so do all
 * dubs of the reading.
 */
export const beforeOf = (name: string): string =>
  name.startsWith("song-") ? "song" : name.startsWith("dub-") ? "voice" : (SHARED[name] ?? name);

/** Samples whose sounds are those of another one, so that they are drawn alike. */
const DRAWN_AS: Readonly<Record<string, string>> = {
  "song-m4a": "song-copy",
  "song-ogg": "song-copy",
  words: "voice",
};
/** Name of the waveform of a sample. */
export const waveOf = (name: string): string => DRAWN_AS[name] ?? name;
