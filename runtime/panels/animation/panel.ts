import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "animation",
  presets: ["animation"],
} satisfies PanelManifest;
