import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "video",
  presets: ["video"],
} satisfies PanelManifest;
