/** Panels that separate songs: a song that was paid for in one of them is paid for in all. */
const SONG_PANELS: ReadonlySet<string> = new Set(["separation", "karaoke"]);

/** Whether a panel separates songs, and so shares payments with the others that do. */
export const separatesSongs = (panel: string): boolean => SONG_PANELS.has(panel);
