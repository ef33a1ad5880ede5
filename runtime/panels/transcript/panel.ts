import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "transcript",
  presets: ["transcript"],
} satisfies PanelManifest;
