import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "download",
  presets: ["audio", "mp3", "m4a", "ogg", "wav", "mp4", "video", "shorts", "playlist"],
} satisfies PanelManifest;
