import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "voice-changer",
  presets: ["change"],
} satisfies PanelManifest;
