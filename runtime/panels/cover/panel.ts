import type { PanelManifest } from "../../../core/panel.ts";

export default {
  id: "cover",
  presets: ["cover"],
} satisfies PanelManifest;
