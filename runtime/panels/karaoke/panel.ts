import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "karaoke",
  presets: ["song", "link"],
} satisfies PanelManifest;
