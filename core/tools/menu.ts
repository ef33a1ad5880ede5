/**
 * Entries of the workspace's side menu; every tool page belongs to exactly one (WSP-3). `main` is
 * the slug of the tool that an entry with several tools opens, if the site has it; `listed` tools
 * would be hard to find there, so they are listed below it by name.
 */
export const MENU = [
  { id: "1", key: "enhance", main: "ai-audio-enhancer" },
  { id: "2", key: "separation", main: "ai-stem-splitter" },
  { id: "3", key: "creation", children: ["3-1", "3-2", "3-3"] },
  { id: "3-1", key: "mashup" },
  { id: "3-2", key: "karaoke", main: "karaoke-maker" },
  { id: "3-3", key: "podcast" },
  { id: "4", key: "ai", children: ["4-1", "4-2", "4-3", "4-4", "4-5", "4-6", "4-7"] },
  { id: "4-1", key: "translator" },
  { id: "4-2", key: "audioToText" },
  { id: "4-3", key: "audioToVideo" },
  {
    id: "4-4",
    key: "audioEditor",
    main: "ai-audio-editor",
    listed: ["audio-trimmer", "volume-changer"],
  },
  { id: "4-5", key: "audioAnimation" },
  { id: "4-6", key: "textToSpeech", main: "ai-text-to-speech" },
  { id: "4-7", key: "voiceChanger", main: "voice-changer" },
  { id: "5", key: "download", children: ["5-2"] },
  { id: "5-2", key: "converter", main: "audio-downloader" },
  { id: "6", key: "history" },
] as const;

/** Menu entries that a tool page may name: those that open a panel. */
export const TOOL_MENU_IDS: readonly string[] = MENU.filter(
  (entry) => !("children" in entry) && entry.id !== "6",
).map((entry) => entry.id);

/** Groups of tools in the site's menus, in order. */
export const GROUPS = ["clean", "split", "create", "ai", "edit", "download"] as const;
export type Group = (typeof GROUPS)[number];
