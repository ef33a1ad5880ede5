import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "tts",
  presets: ["tts"],
  accepts: "none",
} satisfies PanelManifest;
