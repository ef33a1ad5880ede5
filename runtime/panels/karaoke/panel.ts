import type { PanelManifest } from "../../../core/tools/panel.ts";

export default {
  id: "karaoke",
  presets: ["song", "link"],
  // Their pages promise a video with lyrics, which is missing.
  building: ["song", "link"],
} satisfies PanelManifest;
