import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "podcast",
  presets: ["podcast"],
  accepts: "none",
} satisfies PanelManifest;
