/** Panels whose tools separate a song: what one of them has been paid for a song pays for all of them. */
const SONG_PANELS: ReadonlySet<string> = new Set(["separation", "karaoke"]);

/** Whether a tool of this panel separates songs, and shares what was paid with all tools that do. */
export const separatesSongs = (panel: string): boolean => SONG_PANELS.has(panel);
