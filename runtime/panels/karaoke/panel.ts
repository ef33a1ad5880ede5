import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "karaoke",
  presets: ["song", "link"],
} satisfies PanelManifest;
