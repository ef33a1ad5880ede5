import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "podcast",
  presets: ["podcast"],
} satisfies PanelManifest;
