import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "tts",
  presets: ["tts"],
} satisfies PanelManifest;
