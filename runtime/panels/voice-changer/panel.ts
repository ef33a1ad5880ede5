import type { PanelManifest } from "#core/tools/panel.ts";

export default {
  id: "voice-changer",
  presets: ["change"],
} satisfies PanelManifest;
